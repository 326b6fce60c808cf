// Writes pulses.ndjson beside it: a developer's Friday, told by git, shell, CI, calendar, windows, chat, mail and notes.
// The scenes stand below as they were written by hand; a seeded generator fills in which window had the focus.
// node examples/day/make.mjs

import { writeFileSync } from "node:fs";

const day = "2026-03-13";
const berlin = "+01:00";
const pulses = [];

/** `time` is `HH:MM` or `HH:MM:SS`, local. */
function say(time, source, type, text, more = {}) {
  const at = instant(time);
  pulses.push({ receivedAt: at, source, type, ...(text !== null && { text }), time: at, ...more });
}

function instant(time) {
  return `${day}T${time.length === 5 ? `${time}:00` : time}${berlin}`;
}

function seconds(time) {
  const [h, m, s = 0] = time.split(":").map(Number);
  return h * 3600 + m * 60 + s;
}

function clock(at) {
  return [at / 3600, (at / 60) % 60, at % 60].map((n) => String(Math.floor(n)).padStart(2, "0")).join(":");
}

const event = (said, key, text, from, to, more = {}) =>
  say(said, "calendar", "event", text, { key, time: instant(from), ...(to && { until: instant(to) }), ...more });
const commit = (time, text) => say(time, "git", "commit", `committed to orchard: ${text}`);
const ran = (time, command, more = "ok") =>
  say(time, "shell", more.startsWith("failed") ? "command.failed" : "command", `ran \`${command}\`: ${more}`);
const chat = (time, text) => say(time, "chat", "message.user", text);
const ci = (time, type, text) => say(time, "ci", type, text, { key: "main" });

// The calendar, as its collector tells it in the morning: stand-up, a review that will move, a talk that will be
// cancelled, the deadline, and what comes after the weekend.
event("08:05:10", "standup/0313", "Stand-up", "09:30", "09:45");
event("08:05:10", "design-review", "Design review: limits of the import, room Linde", "11:00", "12:00");
event("08:05:10", "lunch", "Lunch with Noor at the canteen", "12:30", "13:15", { importance: 0.5 });
event("08:05:10", "one-on-one/lea", "1:1 with Lea", "16:00", "16:30");
event("08:05:10", "deadline/1.4", "Deadline: CSV import 1.4 is promised to Kunde GmbH", "17:00", null, { importance: 1 });
say("08:05:10", "calendar", "event", "Dentist, Hauptstraße 12", {
  key: "dentist",
  time: "2026-03-16T08:30:00+01:00",
  until: "2026-03-16T09:15:00+01:00",
});
say("08:05:10", "calendar", "event", "Quarterly planning", {
  key: "planning/q2",
  time: "2026-03-17T10:00:00+01:00",
  until: "2026-03-17T12:00:00+01:00",
});
event("10:21:30", "design-review", "Design review: limits of the import, room Linde", "15:00", "15:45");
say("14:12:00", "calendar", "event", null, { key: "one-on-one/lea", retract: true, time: instant("14:12:00") });
event("15:41:00", "design-review", "Design review: limits of the import, room Linde", "15:00", "15:55");

