// A log that is moved away or removed under its writer takes nothing more: what would be written there would be lost.

import assert from "node:assert/strict";
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { test } from "node:test";
import { PulsesLog } from "../../src/log/pulses-log.js";
import { frameOf, tempLog } from "./temp-log.js";

const received = { epoch: 0, time: 1 };

test("moved away: refused; put back: it goes on, with nothing lost", async (t) => {
  const folder = tempLog(t);
  const log = new PulsesLog(folder);
  log.append([frameOf(1, ["before"])], received);
  renameSync(folder, `${folder}.away`);
  assert.throws(() => log.append([frameOf(2, ["lost"])], received), { code: "HB_LOG_GONE" });
  mkdirSync(folder);
  assert.throws(() => log.append([frameOf(2, ["lost"])], received), { code: "HB_LOG_GONE" });
  rmSync(folder, { recursive: true });
  renameSync(`${folder}.away`, folder);
  log.append([frameOf(2, ["after"])], received);
  await log.close();
  const again = new PulsesLog(folder);
  assert.equal(again.head, 2);
  await again.close();
});
