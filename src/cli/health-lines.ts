// `/health` as lines for people. Pure: the same health gives the same lines but for local time.

import type { Health } from "../http/protocol.js";

export function healthLines(health: Health, dir: string): string[] {
  const { beat, log } = health;
  const megabytes = Math.round(health.rssBytes / 1e6);
  return [
    `Heartbeat ${health.version}: ${health.status}`,
    ...health.problems.map((problem) => `  ! ${problem}`),
    row("Daemon", `pid ${health.pid}, up ${span(health.uptimeSeconds)}, ${megabytes} MB, ${transport(health)}`),
    row("Beat", `${lastBeat(beat.last)}; next ${clock(beat.next)}`),
    ...beat.gaps.slice(-3).map(({ from, to, reason }) => row("Gap", `${from} to ${to}: ${reason}`)),
    row("Log", `${log.head} pulses, ${share(log)}`),
    ...health.actors.map(({ name, status, restarts, detail }) =>
      row(name, status + (restarts > 0 ? `, restarted ${restarts} times` : "") + (detail ? `: ${detail}` : "")),
    ),
    ...health.collectors.map(({ name, status, detail }) =>
      row(`${name} collector`, status + (detail && `: ${detail}`)),
    ),
    row("Inference", `${health.inference.state}: ${health.inference.reason}`),
    ...(health.paused === null ? [] : [row("Paused", pausedUntil(health.paused.until))]),
    row("Data folder", dir),
  ];
}

function transport({ transport }: Health): string {
  if (transport === null) return "no transport yet";
  return transport.name + (transport.reason === null ? "" : ` (${transport.reason})`);
}

function row(name: string, text: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1).padEnd(17)} ${text}`;
}

function lastBeat(last: Health["beat"]["last"]): string {
  if (last === null) return "none yet";
  return `${last.id} at ${clock(last.time)}${last.tookMs === null ? "" : `, took ${Math.round(last.tookMs)} ms`}`;
}

function pausedUntil(until: string | null): string {
  return until === null ? "until `heartbeat resume`" : `until ${clock(until)}`;
}

function share({ usedBytes, maxBytes }: Health["log"]): string {
  const percent = Math.floor((usedBytes / maxBytes) * 100);
  return `${(usedBytes / 1e6).toFixed(1)} MB, ${percent} % of what it may use`;
}

/** Local `10:56:00`. */
function clock(time: string): string {
  return new Date(time).toTimeString().slice(0, 8);
}

/** `2 d 3 h`, `5 min`, `12 s`: the two greatest units. */
function span(seconds: number): string {
  const units = [
    [Math.floor(seconds / 86_400), "d"],
    [Math.floor(seconds / 3600) % 24, "h"],
    [Math.floor(seconds / 60) % 60, "min"],
    [Math.floor(seconds) % 60, "s"],
  ] as const;
  const first = units.findIndex(([count]) => count > 0);
  if (first < 0) return "0 s";
  const shown = units.slice(first, first + 2).filter(([count]) => count > 0);
  return shown.map(([count, unit]) => `${count} ${unit}`).join(" ");
}
