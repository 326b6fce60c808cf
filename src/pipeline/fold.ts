// fold: takes pulses one by one, in seq order, and holds every rule that needs neighbours or a bound.
// Any chunking of the same pulses gives the same state. It reads no clock: time is what the pulses say.

import { announce, withdraw } from "./announced.js";
import type { PulseDigest } from "./digest.js";
import { activeGap, isAnnounced, isLate, join, joinable, newItem } from "./item.js";
import { putLine, sayingKey, takeLine } from "./lines.js";
import { keyPlace, sourcePlace, toOther } from "./places.js";
import type { Current, Item, SourceState, State } from "./state.js";

/** A state whose item began less than this before it was superseded is a glance, shown nowhere. */
const glanceMs = 5_000;

/** Takes over `state`; the one passed in must not be used again. */
export function fold(state: State, pulses: readonly PulseDigest[]): State {
  for (const pulse of pulses) {
    take(state, pulse);
    state.seq = pulse.seq;
  }
  return state;
}

function take(state: State, pulse: PulseDigest): void {
  const source = sourcePlace(state, pulse.source, pulse.receivedAt);
  if (source === undefined) {
    toOther(state, pulse);
    return;
  }
  source.lastSaid = Math.max(source.lastSaid, pulse.receivedAt);
  if (pulse.key === null || pulse.type === "beat") show(state, source, newItem(pulse, false));
  else takeKeyed(state, source, pulse, pulse.key);
}

function takeKeyed(state: State, source: SourceState, pulse: PulseDigest, key: string): void {
  const current = source.keys.get(key);
  if (current === undefined) {
    if (keyPlace(state, source, pulse.receivedAt)) hold(state, source, pulse);
    else toOther(state, pulse);
  } else if (saysTheSame(state, current, pulse)) {
    extend(state, source, current, pulse);
  } else if (isOlder(pulse, current)) {
    takeSuperseded(state, source, current, pulse);
  } else {
    supersede(state, source, current, pulse);
    hold(state, source, pulse);
  }
}

/** Shows the item of a pulse, or joins it to one. @returns what it became, `undefined` if there was no place for it */
function show(state: State, source: SourceState, item: Item): Item | undefined {
  if (item.announced) return place(state, source, item);
  const joined = joinable(source.sayings.get(sayingKey(item)), item);
  if (joined === undefined) return place(state, source, item);
  takeLine(source, joined);
  join(joined, item);
  return place(state, source, joined);
}

/** Puts an item that stands nowhere where it belongs. @returns it, `undefined` if there was no place for it */
function place(state: State, source: SourceState, item: Item): Item | undefined {
  if (item.announced) announce(state, source, item);
  else putLine(state, source, item);
  return item.hidden ? undefined : item;
}

/** The pulse is what its key says now. */
function hold(state: State, source: SourceState, pulse: PulseDigest): void {
  const { key, saying, time, until, receivedAt, retract } = pulse;
  const item = retract ? undefined : show(state, source, newItem(pulse, until === null));
  source.keys.set(key as string, {
    order: orderOf(pulse),
    from: Math.min(time, receivedAt),
    saying: retract ? null : saying,
    time,
    until,
    ahead: isAnnounced(pulse),
    last: time,
    lastSaid: receivedAt,
    ref: retract ? null : (item?.ref ?? pulse.seq),
    item: item ?? null,
  });
}

/** Place of a pulse in the order of its key. */
function orderOf({ epoch, until, retract, receivedAt, time, seq }: PulseDigest): Current["order"] {
  return { epoch, time: until !== null || retract ? receivedAt : Math.min(time, receivedAt), seq };
}

function isOlder(pulse: PulseDigest, { order }: Current): boolean {
  const own = orderOf(pulse);
  return (own.epoch - order.epoch || own.time - order.time || own.seq - order.seq) < 0;
}

/** Same saying; where it has an end or lies ahead, at the same time; and not silent for so long that it begins anew. */
export function saysTheSame({ stateTtlMs }: State, current: Current, pulse: PulseDigest): boolean {
  if (pulse.retract || current.saying !== pulse.saying) return false;
  if (pulse.until !== null || current.until !== null || isAnnounced(pulse) || current.ahead) {
    return pulse.time === current.time && pulse.until === current.until;
  }
  return pulse.receivedAt - current.lastSaid <= stateTtlMs;
}

function extend(state: State, source: SourceState, current: Current, pulse: PulseDigest): void {
  const { item } = current;
  const gap = activeGap(current.last, pulse.time);
  const isNewest = !isOlder(pulse, current);
  if (isNewest) {
    current.order = orderOf(pulse);
    current.from = Math.min(pulse.time, pulse.receivedAt);
  }
  current.last = Math.max(current.last, pulse.time);
  current.lastSaid = Math.max(current.lastSaid, pulse.receivedAt);
  if (item === null || item.hidden) return;
  const inBucket = item.block !== null;
  if (inBucket) takeLine(source, item);
  if (isNewest) item.text = pulse.text;
  item.active += gap;
  item.last = current.last;
  item.lastSaid = current.lastSaid;
  lengthen(item, item.until ?? item.last);
  if (inBucket) putLine(state, source, item);
}

/** A newer pulse of the key ends what it said. */
function supersede(state: State, source: SourceState, current: Current, by: PulseDigest): void {
  const { item } = current;
  if (item === null || item.hidden) return;
  if (item.announced) withdraw(state, source, item);
  else takeLine(source, item);
  if (end(state, item, Math.min(by.time, by.receivedAt), current)) place(state, source, item);
}

/** A pulse that is older than what its key says now: it is superseded when the two meet. */
function takeSuperseded(state: State, source: SourceState, current: Current, pulse: PulseDigest): void {
  if (pulse.retract) return;
  const item = newItem(pulse, false);
  const said = { last: pulse.time, lastSaid: pulse.receivedAt };
  if (end(state, item, current.from, said)) show(state, source, item);
}

/** Ends an item at `at`. It stands in no list meanwhile. @returns whether it then is anything at all */
function end(
  state: State,
  item: Item,
  at: number,
  said: { readonly last: number; readonly lastSaid: number },
): boolean {
  const isState = item.until === null;
  if (item.begin >= at || (isState && at - item.begin < glanceMs)) return false;
  item.held = false;
  if (item.until !== null) {
    item.until = Math.min(item.until, at);
    item.end = item.until;
  } else if (at - said.lastSaid > state.stateTtlMs) {
    lengthen(item, said.last);
  } else {
    lengthen(item, at);
    item.active += activeGap(said.last, at);
  }
  return true;
}

/** It lasted at least until `to`. What ended in time did not come late. */
function lengthen(item: Item, to: number): void {
  item.end = Math.max(item.end, to);
  item.late = item.late && isLate(item.end, item.lastSaid);
}
