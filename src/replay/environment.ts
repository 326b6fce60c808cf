// What a snapshot depends on besides its inputs: who recomputes it under another version compares two environments, not
// two results.

import { HeartbeatError } from "../errors.js";
import { encodings } from "../pipeline/tokens.js";
import { packageVersion } from "../version.js";

/** As a record of the snapshot log says it. */
export interface Environment {
  readonly engine: string;
  /** Version of the Unicode tables. */
  readonly unicode: string;
  readonly tokenizer: string;
}

/** @returns what differs here, `engine 0.2.0, here 0.1.0`; `null` if nothing does */
export function environmentDifference({ engine, unicode, tokenizer }: Environment): string | null {
  const own = { engine: packageVersion(), unicode: process.versions.unicode ?? "" };
  const differences = [
    ...(engine === own.engine ? [] : [`engine ${engine}, here ${own.engine}`]),
    ...(unicode === own.unicode ? [] : [`Unicode ${unicode}, here ${own.unicode}`]),
    ...((encodings as readonly string[]).includes(tokenizer)
      ? []
      : [`tokenizer ${tokenizer}, which is not known here`]),
  ];
  return differences.length === 0 ? null : differences.join("; ");
}

export function environmentError(difference: string): HeartbeatError {
  return new HeartbeatError("HB_REPLAY_ENVIRONMENT", `environment differs: ${difference}`, {
    hint: "run it with the version of heartbeat and of Node that made it",
  });
}
