// day, show, diff and why: what they ask the daemon for, and what they print.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { BeatRow } from "../../src/actors/query/protocol.js";
import { fakeDaemon, problem } from "./fake-daemon.js";
import { runCli } from "./run-cli.js";

function row(id: string, time: string, local: string, more: Partial<BeatRow> = {}): BeatRow {
  const sections = (["INTENTION", "HISTORY", "PROJECTION", "NOW"] as const).map((name, i) => ({
    name,
    tokens: i * 100,
    items: i,
    trimmed: i === 1 ? 12 : 0,
  }));
  const drift = { added: 1, removed: 2, kept: 3, ratio: 0.25, prefixTokens: 4 };
  const numbers = { ordinal: 1, window: 8_192, tokens: 600, cap: 6_553, overBudget: false };
  return { id, time, local, kind: "grid", hash: "", ...numbers, sections, drift, ...more };
}

const evening = row("2026-03-12/172", "2026-03-12T22:56:00Z", "2026-03-12T23:56:00+01:00");
const midnight = row("2026-03-12/173", "2026-03-12T23:04:00Z", "2026-03-13T00:04:00+01:00");
const noon = row("2026-03-13/081", "2026-03-13T10:48:00Z", "2026-03-13T11:48:00+01:00", {
  gap: { from: "2026-03-12/174", to: "2026-03-13/080", reason: "asleep" },
});
const zone = "Europe/Berlin";
const empty = { day: "x", zone: null, beats: [], next: null };
const days = {
  "GET /snapshots": [{ body: { day: "2026-03-13", zone, beats: [noon], next: null } }],
  "GET /snapshots?day=2026-03-12": [{ body: { day: "2026-03-12", zone, beats: [evening], next: "172" } }],
  "GET /snapshots?day=2026-03-12&after=172": [{ body: { day: "2026-03-12", zone, beats: [midnight], next: null } }],
  "GET /snapshots?day=2026-03-13": [{ body: { day: "2026-03-13", zone, beats: [noon], next: null } }],
  "GET /snapshots?day=2026-03-14": [{ body: empty }],
};
const table = `2026-03-13 Europe/Berlin, 2 beats
local  beat            tokens  INTENTION  HISTORY  PROJECTION  NOW  trimmed  drift
00:04  2026-03-12/173     600          0      100         200  300       12  ██······ 25 %
       no beats from 2026-03-12/174 to 2026-03-13/080: asleep
11:48  2026-03-13/081     600          0      100         200  300       12  ██······ 25 %
`;

test("day: the beats of a local date, whatever days of ids they lie on, all pages; the newest by default", async (t) => {
  const { at } = await fakeDaemon(t, days);
  assert.deepEqual(await runCli(["day", "2026-03-13"], at), { code: 0, stdout: table, stderr: "" });
  assert.equal((await runCli(["day"], at)).stdout, table);
  const json = JSON.parse((await runCli(["day", "--json"], at)).stdout);
  assert.deepEqual(json, { date: "2026-03-13", zone, beats: [midnight, noon] });
});

test("day: one without beats says so; what is no day is wrong usage", async (t) => {
  const none = Object.fromEntries(
    ["09", "10", "11"].map((day) => [`GET /snapshots?day=2026-01-${day}`, [{ body: empty }]]),
  );
  const { at } = await fakeDaemon(t, none);
  assert.equal((await runCli(["day", "2026-01-10"], at)).stdout, "2026-01-10: no beats\n");
  assert.equal((await runCli(["day", "yesterday"], at)).code, 2);
});

const item = (text: string, tokens: number) => ({ text: `- ${text}\n`, tokens, refs: [], rule: "now.recent" });
const snapshot = (id: string, now: readonly string[]) => ({
  id,
  ordinal: 1,
  sections: ["INTENTION", "HISTORY", "PROJECTION", "NOW"].map((name) => ({
    name,
    items: name === "NOW" ? now.map((text) => item(text, 10)) : [],
  })),
  text: `# NOW\n${now.map((text) => `- ${text}\n`).join("")}`,
});
const [a, b] = [snapshot("2026-03-13/081", ["one", "two", "two"]), snapshot("2026-03-13/082.1", ["two", "three"])];

