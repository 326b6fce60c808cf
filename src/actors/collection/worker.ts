// The collection actor's thread: sole writer of the pulses log.
//
//   http ──body──▶ take ──group commit──▶ log       main ◀──status, at most once a second──┐
//     ◀──answer───────────flushed──┘        └─state$─┴──▶ assembly: "head is N"             │
//                                            └──────────────────────────────────────────────┘

import { distinctUntilChanged, map, Subject, Subscription, throttleTime } from "rxjs";
import { PulsesLog } from "../../log/pulses-log.js";
import { createRedactor } from "../../log/redact.js";
import { type Channel, unknownMessage } from "../channel.js";
import { type Actor, type House, serve } from "../serve.js";
import { Collection } from "./collection.js";
import type {
  CollectionMessage,
  CollectionReady,
  CollectionSettings,
  CollectionStatus,
  HeadMessage,
} from "./protocol.js";

const statusMs = 1_000;
const readerCheckMs = 3_600_000;

async function open(house: House<CollectionSettings>): Promise<Actor> {
  const { folder, maxBytes, redactPatterns } = house.settings;
  const redact = await createRedactor(redactPatterns);
  const log = new PulsesLog(folder);
  const state$ = new Subject<CollectionStatus>();
  let assembly: Channel<HeadMessage> | undefined;

  const collection = new Collection({
    log,
    redact,
    clock: house.clock,
    maxBytes,
    onChange: () => state$.next(collection.status),
  });
  const tellHead = (head: number): void => assembly?.tell({ type: "head", head });
  const reports = new Subscription();
  // Trouble is told too: a reader that looks then finds its handle unusable and gives it up, so that the log can be
  // opened anew.
  const changes$ = state$.pipe(distinctUntilChanged((a, b) => a.head === b.head && a.trouble === b.trouble));
  reports.add(changes$.subscribe(({ head }) => tellHead(head)));
  const statuses$ = state$.pipe(throttleTime(statusMs, undefined, { leading: true, trailing: true }));
  reports.add(statuses$.subscribe((status) => house.status(status)));
  const troubles$ = state$.pipe(
    map(({ trouble }) => trouble),
    distinctUntilChanged(),
  );
  reports.add(troubles$.subscribe((trouble) => trouble !== null && house.log("error", trouble)));
  if (log.damaged !== null) house.log("error", log.damaged.message);
  const readerCheck = setInterval(() => log.freeDeadReaders(), readerCheckMs).unref();
  state$.next(collection.status);

  const ready: CollectionReady = { head: log.head, last: log.last, paused: collection.paused };
  return {
    ready,
    handle: (message: CollectionMessage) => handle(collection, message),
    connected(peer, channel) {
      if (peer !== "assembly") return;
      assembly = channel as unknown as Channel<HeadMessage>;
      tellHead(collection.head);
    },
    async close() {
      clearInterval(readerCheck);
      await collection.close();
      reports.unsubscribe();
    },
  };
}

function handle(collection: Collection, message: CollectionMessage): unknown {
  switch (message.type) {
    case "pulses":
      return collection.take(message.body, message.collector);
    case "flush":
      return { head: collection.flush() };
    case "pause":
      return collection.setPause({ until: message.until });
    case "resume":
      return collection.setPause(null);
    case "erase":
      return collection.erase(message.said);
    case "prune":
      return collection.prune(message.before, message.upTo);
    default:
      return unknownMessage(message);
  }
}

await serve<CollectionSettings>(open);
