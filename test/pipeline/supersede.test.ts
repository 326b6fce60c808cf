// A newer pulse of a source and key replaces the older one; what that leaves of it, where it stands, and till when.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Said, Timeline } from "./timeline.js";

interface Case {
  readonly about: string;
  readonly pulses: readonly (readonly [received: string, said: Said])[];
  readonly tick: string;
  readonly now?: readonly string[];
  readonly projection?: readonly string[];
  readonly history?: readonly string[];
}

const key = "k";
const table: readonly Case[] = [
  {
    about: "a state ends when the next begins",
    pulses: [
      ["10:40", { key, text: "Code" }],
      ["10:44", { key, text: "Mail" }],
    ],
    tick: "10:48",
    now: ["- p2 since 10:44 Mail", "- p1 10:40–10:44 Code"],
  },
  {
    about: "a state held for less than 5 s was a glance: shown nowhere",
    pulses: [
      ["10:40", { key, text: "Code" }],
      ["10:40:04.999", { key, text: "Mail" }],
    ],
    tick: "10:48",
    now: ["- p2 since 10:40 Mail"],
  },
  {
    about: "5 s is no glance",
    pulses: [
      ["10:40", { key, text: "Code" }],
      ["10:40:05", { key, text: "Mail" }],
    ],
    tick: "10:48",
    now: ["- p2 since 10:40 Mail", "- p1 10:40 Code"],
  },
  {
    about: "a state last said more than 60 min before ends at its last t",
    pulses: [
      ["08:40", { key, text: "Code" }],
      ["10:44", { key, text: "Mail" }],
    ],
    tick: "10:48",
    now: ["- p2 since 10:44 Mail"],
    history: ["- b1 Fri 13 Mar 08:40 Code"],
  },
  {
    about: "a state last said 60 min before held till then",
    pulses: [
      ["09:44", { key, text: "Code" }],
      ["10:44", { key, text: "Mail" }],
    ],
    tick: "10:48",
    now: ["- p2 since 10:44 Mail", "- p1 09:44–10:44 Code"],
  },
  {
    about: "a meeting that moves before it began: the old one is shown nowhere",
    pulses: [
      ["10:40", { key, text: "Retro", time: "11:00", until: "11:30" }],
      ["10:44", { key, text: "Retro", time: "12:00", until: "12:30" }],
    ],
    tick: "10:48",
    projection: ["- p2 Fri 13 Mar 12:00–12:30 Retro"],
  },
  {
    about: "a running meeting that is moved ends when that is said",
    pulses: [
      ["10:00", { key, text: "Retro", time: "10:30", until: "11:30" }],
      ["10:44", { key, text: "Retro", time: "12:00", until: "12:30" }],
    ],
    tick: "10:48",
    now: ["- p1 10:30–10:44 Retro"],
    projection: ["- p2 Fri 13 Mar 12:00–12:30 Retro"],
  },
  {
    about: "one that is over keeps its end",
    pulses: [
      ["10:00", { key, text: "Retro", time: "10:30", until: "10:41" }],
      ["10:44", { key, text: "Next", time: "12:00", until: "12:30" }],
    ],
    tick: "10:48",
    now: ["- p1 10:30–10:41 Retro"],
    projection: ["- p2 Fri 13 Mar 12:00–12:30 Next"],
  },
  {
    about: "a state that is older than what its key says now is superseded when the two meet",
    pulses: [
      ["10:44", { key, text: "Mail" }],
      ["10:45", { key, text: "Code", time: "10:42" }],
    ],
    tick: "10:48",
    now: ["- p1 since 10:44 Mail", "- p2 10:42–10:44 Code"],
  },
  {
    about: "A01: two that arrive in the wrong order, 1 ms apart",
    pulses: [
      ["10:44", { key, text: "Tab A", time: "10:43:41.956" }],
      ["10:44", { key, text: "Tab B", time: "10:43:41.955" }],
    ],
    tick: "10:48",
    now: ["- p1 since 10:43 Tab A"],
  },
  {
    about: "pulses with until go by receipt: the later received is the newer, whatever its time",
    pulses: [
      ["10:40", { key, text: "Late", time: "12:00", until: "12:30" }],
      ["10:41", { key, text: "Early", time: "11:00", until: "11:30" }],
    ],
    tick: "10:48",
    projection: ["- p2 Fri 13 Mar 11:00–11:30 Early"],
  },
  {
    about: "a state that a meeting replaces ends at the meeting's begin",
    pulses: [
      ["10:40", { key, text: "free" }],
      ["10:44", { key, text: "busy", time: "10:42", until: "11:00" }],
    ],
    tick: "10:48",
    now: ["- p2 10:42–11:00 busy", "- p1 10:40–10:42 free"],
  },
  {
    about: "other sources and other keys are not touched",
    pulses: [
      ["10:40", { key, text: "a" }],
      ["10:41", { key: "other", text: "b" }],
      ["10:42", { source: "git", key, text: "c" }],
    ],
    tick: "10:48",
    now: ["- p1 since 10:40 a", "- p2 since 10:41 b", "- p3 since 10:42 c"],
  },
  {
    about: "a newer epoch is newer, whatever the clocks say",
    pulses: [
      ["2026-03-15T08:00", { key, text: "before" }],
      ["10:44", { key, text: "after", epoch: 1 }],
    ],
    tick: "10:48",
    now: ["- p2 since 10:44 after"],
  },
];

for (const { about, pulses, tick, now = [], projection = [], history = [] } of table) {
  test(about, () => {
    const timeline = new Timeline();
    for (const [received, said] of pulses) timeline.say(received, said);
    const sections = timeline.tick(tick).windows[0]?.sections ?? [];
    const lines = Object.fromEntries(
      sections.map(({ name, items }) => [name, items.map((item) => item.text.trimEnd())]),
    );
    assert.deepEqual(lines, { INTENTION: [], HISTORY: history, PROJECTION: projection, NOW: now });
  });
}
