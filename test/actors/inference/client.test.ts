import assert from "node:assert/strict";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { inferenceState } from "../../../src/actors/inference/client.js";

test("off, for want of a model, whether or not the package is installed", () => {
  const { state, reason } = inferenceState();
  assert.equal(state, "off");
  assert.match(reason, /^no model/);
});

test("where the package is not installed it says so", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "heartbeat-inference-"));
  t.after(() => rm(folder, { recursive: true }));
  const copy = join(folder, "client.mjs");
  await cp(new URL("../../../src/actors/inference/client.js", import.meta.url), copy);
  const { inferenceState: elsewhere } = await import(pathToFileURL(copy).href);
  assert.match(elsewhere().reason, /^no model; node-llama-cpp is not installed/);
});
