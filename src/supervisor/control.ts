// What main answers to http: beat, health, pause, resume, rotateToken, forget, prune.

import type { ForgetAnswer, ToForget } from "../actors/assembly/protocol.js";
import { unknownMessage } from "../actors/channel.js";
import type { PruneAnswer } from "../actors/collection/protocol.js";
import type { SupervisorAnswers, SupervisorMessage } from "../http/protocol.js";
import type { MadeBeat } from "./beat-maker.js";
import type { ForcedBeats } from "./forced-beats.js";
import { composeHealth, type HealthParts } from "./health.js";
import type { Pausing } from "./pause.js";

export interface ControlOptions {
  readonly forced: ForcedBeats<MadeBeat>;
  readonly pausing: Pausing;
  readonly health: () => HealthParts;
  /** Makes a new token, which holds from now on. */
  readonly rotateToken: () => string;
  /** Answered when no byte of what they said is left in the log. */
  readonly forget: (what: ToForget) => Promise<ForgetAnswer>;
  /** Drops pulses received before that instant that a snapshot was made from. */
  readonly prune: (before: number) => Promise<PruneAnswer>;
  /** Starts the query actor unless it is started. */
  readonly wakeQuery: () => Promise<void>;
}

/** Answers one message of http. */
export function answerControl(message: SupervisorMessage, options: ControlOptions): unknown {
  switch (message.type) {
    case "beat":
      return forceBeat(options.forced);
    case "health":
      return composeHealth(options.health()) satisfies SupervisorAnswers["health"];
    case "pause":
      return options.pausing.begin(message.minutes);
    case "resume":
      return options.pausing.end();
    case "rotateToken":
      return { token: options.rotateToken() } satisfies SupervisorAnswers["rotateToken"];
    case "forget":
      return options.forget(message.what);
    case "prune":
      return options.prune(message.before);
    case "wakeQuery":
      return options.wakeQuery();
    default:
      return unknownMessage(message);
  }
}

async function forceBeat(forced: ForcedBeats<MadeBeat>): Promise<SupervisorAnswers["beat"]> {
  const { ordinal, id, windows } = (await forced.request()).answer;
  return { ordinal, id, tokens: windows[0]?.tokens ?? 0 };
}
