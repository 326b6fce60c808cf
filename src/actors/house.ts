// Who lives in the house and who talks to whom, as data. The supervisor wires it; nothing else knows it.
// Inference has no worker yet: `inference/client.ts` says what state it is in.

export type ActorName = "collection" | "assembly" | "query" | "http";

export interface Resident {
  readonly name: ActorName;
  /** Its worker, relative to this file's folder in `dist/`. */
  readonly worker: string;
  /**
   * Holds a log open, for writing or as a writer opens it: its thread is asked to close and never terminated while the
   * log is open.
   */
  readonly ownsLog: boolean;
  /** Starts when it is first needed; without it pulses are stored and beats are made. */
  readonly onDemand: boolean;
}

/** The actors in the order in which they start: whoever answers stands before whoever asks, the door opens last. */
export const residents: readonly Resident[] = [
  { name: "collection", worker: "./collection/worker.js", ownsLog: true, onDemand: false },
  { name: "assembly", worker: "./assembly/worker.js", ownsLog: true, onDemand: false },
  { name: "query", worker: "./query/worker.js", ownsLog: true, onDemand: true },
  { name: "http", worker: "../http/worker.js", ownsLog: false, onDemand: false },
];

/** Every channel between two actors; main has one to each. What flows on it stands in the receiver's `protocol.ts`. */
export const channels: readonly (readonly [ActorName, ActorName])[] = [
  ["http", "collection"], // request bodies in, answers out
  ["collection", "assembly"], // "head is now N"
  ["assembly", "http"], // snapshot bytes
  ["http", "query"], // questions to the logs in, answers out
];

/** Order in which they close, the flow's: what feeds others first, logs last. */
export const closing: readonly ActorName[] = ["http", "query", "collection", "assembly"];
