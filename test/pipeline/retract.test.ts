// A retraction: what its source and key said no longer holds. It is never shown itself, but keeps the place of its key.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Said, Timeline } from "./timeline.js";

const key = "k";
const retract: Said = { key, retract: true };

interface Case {
  readonly about: string;
  readonly pulses: readonly (readonly [received: string, said: Said])[];
  readonly shown: readonly string[];
}

const table: readonly Case[] = [
  {
    about: "an event to come goes",
    pulses: [
      ["10:40", { key, text: "Retro", time: "11:00" }],
      ["10:44", retract],
    ],
    shown: [],
  },
  {
    about: "a running one ends",
    pulses: [
      ["10:00", { key, text: "Retro", time: "10:30", until: "11:30" }],
      ["10:44", retract],
    ],
    shown: ["- p1 10:30–10:44 Retro"],
  },
  {
    about: "a state ends",
    pulses: [
      ["10:40", { key, text: "Code" }],
      ["10:44", retract],
    ],
    shown: ["- p1 10:40–10:44 Code"],
  },
  { about: "nothing to retract", pulses: [["10:44", retract]], shown: [] },
  {
    about: "what was said before it, and comes after it, ended with it",
    pulses: [
      ["10:44", retract],
      ["10:45", { key, text: "Code", time: "10:41" }],
    ],
    shown: ["- p2 10:41–10:44 Code"],
  },
  {
    about: "an older retraction that comes late changes nothing of what came since by receipt",
    pulses: [
      ["10:40", { key, text: "Code" }],
      ["10:43", retract],
      ["10:44", { key, text: "Mail" }],
    ],
    shown: ["- p3 since 10:44 Mail", "- p1 10:40–10:43 Code"],
  },
  {
    about: "a text it comes with is not shown",
    pulses: [["10:44", { ...retract, text: "Retro is cancelled" }]],
    shown: [],
  },
];

for (const { about, pulses, shown } of table) {
  test(about, () => {
    const timeline = new Timeline();
    for (const [received, said] of pulses) timeline.say(received, said);
    const items = timeline.tick("10:48").windows[0]?.sections.flatMap((section) => section.items) ?? [];
    assert.deepEqual(
      items.map(({ text }) => text.trimEnd()),
      shown,
    );
  });
}
