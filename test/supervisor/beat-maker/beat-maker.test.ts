import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { TickAnswer, TickRequest } from "../../../src/actors/assembly/protocol.js";
import { loadConfig } from "../../../src/config/load.js";
import { BeatMaker, type BeatMakerOptions, flushMs } from "../../../src/supervisor/beat-maker.js";
import { IntentionsFile } from "../../../src/supervisor/intentions.js";
import { LiveConfig } from "../../../src/supervisor/live-config.js";
import { World } from "../world.js";

interface Setup {
  readonly maker: BeatMaker;
  readonly steps: string[];
  readonly requests: TickRequest[];
  readonly world: World;
  readonly intentions: string;
  readonly stamp: () => { epoch: number; time: number };
}

async function setup(t: TestContext, options: Partial<BeatMakerOptions> = {}): Promise<Setup> {
  const folder = await mkdtemp(join(tmpdir(), "heartbeat-beat-"));
  t.after(() => rm(folder, { recursive: true }));
  const config = join(folder, "config.toml");
  const intentions = join(folder, "intentions.md");
  await writeFile(config, 'zone = "Europe/Berlin"');
  await writeFile(intentions, "- ship it");
  const world = new World("2026-03-10T10:00:00Z");
  const steps: string[] = [];
  const requests: TickRequest[] = [];
  const maker = new BeatMaker({
    timers: world,
    runCollectors: async (limitMs) => void steps.push(`collectors ${limitMs}`),
    flush: async () => {
      steps.push("flush");
      return { head: 9 };
    },
    intentions: new IntentionsFile(intentions),
    config: new LiveConfig(config, await loadConfig(config)),
    tick: async (request) => {
      steps.push("tick");
      requests.push(request);
      return { ordinal: requests.length } as TickAnswer;
    },
    ...options,
  });
  const stamp = () => {
    steps.push("stamp");
    return { epoch: 2, time: world.wall };
  };
  return { maker, steps, requests, world, intentions, stamp };
}

test("a start and a catch-up beat run the collectors first, the others do not; the instant is taken after the flush", async (t) => {
  const { maker, steps, stamp } = await setup(t);
  for (const kind of ["start", "catchup"] as const) {
    await maker.make(kind, "stopped", stamp);
    assert.deepEqual(steps.splice(0), ["collectors 3000", "flush", "stamp", "tick"]);
  }
  for (const kind of ["grid", "forced"] as const) {
    await maker.make(kind, "stopped", stamp);
    assert.deepEqual(steps.splice(0), ["flush", "stamp", "tick"]);
  }
});

test("the tick carries all the fold may know", async (t) => {
  const { maker, requests, stamp, world } = await setup(t);
  await maker.make("grid", "asleep", stamp);
  const { config, offsets, ...rest } = requests[0] as TickRequest;
  assert.deepEqual(rest, {
    kind: "grid",
    instant: world.wall,
    epoch: 2,
    zone: "Europe/Berlin",
    watermark: 9,
    intentions: "- ship it",
    gapReason: "asleep",
  });
  assert.deepEqual(JSON.parse(config).windows, [8192]);
  assert.ok(offsets.some(({ minutes }) => minutes === 120));
});

test("collection down or silent: the last known head is the watermark, and health says so until it is back", async (t) => {
  let head: () => Promise<{ head: number }> = async () => ({ head: 9 });
  const { maker, requests, stamp, world } = await setup(t, { flush: () => head() });
  await maker.make("grid", "stopped", stamp);
  head = () => Promise.reject(new Error("collection is down"));
  await maker.make("grid", "stopped", stamp);
  assert.equal(maker.headProblem, "the last beat holds pulses up to 9 only: collection is down");
  head = () => new Promise(() => {});
  const silent = maker.make("grid", "stopped", stamp);
  await world.run(flushMs);
  await silent;
  assert.match(maker.headProblem ?? "", /collection's flush took longer than 10000 ms/);
  head = async () => ({ head: 12 });
  await maker.make("grid", "stopped", stamp);
  assert.equal(maker.headProblem, null);
  assert.deepEqual(
    requests.map(({ watermark }) => watermark),
    [9, 9, 9, 12],
  );
});

test("unchanged: the same pulses, intentions and settings", async (t) => {
  let head = 9;
  const { maker, stamp, intentions } = await setup(t, { flush: async () => ({ head }) });
  const beat = await maker.make("forced", "stopped", stamp);
  assert.equal(await maker.unchanged(beat), true);
  head = 10;
  assert.equal(await maker.unchanged(beat), false);
  head = 9;
  await writeFile(intentions, "- ship it twice");
  assert.equal(await maker.unchanged(beat), false);
});
