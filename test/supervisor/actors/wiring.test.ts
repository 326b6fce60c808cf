import assert from "node:assert/strict";
import { test } from "node:test";
import { type ActorName, channels, closing, residents } from "../../../src/actors/house.js";
import type { Party } from "../../../src/supervisor/house-wiring.js";
import { connectPeers } from "../../../src/supervisor/house-wiring.js";
import { actorHouse, type FixtureHandle } from "./harness.js";

test("each channel of the house connects two actors that live in it; who closes, lives there", () => {
  const names = new Set(residents.map(({ name }) => name));
  for (const [a, b] of channels) assert.ok(names.has(a) && names.has(b) && a !== b);
  assert.deepEqual([...closing].sort(), [...names].sort());
});

test("peers talk; after one was restarted they talk again, both ways", async () => {
  const parties = new Map<ActorName, Party>();
  const wire = (name: ActorName) => () => connectPeers(name, parties);
  const hurry = (ms: number) => ms === 100;
  const collection = actorHouse({ name: "collection", hurry, onUp: wire("collection") });
  const http = actorHouse({ name: "http", hurry, onUp: wire("http") });
  for (const { handle } of [collection, http]) parties.set(handle.name, handle);
  await collection.handle.start();
  await http.handle.start();
  await talk(collection.handle, http.handle);

  collection.handle.tell({ type: "exit" });
  await collection.up(2);
  await talk(collection.handle, http.handle);

  http.handle.tell({ type: "crash" });
  await http.up(2);
  await talk(collection.handle, http.handle);
  await Promise.all([collection.handle.close(1_000), http.handle.close(1_000)]);
});

test("an ask from peer to peer settles when the peer dies", async () => {
  const parties = new Map<ActorName, Party>();
  const collection = actorHouse({ name: "collection", onUp: () => connectPeers("collection", parties) });
  const http = actorHouse({ name: "http", onUp: () => connectPeers("http", parties) });
  for (const { handle } of [collection, http]) parties.set(handle.name, handle);
  await collection.handle.start();
  await http.handle.start();
  collection.handle.tell({ type: "exit" });
  await assert.rejects(http.handle.ask({ type: "askPeer", peer: "collection", value: 1 }), {
    code: "HB_CHANNEL_CLOSED",
  });
  await Promise.all([collection.handle.close(1_000), http.handle.close(1_000)]);
});

async function talk(collection: FixtureHandle, http: FixtureHandle): Promise<void> {
  assert.equal(await http.ask({ type: "askPeer", peer: "collection", value: "down" }), "down");
  assert.equal(await collection.ask({ type: "askPeer", peer: "http", value: "up" }), "up");
}
