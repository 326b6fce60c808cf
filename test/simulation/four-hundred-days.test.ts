// 400 days of a laptop: hours awake, nights asleep, restarts, a clock that is stepped or wrong at boot, journeys between
// zones, and the days on which they change to and from summer time, awake from midnight to midnight.

import assert from "node:assert/strict";
import { test } from "node:test";
import { beatMs, blockId, blockOf, dayMs } from "../../src/pipeline/beat-clock.js";
import { Machine } from "./machine.js";
import type { KeptRecord } from "./memory-log.js";

const minute = 60_000;
const hour = 3_600_000;
const begin = Date.parse("2026-01-05T07:00:00Z");

/** UTC days awake throughout, with the zone, and how its clock reads right before and after the switch. */
const switches = new Map([
  [
    "2026-03-08",
    ["America/New_York", "2026-03-08T06:56Z", "Sun 8 Mar 2026 01:56", "2026-03-08T07:04Z", "Sun 8 Mar 2026 03:04"],
  ],
  [
    "2026-03-29",
    ["Europe/Berlin", "2026-03-29T00:56Z", "Sun 29 Mar 2026 01:56", "2026-03-29T01:04Z", "Sun 29 Mar 2026 03:04"],
  ],
  [
    "2026-04-04",
    ["Australia/Lord_Howe", "2026-04-04T14:56Z", "Sun 5 Apr 2026 01:56", "2026-04-04T15:04Z", "Sun 5 Apr 2026 01:34"],
  ],
  [
    "2026-10-03",
    ["Australia/Lord_Howe", "2026-10-03T15:28Z", "Sun 4 Oct 2026 01:58", "2026-10-03T15:36Z", "Sun 4 Oct 2026 02:36"],
  ],
  [
    "2026-10-25",
    ["Europe/Berlin", "2026-10-25T00:56Z", "Sun 25 Oct 2026 02:56", "2026-10-25T01:04Z", "Sun 25 Oct 2026 02:04"],
  ],
  [
    "2026-11-01",
    ["America/New_York", "2026-11-01T05:52Z", "Sun 1 Nov 2026 01:52", "2026-11-01T06:08Z", "Sun 1 Nov 2026 01:08"],
  ],
] as const);

type Expected = Partial<Pick<KeptRecord, "kind" | "epoch">> & { readonly reason?: string };

class Year {
  readonly machine = new Machine(new Date(begin).toISOString());
  readonly records = this.machine.log.records;
  #said = 0;

  /** What happens brings exactly one beat at once. */
  async oneBeat(happen: () => Promise<void>, { reason, ...expected }: Expected): Promise<void> {
    const before = this.records.length;
    await happen();
    assert.equal(this.records.length, before + 1, `a burst or nothing after ${this.records[before]?.id}`);
    const { kind, epoch, gap } = this.records.at(-1) as KeptRecord;
    assert.deepEqual({ kind, epoch, ...expected }, { kind, epoch }, this.records.at(-1)?.id);
    if (reason !== undefined) assert.equal(gap?.reason, reason);
  }

  /** Awake, and something said every 20 minutes: one beat a boundary. */
  async work(ms: number): Promise<void> {
    const [before, from] = [this.records.length, this.machine.now];
    for (let left = ms; left > 0; left -= 20 * minute) {
      this.machine.say({ source: "shell", type: "command", text: `ran step ${this.#said++ % 4}` });
      await this.machine.awake(Math.min(left, 20 * minute));
    }
    assert.equal(this.records.length - before, blockOf(this.machine.now) - blockOf(from));
  }

  sleepUntil(instant: number): Promise<void> {
    return this.oneBeat(() => this.machine.asleep(instant - this.machine.world.wall), {
      kind: "catchup",
      reason: "asleep",
    });
  }
}

