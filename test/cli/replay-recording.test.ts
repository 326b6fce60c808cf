// heartbeat replay --pulses in processes of its own: what it writes, whatever the machine's zone and language.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type RecordingOptions, replayRecording } from "../../src/cli/commands/replay-recording.js";
import { tempFolder } from "../replay/temp-file.js";
import { runCli } from "./run-cli.js";

interface Vector {
  readonly zone: string;
  readonly windows: readonly number[];
  readonly intentions: string;
  readonly pulses: readonly unknown[];
  readonly expect: readonly {
    readonly id: string;
    readonly window: number;
    readonly tokens: number;
    readonly text: string;
  }[];
}

const vectors = new URL("../../../test/vectors/", import.meta.url);

/** Writes a vector's files into a folder; the rest of the arguments is the caller's. */
function filesOf(dir: string, { pulses, intentions, windows }: Vector): string[] {
  const paths = { pulses: join(dir, "day.ndjson"), intentions: join(dir, "i.md"), config: join(dir, "other.toml") };
  writeFileSync(paths.pulses, pulses.map((pulse) => `${JSON.stringify(pulse)}\n`).join(""));
  writeFileSync(paths.intentions, intentions);
  writeFileSync(paths.config, `windows = [${windows.join(", ")}]\n`);
  return ["replay", "--pulses", paths.pulses, "--intentions", paths.intentions, "--config", paths.config];
}

function readVector(name: string): Vector {
  return JSON.parse(readFileSync(new URL(name, vectors), "utf8")) as Vector;
}

for (const name of ["01-meeting-walks.json", "08-escapes.json", "12-pressure.json"]) {
  test(`${name}: the files hold the exact texts, in Apia with Turkish`, async (t) => {
    const dir = tempFolder(t);
    const vector = readVector(name);
    const out = join(dir, "out");
    const env = { TZ: "Pacific/Apia", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" };
    const ended = await runCli([...filesOf(dir, vector), "--out", out], { dir: join(dir, "none"), env });
    assert.deepEqual([ended.code, ended.stderr], [0, ""], ended.stderr);
    let compared = 0;
    for (const { id, window, tokens, text } of vector.expect) {
      const path = join(out, window === vector.windows[0] ? id : `${id}.w${window}`);
      if (!existsSync(`${path}.md`)) continue;
      assert.equal(readFileSync(`${path}.md`, "utf8"), text, `${id} at ${window}`);
      const json = JSON.parse(readFileSync(`${path}.json`, "utf8")) as Record<string, unknown>;
      assert.deepEqual([json.id, json.window, json.tokens, json.zone, json.text], [id, window, tokens, "UTC", text]);
      compared += 1;
    }
    assert.ok(compared > 0);
    assert.equal(existsSync(join(dir, "none")), false, "it needs no data folder");
  });
}

test("the zone is --zone, else the configuration's, else UTC; 'local' is not the machine's", async (t) => {
  const dir = tempFolder(t);
  const args = filesOf(dir, readVector("01-meeting-walks.json"));
  const headings: (string | undefined)[] = [];
  for (const [config, ...zone] of [["local"], ["Asia/Tokyo"], ["Asia/Tokyo", "--zone", "America/New_York"]] as const) {
    writeFileSync(join(dir, "other.toml"), `zone = "${config}"\n`);
    const out = join(dir, "out");
    const ended = await runCli([...args, ...zone, "--out", out, "--to", "2026-03-10/068"], {
      dir,
      env: { TZ: "Pacific/Apia" },
    });
    assert.equal(ended.code, 0, ended.stderr);
    const text = readFileSync(join(out, "2026-03-10", "068.md"), "utf8");
    headings.push(text.split("\n").find((line) => line.startsWith("# NOW")));
  }
  assert.deepEqual(headings, [
    "# NOW Tue 10 Mar 2026 09:04 UTC",
    "# NOW Tue 10 Mar 2026 18:04 Asia/Tokyo",
    "# NOW Tue 10 Mar 2026 05:04 America/New_York",
  ]);
});

test("--from and --to choose what is written, not what is known", async (t) => {
  const dir = tempFolder(t);
  const args = filesOf(dir, readVector("07-late.json"));
  const [whole, part] = [join(dir, "whole"), join(dir, "part")];
  const all = await runCli([...args, "--out", whole], { dir });
  assert.equal(all.code, 0, all.stderr);
  const some = await runCli([...args, "--out", part, "--from", "2026-03-10/100", "--to", "2026-03-10/102"], { dir });
  assert.match(some.stdout, /^3 beats replayed; written to /);
  const files = readdirSync(join(part, "2026-03-10"));
  assert.deepEqual(files, ["100.json", "100.md", "101.json", "101.md", "102.json", "102.md"]);
  for (const file of files) {
    const [own, same] = [part, whole].map((folder) => readFileSync(join(folder, "2026-03-10", file), "utf8"));
    assert.equal(own, same, file);
  }
});

test("a bad line is named, and what stands in the output folder stays as it was", async (t) => {
  const dir = tempFolder(t);
  const args = filesOf(dir, readVector("01-meeting-walks.json"));
  writeFileSync(join(dir, "day.ndjson"), '{"source":"a","text":"x","time":"2026-03-10T09:00:00Z"}\n{"source":"a"\n');
  mkdirSync(join(dir, "out"));
  writeFileSync(join(dir, "out", "kept"), "");
  const ended = await runCli([...args, "--out", join(dir, "out")], { dir });
  assert.equal(ended.code, 1);
  assert.match(ended.stderr, /day\.ndjson: line 2: expected a JSON object, got: /);
  assert.deepEqual(readdirSync(join(dir, "out")), ["kept"]);
});

test("wrong usage and bad settings are said before anything is written", async (t) => {
  const dir = tempFolder(t);
  const out = join(dir, "out");
  filesOf(dir, readVector("01-meeting-walks.json"));
  const pulses = join(dir, "day.ndjson");
  writeFileSync(join(dir, "bad.toml"), "windows = [1]\n");
  writeFileSync(join(dir, "long.md"), "x".repeat(33 * 1024));
  const table: [options: RecordingOptions, code: string, message: RegExp][] = [
    [{ pulses }, "HB_USAGE", /--out: expected a folder/],
    [{ pulses, out, zone: "Mars/Olympus" }, "HB_USAGE", /--zone: expected an IANA zone/],
    [{ pulses, out, from: "noon" }, "HB_USAGE", /--from: expected a UTC day/],
    [{ pulses, out, config: join(dir, "none.toml") }, "HB_CONFIG", /none\.toml: is missing/],
    [{ pulses, out, config: join(dir, "bad.toml") }, "HB_CONFIG", /bad\.toml: windows/],
    [{ pulses, out, intentions: join(dir, "none.md") }, "HB_INTENTIONS", /none\.md: is missing/],
    [{ pulses, out, intentions: join(dir, "long.md") }, "HB_INTENTIONS", /long\.md: is 33792 bytes/],
  ];
  for (const [options, code, message] of table) {
    await assert.rejects(replayRecording(options), { code, message });
  }
  assert.equal(existsSync(out), false);
});
