// From a made snapshot to its record, its answer and its bytes.

import { createHash } from "node:crypto";
import type { PublishedSnapshot } from "../../http/protocol.js";
import type { Notes } from "../../log/snapshots-log.js";
import { blockId, blockOf } from "../../pipeline/beat-clock.js";
import type { Snapshot } from "../../pipeline/snapshot.js";
import type { Tick } from "../../pipeline/tick.js";
import { chainInput, contentOf, type Inputs, type SnapshotRecord, snapshotJson } from "../../pipeline/wire.js";
import { packageVersion } from "../../version.js";
import type { GapReason, TickAnswer } from "./protocol.js";

export function recordOf(
  tick: Tick,
  texts: { readonly intentions: string; readonly config: string },
  frames: string,
  snapshot: Snapshot,
  last: Pick<SnapshotRecord, "chain"> | undefined,
): SnapshotRecord {
  const inputs: Inputs = {
    watermark: tick.watermark,
    frames,
    intentions: sha256(texts.intentions),
    config: sha256(texts.config),
  };
  const hash = sha256(contentOf(snapshot));
  return {
    tick,
    inputs,
    hash,
    chain: sha256(chainInput(last?.chain ?? "", inputs, hash)),
    engine: packageVersion(),
    unicode: process.versions.unicode ?? "",
    snapshot,
  };
}

/** The blocks without a snapshot since the last one, and a clock that was set back. */
export function notesBefore(tick: Tick, last: SnapshotRecord | undefined, reason: GapReason): Notes {
  if (last === undefined) return {};
  const from = blockOf(last.tick.instant) + 1;
  const to = blockOf(tick.instant) - 1;
  const steppedBack = tick.epoch > last.tick.epoch;
  return {
    ...(from <= to && { gap: { from: blockId(from), to: blockId(to), reason } }),
    ...(steppedBack && {
      clockStep: { from: rfc3339(last.tick.instant), to: rfc3339(tick.instant), epoch: tick.epoch },
    }),
  };
}

export function answerOf({ tick, hash, snapshot }: SnapshotRecord, notes: Notes, tookMs: number): TickAnswer {
  return {
    ordinal: tick.ordinal,
    id: tick.id,
    hash,
    windows: snapshot.windows.map(({ window, tokens, overBudget }) => ({ window, tokens, overBudget })),
    gap: notes.gap ?? null,
    tookMs,
  };
}

/** The bytes that every reader gets until the next snapshot. */
export function publish(record: SnapshotRecord): PublishedSnapshot {
  const { tick, snapshot } = record;
  const encoder = new TextEncoder();
  return {
    ordinal: tick.ordinal,
    id: tick.id,
    kind: tick.kind,
    time: tick.instant,
    windows: snapshot.windows.map((of) => {
      const json = snapshotJson(record, of);
      return {
        window: of.window,
        json: encoder.encode(json),
        markdown: encoder.encode(of.text),
        drift: encoder.encode(JSON.stringify(of.drift)),
        // Not of the snapshot's hash, which stays when lines are forgotten.
        tag: `${tick.ordinal}-${of.window}-${sha256(json).slice(0, 16)}`,
      };
    }),
  };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function rfc3339(time: number): string {
  return new Date(time).toISOString();
}
