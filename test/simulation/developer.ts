// A developer made up from a seed: what the collectors and tools of a laptop would send over the days. Work days with a
// lunch break, meetings announced the evening before (some move, some are cancelled), window titles that hop, commands,
// commits, builds, notes to a model; weekends with an hour at the screen at most. Day n is the same whatever is asked for before.

import { dayMs } from "../../src/pipeline/beat-clock.js";
import type { Pulse } from "../../src/pipeline/pulse.js";
import { type Random, randomFrom } from "./random.js";

export interface Received {
  /** ms since 1970. */
  readonly receivedAt: number;
  readonly pulse: Pulse;
}

const second = 1_000;
const minute = 60_000;
const hour = 3_600_000;
/** How often a collector says its states again. */
const repeatMs = 5 * minute;

const repositories = ["heartbeat", "billing", "website", "infra"] as const;
const modules = [
  "parser",
  "scheduler",
  "login",
  "invoice",
  "cache",
  "search",
  "export",
  "router",
  "mailer",
  "index",
] as const;
const verbs = ["Fix", "Add", "Rename", "Remove", "Speed up", "Document", "Test", "Split", "Simplify"] as const;
const things = [
  "the retry loop",
  "error messages",
  "a race at shutdown",
  "the date filter",
  "pagination",
  "the lock file",
  "an off-by-one in totals",
  "the settings page",
  "stale entries",
  "the upload limit",
] as const;
const questions = [
  "why does",
  "how can I test",
  "what is the simplest way to mend",
  "is there a known problem with",
  "please review",
] as const;
const sites = ["Stack Overflow", "MDN", "GitHub", "Hacker News", "Wikipedia", "the npm registry"] as const;
const meetings = ["Standup", "Planning", "1:1 with Kim", "Design review", "Retro", "Customer call"] as const;

/** The pulses of one UTC day, in order of receipt. @param day days since 1970 */
export function developerDay(seed: number, day: number): readonly Received[] {
  const random = randomFrom(seed * 1_000_003 + day);
  const desk = new Desk(random, day * dayMs);
  const weekday = (day + 4) % 7;
  if (weekday === 0 || weekday === 6) weekend(desk, random);
  else workDay(desk, random, weekday === 5 ? 3 : 1);
  return desk.received.sort((a, b) => a.receivedAt - b.receivedAt);
}

function weekend(desk: Desk, random: Random): void {
  if (random.chance(40)) return;
  desk.sit(hour * random.between(10, 20), minute * random.between(10, 60), 2);
}

/** @param nextWorkDay days until it */
function workDay(desk: Desk, random: Random, nextWorkDay: number): void {
  const start = hour * 8 + minute * random.between(0, 60);
  const lunch = hour * 12 + minute * random.between(0, 40);
  desk.sit(start, lunch - start, 20);
  const after = lunch + minute * random.between(30, 70);
  desk.sit(after, hour * 17 + minute * random.between(0, 80) - after, 20);
  desk.announce(hour * 17, nextWorkDay);
  if (random.chance(20)) desk.sit(hour * 20, minute * random.between(20, 90), 10);
}

class Desk {
  readonly received: Received[] = [];
  readonly #random: Random;
  readonly #start: number;
  #title = "";
  #repository: string = repositories[0];

  constructor(random: Random, start: number) {
    this.#random = random;
    this.#start = start;
    this.#repository = random.pick(repositories);
  }

