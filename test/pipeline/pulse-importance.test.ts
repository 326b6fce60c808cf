// Importance of a pulse that came without one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultImportance } from "../../src/pipeline/pulse.js";

const table: Readonly<Record<string, number>> = {
  commit: 80,
  event: 80,
  "message.user": 70,
  "command.failed": 60,
  "window.failed": 60,
  command: 30,
  "window.focus": 20,
  idle: 20,
  "command.running": 10,
  signal: 50,
  "message.model": 50,
  commits: 50,
  failed: 50,
};

for (const [type, hundredths] of Object.entries(table)) {
  test(`${type}: ${hundredths}`, () => assert.equal(defaultImportance(type), hundredths));
}