test("show: the Markdown as it was; --json and --window", async (t) => {
  const { at } = await fakeDaemon(t, {
    "GET /snapshots/2026-03-13/081": [{ body: a }],
    "GET /snapshots/2026-03-13/081?window=4096": [{ body: b }],
  });
  assert.equal((await runCli(["show", "2026-03-13/081"], at)).stdout, a.text);
  assert.deepEqual(JSON.parse((await runCli(["show", "2026-03-13/081", "--json", "--window", "4096"], at)).stdout), b);
});

test("diff: the lines that came and went, as often as they did, and the drift", async (t) => {
  const { at } = await fakeDaemon(t, {
    "GET /snapshots/2026-03-13/081": [{ body: a }],
    "GET /snapshots/2026-03-13/082.1": [{ body: b }],
  });
  const { stdout } = await runCli(["diff", "2026-03-13/081", "2026-03-13/082.1"], at);
  assert.equal(
    stdout,
    `2026-03-13/081 → 2026-03-13/082.1: drift 60 %; tokens: 10 added, 20 removed, 10 kept
# NOW
- one
- two
+ three
`,
  );
  const json = JSON.parse((await runCli(["diff", "2026-03-13/081", "2026-03-13/082.1", "--json"], at)).stdout);
  assert.deepEqual(json.sections[3], { name: "NOW", removed: ["- one", "- two"], added: ["- three"] });
});

test("why: what it is, what became of it, the line that carries it", async (t) => {
  const pulse = { seq: 5, ref: "p5", receivedAt: "2026-03-13T10:40:00.000Z", source: "log", text: "saved" };
  const where = { id: "2026-03-13/081", ordinal: 9, time: "2026-03-13T10:48:00.000Z" };
  const merged = { answer: "merged", into: "p3", trail: ["p5", "p3"], section: "NOW", rule: "now.recent" };
  const later = { answer: "later", trail: ["p5"] };
  const { at } = await fakeDaemon(t, {
    "GET /why/p5": [
      { body: { ref: "p5", pulse, at: where, window: 8_192, ...merged, item: item("p3 10:40 saved (2×)", 9) } },
    ],
    "GET /why/p5?beat=2026-03-13%2F081&window=4096": [
      { body: { ref: "p5", pulse, at: where, window: 4_096, ...merged, boundary: "p9" } },
    ],
    "GET /why/p5?day=2026-03-13": [
      {
        body: {
          ref: "p5",
          pulse,
          day: "2026-03-13",
          window: 8_192,
          answers: [
            { from: where, to: { ...where, id: "2026-03-13/090" }, beats: 10, ...later },
            { from: where, to: where, beats: 1, answer: "superseded", by: "p6", trail: ["p5"] },
          ],
        },
      },
    ],
    "GET /why/p1..p9%40a%2Fb": [problem(404, "HB_NO_REF", "nothing in the log has that ref")],
  });
  const head = "p5  saved (log, received 2026-03-13T10:40:00.000Z)\n";
  assert.equal(
    (await runCli(["why", "p5"], at)).stdout,
    `${head}2026-03-13/081  merged into p3; NOW shows it by now.recent (p5 → p3)\n                  - p3 10:40 saved (2×)\n`,
  );
  assert.equal(
    (await runCli(["why", "p5", "--beat", "2026-03-13/081", "--window", "4096"], at)).stdout,
    `${head}2026-03-13/081  merged into p3; trimmed from NOW (now.recent), which was cut from p9 on (p5 → p3)\n`,
  );
  assert.equal(
    (await runCli(["why", "p5", "--day", "2026-03-13"], at)).stdout,
    `${head}2026-03-13/081 to 2026-03-13/090  later: the beat was made before it came
2026-03-13/081                    superseded by p6, shown nowhere\n`,
  );
  const unknown = await runCli(["why", "p1..p9@a/b"], at);
  assert.deepEqual([unknown.code, unknown.stderr], [1, "heartbeat: nothing in the log has that ref\n"]);
});
