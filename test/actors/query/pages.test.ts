// What the query actor lists: pulses, the beats of a day, one snapshot; always in pages, in order, without a hole.

import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import type { DayPage, QueryResult } from "../../../src/actors/query/protocol.js";
import type { PulseLine } from "../../../src/pipeline/pulse-line.js";
import { snapshotJson } from "../../../src/pipeline/wire.js";
import { at, idOf } from "../../pipeline/trace-run.js";
import { type QueryLogs, queryLogs } from "./query-logs.js";

const pulses = [
  { receivedAt: at(1, 5), source: "a", text: "one", importance: 0.25, time: at(0, 3), until: at(0, 9) },
  { receivedAt: at(1, 6), source: "a", text: "two", key: "k" },
  { receivedAt: at(2, 7), source: "b", key: "k", retract: true },
] as const;
const windows = [8_192, 1_024, 32_768];
const logs = (t: TestContext): Promise<QueryLogs> => queryLogs(t, { pulses, through: idOf(6), settings: { windows } });

const code = (result: QueryResult): string =>
  result.type === "refused" ? `${result.status} ${result.code}` : result.contentType;

describe("GET /pulses, inside", () => {
  it("gives pulses as they were sent, with seq, ref and receivedAt, a line each", async (t) => {
    const { ask } = await logs(t);
    const lines = String(await ask({ type: "pulses", after: 0, limit: 100 })).split("\n");
    assert.equal(lines.pop(), "");
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      pulses.map((pulse, i) => ({ ...pulse, seq: i + 1, ref: `p${i + 1}` })),
    );
  });

  it("goes on after a seq, and is empty after the last", async (t) => {
    const { ask } = await logs(t);
    const seqs = async (after: number, limit: number): Promise<number[]> =>
      String(await ask({ type: "pulses", after, limit }))
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => (JSON.parse(line) as PulseLine).seq);
    assert.deepEqual(await seqs(0, 2), [1, 2]);
    assert.deepEqual(await seqs(2, 2), [3]);
    assert.deepEqual(await seqs(3, 2), []);
    assert.deepEqual(await seqs(1_000_000, 2), []);
  });
});

describe("GET /snapshots, inside", () => {
  it("lists a day's beats with tokens per section and drift, page by page", async (t) => {
    const { ask, records } = await logs(t);
    const whole = (await ask({ type: "day", day: "2026-03-13", limit: 100 })) as DayPage;
    assert.deepEqual(
      whole.beats.map(({ id, hash }) => [id, hash]),
      records.map(({ tick, hash }) => [tick.id, hash]),
    );
    const [first] = whole.beats;
    assert.equal(first?.local, "2026-03-13T00:16:00+00:00");
    assert.deepEqual(
      first?.sections.map(({ name, tokens, items }) => [name, tokens, items]),
      records[0]?.snapshot.windows[0]?.sections.map(({ name, tokens, items }) => [name, tokens, items.length]),
    );
    assert.equal(whole.next, null);
    const paged: string[] = [];
    let after: string | null = null;
    do {
      const asked = { type: "day", day: "2026-03-13", limit: 2, ...(after !== null && { after }) } as const;
      const page = (await ask(asked)) as DayPage;
      paged.push(...page.beats.map(({ id }) => id));
      after = page.next;
    } while (after !== null);
    assert.deepEqual(
      paged,
      records.map(({ tick }) => tick.id),
    );
  });

  it("without a day gives that of the newest; a day without beats is empty", async (t) => {
    const { ask } = await logs(t);
    assert.equal(((await ask({ type: "day", limit: 1 })) as DayPage).day, "2026-03-13");
    assert.deepEqual(((await ask({ type: "day", day: "2020-01-01", limit: 1 })) as DayPage).beats, []);
  });

  it("gives a stored snapshot byte for byte as /now gave it, in each window, and its Markdown", async (t) => {
    const { ask, records, result } = await logs(t);
    for (const record of records) {
      const { id } = record.tick;
      for (const [window, index] of [
        [undefined, 0],
        [8_192, 0],
        [1_024, 1],
        [8_191, 1],
        [99_999, 2],
      ] as const) {
        const of = record.snapshot.windows[index];
        assert.ok(of !== undefined);
        const asked = { type: "snapshot", id, ...(window !== undefined && { window }) } as const;
        const json = await result({ ...asked, format: "json" });
        assert.equal(json.type === "found" && Buffer.from(json.body).toString(), snapshotJson(record, of));
        assert.equal(await ask({ ...asked, format: "markdown" }), of.text);
      }
    }
  });

  it("says what is not there", async (t) => {
    const { result } = await logs(t);
    assert.equal(code(await result({ type: "snapshot", id: "2026-03-13/100", format: "json" })), "404 HB_NO_BEAT");
    assert.equal(code(await result({ type: "snapshot", id: "2026-03-13/002.1", format: "json" })), "404 HB_NO_BEAT");
    const small = await result({ type: "snapshot", id: idOf(3), window: 1_023, format: "json" });
    assert.equal(code(small), "400 HB_WINDOW");
    for (const ref of ["p4", "b99", "i1", "d1", "p1..p9@nobody"]) {
      assert.equal(code(await result({ type: "why", ref })), "404 HB_NO_REF", ref);
    }
    assert.equal(code(await result({ type: "why", ref: "p1", beat: "2026-03-13/100" })), "404 HB_NO_BEAT");
  });
});
