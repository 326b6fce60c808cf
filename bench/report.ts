// What a benchmark found and on what: printed as JSON and, with `--save`, kept in bench/results/ to be committed.

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname } from "node:path";

/** @param name of the benchmark: its path in bench/ without the extension */
export function report(name: string, figures: Readonly<Record<string, unknown>>): void {
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version, commit: commit() };
  const text = `${JSON.stringify({ bench: name, ...machine, figures }, null, 2)}\n`;
  process.stdout.write(text);
  if (!process.argv.includes("--save")) return;
  const file = new URL(`../../bench/results/${name}.json`, import.meta.url);
  mkdirSync(dirname(file.pathname), { recursive: true });
  writeFileSync(file, text);
}

function commit(): string {
  const git = (...args: string[]): string => execFileSync("git", args, { encoding: "utf8" }).trim();
  return git("rev-parse", "--short", "HEAD") + (git("status", "--porcelain", "--", "src") === "" ? "" : " and changes");
}

/** ms of CPU time: what else runs on the machine counts less than in wall time. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** The value at `part` (0…1) of sorted values. */
export function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