test("400 days: every block has its beat or lies in one gap, whatever happens to the clock", async () => {
  const year = new Year();
  const { machine, records } = year;
  await machine.start();
  machine.say({
    source: "calendar",
    type: "event",
    key: "far",
    text: "A far day",
    time: Date.parse("2150-01-01T00:00Z"),
  });
  machine.say({
    source: "calendar",
    type: "event",
    key: "night",
    text: "Night of the switch",
    time: Date.parse("2026-10-25T00:30Z"),
    until: Date.parse("2026-10-25T02:00Z"),
  });
  for (let day = Math.floor(begin / dayMs) + 1, n = 1; n <= 400; day++, n++) {
    const date = new Date(day * dayMs).toISOString().slice(0, 10);
    const zone = switches.get(date as never)?.[0];
    if (zone !== undefined) {
      machine.zone = zone;
      await year.sleepUntil(day * dayMs - 10 * minute);
      await year.work(dayMs + 20 * minute);
      continue;
    }
    await year.sleepUntil(day * dayMs + 9 * hour + (n % 50) * minute);
    await year.work(n % 5 > 0 ? 8 * minute : 24 * minute);
    await happening(year, n);
    if (n % 5 > 0) continue;
    await year.sleepUntil(day * dayMs + 20 * hour + (n % 13) * minute);
    await year.work(24 * minute);
  }
  assert.deepEqual(machine.failures, []);
  auditOrder(records);
  auditBlocks(records);
  for (const [date, [, before, clockBefore, after, clockAfter]] of switches) {
    const ofDay = records.filter(({ id }) => id.startsWith(date));
    assert.deepEqual(
      ofDay.map(({ id }) => id),
      Array.from({ length: 180 }, (_, n) => `${date}/${String(n).padStart(3, "0")}`),
    );
    assert.equal(headingAt(records, before), clockBefore);
    assert.equal(headingAt(records, after), clockAfter);
  }
  assert.match(
    textAt(records, "2026-10-25T00:24Z"),
    /# PROJECTION\n- p\d+ Sun 25 Oct 02:30–03:00 Night of the switch\n/,
  );
  assert.match(textAt(records, "2026-10-25T01:36Z"), /# NOW .*\n- p\d+ 02:30–03:00 Night of the switch\n/);
  assert.match(records.at(-1)?.text ?? "", /# PROJECTION\n- p\d+ Thu 1 Jan 2150 \d\d:00 A far day\n/);
});

/** Something out of the ordinary on some days. */
async function happening(year: Year, n: number): Promise<void> {
  const { machine, records } = year;
  const epoch = (records.at(-1) as KeptRecord).epoch;
  switch (n % 60) {
    case 5:
      machine.zone = ["America/New_York", "Asia/Kathmandu", "Pacific/Apia"][n % 3] as string;
      return;
    case 10:
      await year.oneBeat(() => machine.setClock(45 * minute), { kind: "catchup", epoch, reason: "clock" });
      await year.oneBeat(() => machine.setClock(-45 * minute), { kind: "catchup", epoch: epoch + 1 });
      assert.match(records.at(-1)?.id ?? "", /\.1$/);
      assert.equal(records.at(-1)?.clockStep?.epoch, epoch + 1);
      return;
    case 20:
      return standstill(year);
    case 30:
      await machine.stop(30 * minute);
      await year.oneBeat(() => machine.start(), { kind: "start", epoch, reason: "stopped" });
      await machine.stop(1_000);
      await year.oneBeat(() => machine.start(), { kind: "start", epoch });
      assert.match(records.at(-1)?.id ?? "", /\.1$/);
      return;
    case 40:
      for (const k of [1, 2]) {
        await year.oneBeat(() => machine.force(), { kind: "forced", epoch });
        assert.match(records.at(-1)?.id ?? "", new RegExp(`\\.${k}$`));
      }
      return;
    case 50:
      if (n === 50) await wrongAtBoot(year, begin - Date.parse("1970-01-01T00:01Z"));
      if (n === 350) await wrongAtBoot(year, -1_800 * dayMs);
      return;
  }
}

/** Set back by less than a minute right before a boundary: no block comes twice. */
async function standstill(year: Year): Promise<void> {
  const { machine, records } = year;
  await machine.awake(beatMs - 10_000 - (machine.now % beatMs));
  const [before, now] = [records.length, machine.now];
  await machine.setClock(-50_000);
  assert.equal(machine.now, now);
  assert.equal(records.length, before);
  await year.work(20 * minute);
}

/** Switched on with a clock that is behind by `ms` (before it, if negative), which is put right after a while. */
async function wrongAtBoot(year: Year, ms: number): Promise<void> {
  const { machine, records } = year;
  const epoch = (records.at(-1) as KeptRecord).epoch;
  await machine.stop(hour);
  machine.world.step(-ms);
  await year.oneBeat(() => machine.start(), { kind: "start", epoch: ms > 0 ? epoch + 1 : epoch });
  await year.work(20 * minute);
  const right = ms > 0 ? ({ epoch: epoch + 1, reason: "clock" } as const) : { epoch: epoch + 1 };
  await year.oneBeat(() => machine.setClock(ms), { kind: "catchup", ...right });
  assert.equal(records.at(-1)?.clockStep === undefined, ms > 0);
}

/** Ordinals rise by one, ids come once, instants rise within an epoch, epochs and watermarks never fall. */
function auditOrder(records: readonly KeptRecord[]): void {
  assert.deepEqual(
    records.map(({ ordinal }) => ordinal),
    records.map((_, i) => i + 1),
  );
  assert.equal(new Set(records.map(({ id }) => id)).size, records.length);
  for (const [i, record] of records.slice(1).entries()) {
    const before = records[i] as KeptRecord;
    assert.ok(
      record.epoch > before.epoch || (record.epoch === before.epoch && record.instant >= before.instant),
      record.id,
    );
    assert.ok(record.epoch - before.epoch <= 1 && record.watermark >= before.watermark, record.id);
    assert.equal(record.clockStep !== undefined, record.epoch > before.epoch, record.id);
    assert.ok(record.kind !== "grid" || record.instant % beatMs <= 5_000, record.id);
  }
}

/** Between two neighbours of an epoch no block is missing but those of the one gap that is told with the later. */
function auditBlocks(records: readonly KeptRecord[]): void {
  for (const [i, { id, instant, gap }] of records.slice(1).entries()) {
    const [from, to] = [blockOf((records[i] as KeptRecord).instant) + 1, blockOf(instant) - 1];
    const missing = from <= to ? { from: blockId(from), to: blockId(to) } : undefined;
    assert.deepEqual(gap && { from: gap.from, to: gap.to }, missing, id);
    assert.ok(id.startsWith(blockId(blockOf(instant))), id);
  }
}

function textAt(records: readonly KeptRecord[], instant: string): string {
  return records.find((record) => record.instant === Date.parse(instant))?.text ?? "";
}

function headingAt(records: readonly KeptRecord[], instant: string): string | undefined {
  return /# NOW (.*) [\w/]+\n/.exec(textAt(records, instant))?.[1];
}
