// Who lives in the house and who talks to whom, as data. The supervisor wires it; nothing else knows it.

export type ActorName = "http" | "collection" | "assembly" | "inference";

/** Each actor's worker, relative to this file's folder in `dist/`, in the order in which they start; they close in the reverse of `closing`. */
export const workers: Readonly<Record<ActorName, string>> = {
  collection: "./collection/worker.js",
  assembly: "./assembly/worker.js",
  inference: "./inference/worker.js",
  http: "../http/worker.js",
};

/** Every channel between two actors; main has one to each. What flows on it stands in the receiver's `protocol.ts`. */
export const channels: readonly (readonly [ActorName, ActorName])[] = [
  ["http", "collection"], // request bodies in, answers out
  ["collection", "assembly"], // "head is now N"
  ["assembly", "http"], // snapshot bytes
];

/** Flow order: what feeds others stops first, logs last. */
export const closing: readonly ActorName[] = ["http", "inference", "collection", "assembly"];
