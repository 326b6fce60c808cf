// A stored snapshot and its shape on the wire: the same object from `GET /now` and for a stored one.

import type { Section, Snapshot, WindowSnapshot } from "./snapshot.js";
import type { Tick } from "./tick.js";

/** What a snapshot was made from. Hashes are sha256 in hex. */
export interface Inputs {
  /** Highest seq folded in. */
  readonly watermark: number;
  /** Over the hashes of the frames since the snapshot before. */
  readonly frames: string;
  readonly intentions: string;
  /** Of the fold's settings. */
  readonly config: string;
}

/** One record of the snapshot log. */
export interface SnapshotRecord {
  readonly tick: Tick;
  readonly inputs: Inputs;
  /** Of the content: the text and items of each window. */
  readonly hash: string;
  /** sha256(previous chain, inputs, hash). */
  readonly chain: string;
  /** Version of the engine that made it. */
  readonly engine: string;
  /** `process.versions.unicode` */
  readonly unicode: string;
  readonly snapshot: Snapshot;
}

/** `GET /now` as JSON. */
export function snapshotJson(record: SnapshotRecord, of: WindowSnapshot): string {
  return JSON.stringify(wireSnapshot(record, of));
}

/** A snapshot of one window as others read it. */
export type WireSnapshot = ReturnType<typeof wireSnapshot>;

function wireSnapshot(record: SnapshotRecord, of: WindowSnapshot) {
  const { tick, inputs, hash, chain, engine } = record;
  const { window, cap, tokens, overBudget, sections, drift, text } = of;
  return {
    ordinal: tick.ordinal,
    id: tick.id,
    time: new Date(tick.instant).toISOString(),
    kind: tick.kind,
    zone: tick.zone,
    window,
    cap,
    tokens,
    overBudget,
    tokenizer: tick.config.tokenizer,
    engine,
    hash,
    chain,
    inputs,
    sections,
    drift,
    text,
  };
}

/** What `hash` is over: per window, ascending, the text and its items; no ordinal, id, inputs or previous. */
export function contentOf({ windows }: Snapshot): string {
  const ascending = [...windows].sort((a, b) => a.window - b.window);
  return JSON.stringify(
    ascending.map(({ window, text, sections }) => ({ window, text, sections: sections.map(itemsOf) })),
  );
}

function itemsOf({ name, items }: Section): Pick<Section, "name" | "items"> {
  return { name, items };
}

/** What `chain` is over. */
export function chainInput(previous: string, inputs: Inputs, hash: string): string {
  return JSON.stringify([previous, inputs.watermark, inputs.frames, inputs.intentions, inputs.config, hash]);
}
