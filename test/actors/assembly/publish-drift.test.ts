// What goes out to http with every snapshot: per window the drift since that window's last, the same as in the snapshot.

import assert from "node:assert/strict";
import { test } from "node:test";
import { publish, recordOf } from "../../../src/actors/assembly/record.js";
import { tickOf } from "../../pipeline/arbitrary-day.js";
import { at, Timeline } from "../../pipeline/timeline.js";

test("each window's drift goes out as JSON, equal to the one in its snapshot", () => {
  const windows = [8_192, 1_024];
  const timeline = new Timeline({ windows });
  timeline.say("10:44", "ran it");
  timeline.tick("10:48");
  timeline.say("10:50", "ran something else");
  const tick = tickOf(at("10:52"), 2, { windows });
  const record = recordOf(tick, { intentions: "", config: "{}" }, "", timeline.tick("10:52"), undefined);
  const published = publish(record);
  const read = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));
  assert.equal(published.ordinal, 2);
  for (const { drift, json } of published.windows) {
    assert.deepEqual(read(drift), read(json).drift);
    assert.deepEqual([read(drift).since, read(drift).added > 0, read(drift).kept > 0], [1, true, true]);
  }
});
