// The beats of a day as rows: what `GET /snapshots?day=` lists. Pure.

import type { Notes } from "../../log/snapshots-log.js";
import { localRfc3339 } from "../../pipeline/local-time.js";
import type { WindowSnapshot } from "../../pipeline/snapshot.js";
import type { SnapshotRecord } from "../../pipeline/wire.js";
import type { BeatName, BeatRow } from "./protocol.js";

export function beatRow({ tick, hash }: SnapshotRecord, shown: WindowSnapshot, notes: Notes): BeatRow {
  const { window, tokens, cap, overBudget, sections, drift } = shown;
  const { added, removed, kept, ratio, prefixTokens } = drift;
  return {
    ...beatName(tick),
    local: localRfc3339(tick.instant, tick.offsets),
    kind: tick.kind,
    hash,
    window,
    tokens,
    cap,
    overBudget,
    sections: sections.map(({ name, tokens: used, items, trimmed }) => ({
      name,
      tokens: used,
      items: items.length,
      trimmed: trimmed.items,
    })),
    drift: { added, removed, kept, ratio, prefixTokens },
    ...notes,
  };
}

export function beatName({ ordinal, id, instant }: SnapshotRecord["tick"]): BeatName {
  return { ordinal, id, time: new Date(instant).toISOString() };
}
