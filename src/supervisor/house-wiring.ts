// Connects the actors as `channels` in house.ts says. Each time an actor is up it gets a new channel to each of its peers
// that is up; the peer's old one, whose other end is gone, is replaced.

import { MessageChannel, type MessagePort } from "node:worker_threads";
import { type ActorName, channels } from "../actors/house.js";

/** What the wiring needs of an actor. */
export interface Party {
  readonly name: ActorName;
  readonly state: string;
  connect(peer: ActorName, port: MessagePort): void;
}

/** Connects `name`, which is up, to all of its peers that are. */
export function connectPeers(name: ActorName, parties: ReadonlyMap<ActorName, Party>): void {
  const own = parties.get(name);
  for (const pair of channels) {
    const peer = parties.get(pair[0] === name ? pair[1] : pair[0]);
    if (!pair.includes(name) || own === undefined || peer?.state !== "running") continue;
    const { port1, port2 } = new MessageChannel();
    own.connect(peer.name, port1);
    peer.connect(name, port2);
  }
}
