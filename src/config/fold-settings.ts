// The part of the configuration a snapshot depends on, and its canonical text: what a tick records.

import type { FoldSettings } from "../pipeline/tick.js";
import type { Config } from "./schema.js";

/** The settings a snapshot depends on. */
export function foldSettings(config: Config): FoldSettings {
  return {
    windows: config.windows,
    tokenizer: config.tokenizer,
    shares: config.shares,
    halfLifeMs: config.halfLifeHours * 3_600_000,
    stateTtlMs: config.stateTtlMinutes * 60_000,
  };
}

/** `foldSettings` as canonical JSON: keys sorted, no spaces, so equal settings are equal bytes. */
export function foldSettingsText(config: Config): string {
  return JSON.stringify(foldSettings(config), sortedKeys);
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
