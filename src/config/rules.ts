// What a schema can't say about the configuration: each rule names its field and what it expects of it.
// Pure but for Intl's table of zones and the home folder it is given.

import { isAbsolute, join } from "node:path";
import type { Config } from "./schema.js";

/** A field that breaks a rule. */
export interface Finding {
  /** Dotted name, `http.origins[2]`. */
  readonly field: string;
  readonly expected: string;
  readonly got: unknown;
}

/** Judges a configuration whose shape is right. */
export function brokenRules(config: Config): Finding[] {
  return [
    ...(config.zone === "local" || isZone(config.zone)
      ? []
      : [{ field: "zone", expected: 'an IANA time zone such as "Europe/Berlin", or "local"', got: config.zone }]),
    ...sharesFindings(config.shares),
    ...each("http.origins", config.http.origins, isOrigin, "an origin: scheme://host or scheme://host:port, no path"),
    ...each(
      "collectors.git.repositories",
      config.collectors.git.repositories,
      (path) => isAbsolute(path) || path === "~" || path.startsWith("~/"),
      'an absolute path, or one from "~/"',
    ),
  ];
}

/** Whether Intl knows `name` as a zone; plain offsets such as `+02:00` are none. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** `path` with a leading `~` replaced by `home`. */
export function expandHome(path: string, home: string): string {
  return path === "~" || path.startsWith("~/") ? join(home, path.slice(1)) : path;
}

function sharesFindings(shares: Config["shares"]): Finding[] {
  const sum = shares.intention + shares.now + shares.history + shares.projection;
  return sum <= 1000
    ? []
    : [{ field: "shares", expected: "shares that are at most 1000 per mille together", got: sum }];
}

function each(
  field: string,
  values: readonly string[],
  holds: (value: string) => boolean,
  expected: string,
): Finding[] {
  return values.flatMap((got, index) => (holds(got) ? [] : [{ field: `${field}[${index}]`, expected, got }]));
}

function isOrigin(value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@]+$/.test(value);
}