  /** Time at the screen: from `at` (ms of the day) for `ms`. @param pace in 1,000: how often a tool is used instead of a window */
  sit(at: number, ms: number, pace: number): void {
    const end = this.#start + at + ms;
    let said = 0;
    for (let now = this.#start + at; now < end; now += second * this.#random.between(2, 110)) {
      if (now - said >= repeatMs) {
        this.#repeat(now);
        said = now;
      }
      if (this.#random.between(1, 100) <= pace) this.#useTool(now);
      else if (this.#random.chance(4)) this.#hop(now);
      else this.#focus(now);
    }
    this.#say(end, { source: "idle", type: "idle", key: "idle", text: "away from the keyboard" });
  }

  /** The calendar of a later day, posted in the evening; now and then a meeting moves or is called off. */
  announce(at: number, daysAhead: number): void {
    const now = this.#start + at;
    const day = this.#start + daysAhead * dayMs;
    for (let n = this.#random.between(1, 4); n > 0; n--) {
      const title = this.#random.pick(meetings);
      const key = `${title}@${day / dayMs}`;
      const begin = day + hour * this.#random.between(9, 16) + minute * 30 * this.#random.between(0, 1);
      const event = (time: number, until: number): Pulse => ({
        source: "calendar",
        type: "event",
        key,
        text: title,
        time,
        until,
      });
      this.#say(now + second * n, event(begin, begin + 30 * minute));
      if (this.#random.chance(15)) this.#say(now + minute * n, event(begin + hour, begin + hour + 30 * minute));
      if (this.#random.chance(10)) this.#say(now + hour, { source: "calendar", type: "event", key, retract: true });
    }
  }

  #repeat(now: number): void {
    this.#say(now, { source: "idle", type: "idle", key: "idle", text: "at the keyboard" });
    this.#say(now, {
      source: "git",
      type: "branch",
      key: this.#repository,
      text: `on branch ${this.#topic()} of ${this.#repository}`,
    });
  }

  #focus(now: number): void {
    const module = this.#random.pick(modules);
    this.#title = this.#random.pick([
      `Code: ${module}.ts — ${this.#repository}`,
      `Code: ${module}.test.ts — ${this.#repository}`,
      `Terminal: ~/src/${this.#repository}`,
      `Firefox: ${this.#random.pick(things)} — ${this.#random.pick(sites)}`,
      `Slack: #${this.#repository}`,
    ]);
    this.#say(now, { source: "window", type: "window.focus", key: "focus", text: this.#title });
  }

  /** Two titles every second, as when windows are cycled. */
  #hop(now: number): void {
    const other = `Firefox: ${this.#random.pick(things)} — ${this.#random.pick(sites)}`;
    for (let n = this.#random.between(3, 12); n > 0; n--) {
      const text = n % 2 === 0 ? this.#title : other;
      this.#say(now + second * n, { source: "window", type: "window.focus", key: "focus", text });
    }
  }

  #useTool(now: number): void {
    const { between, pick, chance } = this.#random;
    const what = `${pick(verbs)} ${pick(things)} of ${pick(modules)}`;
    switch (between(0, 9)) {
      case 0:
      case 1:
        this.#say(now, {
          source: "git",
          type: "commit",
          text: `committed ${between(4096, 65535).toString(16)} "${what}" to ${this.#repository}`,
        });
        break;
      case 2:
        this.#say(now, {
          source: "claude",
          type: "message.user",
          text: `asked Claude: ${pick(questions)} ${pick(things)} of ${pick(modules)} in ${this.#repository}`,
        });
        break;
      case 3:
        this.#say(now, {
          source: "ci",
          type: chance(30) ? "build.failed" : "build",
          text: `build ${between(1000, 9999)} of ${this.#repository}: ${what}`,
        });
        break;
      case 4:
        this.#repository = pick(repositories);
        this.#repeat(now);
        break;
      default:
        this.#say(now, {
          source: "shell",
          type: chance(20) ? "command.failed" : "command",
          text: `ran \`npm test ${pick(modules)}\` in ${this.#repository}`,
        });
    }
  }

  #topic(): string {
    return `${this.#random.pick(verbs).toLowerCase().replace(" ", "-")}-${this.#random.pick(modules)}`;
  }

  #say(receivedAt: number, pulse: Pulse): void {
    this.received.push({ receivedAt, pulse });
  }
}
