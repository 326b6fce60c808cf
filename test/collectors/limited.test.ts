// `limited` ends a program that hangs, also one whose children hold its output open.

import assert from "node:assert/strict";
import { test } from "node:test";
import { CollectorBench } from "./collector-bench.js";

test("output and exit code of a program that ends by itself", async (t) => {
  const bench = await CollectorBench.open(t);
  const ran = await bench.withLibrary(
    'limited 5 "$HOME/out" sh -c "echo said; echo bad >&2; exit 3"; echo $?; cat "$HOME"/out*',
  );
  assert.deepEqual(ran, { code: 0, stdout: "3\nsaid\nbad\n", stderr: "" });
});

test("a hanging one is killed: 124, and its output so far is there", async (t) => {
  const bench = await CollectorBench.open(t);
  bench.fake("hang", "echo begun; sleep 60");
  const begin = performance.now();
  const ran = await bench.withLibrary('limited 1 "$HOME/out" hang; echo $?; cat "$HOME/out"');
  assert.deepEqual({ code: ran.code, stdout: ran.stdout }, { code: 0, stdout: "124\nbegun\n" });
  assert.ok(performance.now() - begin < 10_000);
});

test("no watcher is left behind", async (t) => {
  const bench = await CollectorBench.open(t);
  bench.fake("sleep", `echo $$ >>"$HOME/sleepers"; PATH=/usr/bin:/bin; exec sleep "$@"`);
  const ran = await bench.withLibrary(
    'limited 77 "$HOME/out" sh -c "until [ -s $HOME/sleepers ]; do :; done"; kill -0 $(cat "$HOME/sleepers") 2>/dev/null && echo left',
  );
  assert.equal(ran.stdout, "");
});
