// Who lives in the house and who talks to whom, as data. The supervisor wires it; nothing else knows it.
// Inference has no worker yet: `inference/client.ts` says what state it is in.

export type ActorName = "collection" | "assembly" | "http";

export interface Resident {
  readonly name: ActorName;
  /** Its worker, relative to this file's folder in `dist/`. */
  readonly worker: string;
  /** Holds a log open for writing: its thread is asked to close and never terminated while the log is open. */
  readonly ownsLog: boolean;
}

/** The actors in the order in which they start: whoever answers stands before whoever asks, the door opens last. */
export const residents: readonly Resident[] = [
  { name: "collection", worker: "./collection/worker.js", ownsLog: true },
  { name: "assembly", worker: "./assembly/worker.js", ownsLog: true },
  { name: "http", worker: "../http/worker.js", ownsLog: false },
];

/** Every channel between two actors; main has one to each. What flows on it stands in the receiver's `protocol.ts`. */
export const channels: readonly (readonly [ActorName, ActorName])[] = [
  ["http", "collection"], // request bodies in, answers out
  ["collection", "assembly"], // "head is now N"
  ["assembly", "http"], // snapshot bytes
];

/** Order in which they close, the flow's: what feeds others first, logs last. */
export const closing: readonly ActorName[] = ["http", "collection", "assembly"];