// Morning: mail with the bug, stand-up, the cause found.
say("08:11:20", "mail", "mail", "mail from Kunde GmbH: importing 40,000 rows stops at row 32,768 without an error", {
  importance: 0.8,
});
ran("08:19:40", "git pull --rebase");
ran("08:24:05", "npm test");
say("08:31:00", "tracker", "issue", "issue #418 opened from the mail: import stops at row 32,768", { importance: 0.7 });
ran("08:52:33", "node scripts/import.mjs big.csv", "failed: stopped at row 32768, exit code 0");
say("09:02:10", "notes", "note", "note: the row counter is a signed 16-bit field of the batch header", { importance: 0.9 });
chat("09:06:45", "asked Claude: how do others version a binary batch header; answer: a version byte first, refuse what is newer");
ran("09:21:12", "npm test -- batch-header");
commit("09:24:50", "batch header version 2 counts rows in 32 bits (#418)");
say("09:46:00", "notes", "note", "stand-up: Noor waits for a review of #212, Lea is out from 14:00, the release is still at 17:00");
ran("09:58:00", "npm test");
ran("10:04:30", "git push");
ci("10:05:20", "ci.running", "CI on main: running for \"batch header version 2\"");
ci("10:13:40", "ci.failed", "CI on main: failed, importer.spec.ts: 2 of 311 tests: old batches are no longer read");
say("10:14:30", "mail", "mail", "mail from CI: the build of main is broken since \"batch header version 2\"");
ran("10:23:00", "npm test -- importer", "failed: 2 of 311, reads a version 1 batch");
chat("10:27:15", "told Claude: batches written before 1.4 have no version byte; their first byte is never below 0x20");
ran("10:41:50", "npm test -- importer");
commit("10:44:20", "batches of version 1 are read as before (#418)");
ran("10:45:00", "git push");
ci("10:45:40", "ci.running", "CI on main: running for \"batches of version 1\"");
ci("10:54:10", "ci.passed", "CI on main: passed, 313 tests");

// Before lunch: the review.
say("11:02:00", "tracker", "review", "began to review #212 of Noor: quoted line breaks in CSV");
chat("11:20:40", "asked Claude: does RFC 4180 allow a bare CR within quotes; answer: yes, any character");
say("11:48:30", "tracker", "review", "approved #212 of Noor, asked for a test with a bare CR within quotes", { importance: 0.7 });
ran("12:02:10", "git pull --rebase");
ran("12:09:30", "node bench/import.mjs --rows 1000000", "ok, 1,000,000 rows in 8.4 s, 61 MB");
commit("12:21:05", "bench: a million rows, memory stays below 64 MB");

// After lunch: decimals, a flaky afternoon, the release.
say("13:21:00", "mail", "mail", "mail from Kunde GmbH: amounts in our files have a decimal comma, please confirm");
chat("13:29:10", "told Claude: amounts of Kunde GmbH use a decimal comma and a dot for thousands");
ran("13:52:40", "npm test -- amounts", "failed: 1 of 14, \"1.234,50\" was read as 1.2345");
ran("14:07:25", "npm test -- amounts");
commit("14:09:50", "decimal comma by column, never guessed (#421)");
ran("14:31:00", "npm test");
ran("14:33:10", "git push");
ci("14:34:00", "ci.running", "CI on main: running for \"decimal comma by column\"");
ci("14:42:30", "ci.passed", "CI on main: passed, 327 tests");
say("14:47:00", "mail", "mail", "answered Kunde GmbH: decimal comma is set by column in 1.4");
say("15:57:30", "notes", "note", "design review: limit is 10 million rows a file, a clear error above; no limit on columns", {
  importance: 0.9,
});
ran("16:08:00", "npm test -- limits");
commit("16:11:40", "more than 10 million rows are refused with the row named (#422)");
ran("16:13:00", "git push");
ci("16:13:40", "ci.running", "CI on main: running for \"more than 10 million rows\"");
ci("16:22:05", "ci.passed", "CI on main: passed, 331 tests");
commit("16:31:30", "changelog and version 1.4.0");
ran("16:38:20", "npm run release", "ok, published 1.4.0");
say("16:41:00", "git", "tag", "tagged orchard v1.4.0", { importance: 0.9 });
say("16:44:10", "mail", "mail", "wrote to Kunde GmbH: 1.4.0 is there, with the fix for 32,768 rows", { importance: 0.8 });
say("17:06:00", "tracker", "issue", "closed #418, #421 and #422 with 1.4.0", { importance: 0.7 });
ran("17:19:00", "git switch -c idea/xlsx");
chat("17:26:30", "asked Claude: which parts of a streaming CSV importer would an XLSX one share");

