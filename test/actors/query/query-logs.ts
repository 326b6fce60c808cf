// Both logs, filled by the fold as the daemon fills them, and a query actor's inside over them.

import type { TestContext } from "node:test";
import { recordOf } from "../../../src/actors/assembly/record.js";
import type { QueryMessage, QueryResult } from "../../../src/actors/query/protocol.js";
import { Query } from "../../../src/actors/query/query.js";
import { encodeFrame } from "../../../src/log/frame.js";
import { type NewRecord, PulsesLog } from "../../../src/log/pulses-log.js";
import { PulsesReader } from "../../../src/log/pulses-reader.js";
import { SnapshotsLog } from "../../../src/log/snapshots-log.js";
import { encodeState } from "../../../src/pipeline/checkpoint.js";
import type { SnapshotRecord } from "../../../src/pipeline/wire.js";
import { tempLog } from "../../log/temp-log.js";
import { toPulse } from "../../pipeline/recorded.js";
import { type Run, runPulses } from "../../pipeline/run-pulses.js";
import { countWords } from "../../pipeline/trace-run.js";

export interface QueryLogs {
  readonly records: readonly SnapshotRecord[];
  /** The answer's JSON value; the text of what is no JSON. */
  ask(message: QueryMessage): Promise<unknown>;
  result(message: QueryMessage): Promise<QueryResult>;
  readonly query: Query;
}

export async function queryLogs(t: TestContext, run: Run): Promise<QueryLogs> {
  const folders = { pulses: tempLog(t), snapshots: tempLog(t) };
  const written = new PulsesLog(folders.pulses);
  const frames = run.pulses.map((pulse, i): NewRecord => {
    const record = encodeFrame({ receivedAt: Date.parse(pulse.receivedAt), epoch: 0, pulses: [toPulse(pulse)] });
    return { first: i + 1, count: 1, record, ids: [] };
  });
  written.append(frames, { epoch: 0, time: 0 });
  const snapshots = new SnapshotsLog(folders.snapshots);
  const records: SnapshotRecord[] = [];
  runPulses(countWords, run, (tick, snapshot, state) => {
    const request = { intentions: tick.intentions, config: JSON.stringify(tick.config) };
    const record = recordOf(tick, request, "0".repeat(64), snapshot, records.at(-1));
    records.push(record);
    snapshots.append({ record, request, k: 0, notes: {}, state: encodeState(state) });
  });
  const pulses = new PulsesReader(folders.pulses);
  const corrupt: string[] = [];
  const query = new Query({ pulses, snapshots, onCorrupt: ({ message }) => corrupt.push(message) });
  t.after(async () => {
    await query.close();
    await pulses.close();
    await written.close();
    await snapshots.close();
  });
  const result = (message: QueryMessage): Promise<QueryResult> => query.answer(message);
  return {
    records,
    query,
    result,
    ask: async (message) => {
      const answer = await result(message);
      if (answer.type === "refused") return answer;
      const text = Buffer.from(answer.body).toString();
      return answer.contentType === "application/json" ? JSON.parse(text) : text;
    },
  };
}