// States that collectors repeat: branch and unsaved work every ten minutes, the keyboard when it changes.
const branches = [
  ["08:16:00", "main"],
  ["08:40:00", "fix/row-counter"],
  ["11:00:00", "review/212"],
  ["12:00:00", "main"],
  ["13:25:00", "feature/decimal-comma"],
  ["15:56:00", "feature/limits"],
  ["16:24:00", "main"],
  ["17:19:30", "idea/xlsx"],
];
const away = [
  ["12:29:00", "13:17:00"],
  ["14:52:00", "15:56:30"],
];
const isAway = (at) => away.some(([from, to]) => at >= seconds(from) && at < seconds(to));
for (let at = seconds("08:16:00"); at < seconds("17:40:00"); at += 600) {
  if (isAway(at)) continue;
  const [, branch] = branches.findLast(([from]) => seconds(from) <= at);
  say(clock(at), "git", "branch", `orchard is on branch ${branch}`, { key: "orchard/branch" });
}
say("08:03:00", "idle", "idle", "at the keyboard", { key: "idle" });
say("12:31:00", "idle", "idle", "away from the keyboard", { key: "idle" });
say("13:17:00", "idle", "idle", "at the keyboard", { key: "idle" });
say("14:55:00", "idle", "idle", "away from the keyboard", { key: "idle" });
say("15:56:30", "idle", "idle", "at the keyboard", { key: "idle" });
say("17:40:00", "idle", "idle", "away from the keyboard", { key: "idle" });

// Which window had the focus, by what the scene is about.
const scenes = [
  ["08:03:00", ["Mail: Inbox (3)", "Mail: Kunde GmbH: import stops", "Firefox: Orchard issues", "Terminal: orchard"]],
  ["08:36:00", ["Code: batch-header.ts", "Code: importer.ts", "Terminal: orchard", "Firefox: Int16Array, MDN"]],
  ["09:28:00", ["Meet: Stand-up", "Firefox: Orchard board"]],
  ["09:46:00", ["Code: batch-header.ts", "Code: ● importer.spec.ts", "Terminal: orchard"]],
  ["10:14:00", ["Firefox: CI, main, run 1182", "Code: importer.spec.ts", "Code: batch-header.ts", "Terminal: npm test 43 %"]],
  ["11:00:00", ["Firefox: Pull request #212: quoted line breaks", "Firefox: RFC 4180", "Code: csv-lexer.ts", "Slack: Noor"]],
  ["12:02:00", ["Terminal: bench", "Code: bench/import.mjs"]],
  ["13:17:00", ["Mail: Inbox (2)", "Code: amounts.ts", "Code: amounts.spec.ts", "Terminal: orchard", "Firefox: CLDR number formats"]],
  ["14:34:00", ["Firefox: CI, main, run 1187", "Mail: Kunde GmbH: decimal comma"]],
  ["15:56:30", ["Code: limits.ts", "Code: limits.spec.ts", "Terminal: orchard"]],
  ["16:24:00", ["Code: CHANGELOG.md", "Terminal: release", "Firefox: npm: orchard 1.4.0", "Mail: Kunde GmbH: 1.4.0"]],
  ["17:06:00", ["Firefox: Orchard issues", "Firefox: ECMA-376, spreadsheet parts", "Notes: XLSX idea"]],
];
let seed = 20260313;
const random = () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
};
for (let at = seconds("08:03:10"); at < seconds("17:39:00"); at += 20 + Math.floor(random() ** 2 * 110)) {
  if (isAway(at)) continue;
  const [, titles] = scenes.findLast(([from]) => seconds(from) <= at);
  const title = titles[Math.floor(random() ** 1.5 * titles.length)];
  say(clock(at), "window", "window.focus", title, { key: "focus" });
}

pulses.sort((a, b) => Date.parse(a.receivedAt) - Date.parse(b.receivedAt));
writeFileSync(new URL("pulses.ndjson", import.meta.url), pulses.map((pulse) => `${JSON.stringify(pulse)}\n`).join(""));
