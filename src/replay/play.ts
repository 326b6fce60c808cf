// Plays a recording: pulses and ticks in their order, through the fold on a virtual clock. A file without ticks gets those
// of the grid; a pulse received at the instant of a tick belongs to it.

import { HeartbeatError } from "../errors.js";
import { encodeFrame, hashOf } from "../log/frame.js";
import { decodeState } from "../pipeline/checkpoint.js";
import { digestFrame } from "../pipeline/digest.js";
import type { Tick } from "../pipeline/tick.js";
import type { SnapshotRecord } from "../pipeline/wire.js";
import { environmentError } from "./environment.js";
import { type GridSettings, type GridTick, gridTicks } from "./grid.js";
import { Player, type Start } from "./player.js";
import type { Entry, Recording } from "./recording.js";
import { type StateLine, type TickLine, TickReader } from "./tick-line.js";

export interface Played {
  readonly record: SnapshotRecord;
  /** Pulses played so far. */
  readonly pulses: number;
  /** What the file says of this tick; `null` for one of the grid. */
  readonly recorded: TickLine | null;
}

/** What a recording without ticks is played with; of one with ticks, what goes before its own. */
export type Given = Partial<Pick<GridSettings, "zone" | "intentions" | "config">>;

/** @throws HB_RECORDING, HB_REPLAY_ENVIRONMENT */
export function play(recording: Recording, grid: GridSettings, given: Given): AsyncGenerator<Played, void> {
  return recording.ticks > 0 ? playTicks(recording, grid.offsets, given) : playGrid(recording, grid);
}

async function* playGrid(recording: Recording, settings: GridSettings): AsyncGenerator<Played, void> {
  const player = new Player();
  const ticks = gridTicks(recording.first, recording.last, settings);
  let pulses = 0;
  let next = ticks.next();
  const tick = async ({ ...of }: GridTick): Promise<Played> => {
    const record = await player.tick({ ...of, watermark: player.watermark });
    next = ticks.next();
    return { record, pulses, recorded: null };
  };
  for await (const entry of recording.entries()) {
    if (entry.type !== "pulse") continue;
    while (!next.done && next.value.instant < entry.receivedAt) yield await tick(next.value);
    take(player, entry);
    pulses += 1;
  }
  while (!next.done) yield await tick(next.value);
}

async function* playTicks(
  recording: Recording,
  offsets: GridSettings["offsets"],
  given: Given,
): AsyncGenerator<Played, void> {
  const reader = new TickReader();
  let player: Player | undefined;
  let pulses = 0;
  for await (const entry of recording.entries()) {
    if (entry.type === "state") {
      player = new Player(startOf(entry.line, recording.path));
      continue;
    }
    player ??= new Player();
    if (entry.type === "pulse") {
      take(player, entry);
      pulses += 1;
      continue;
    }
    const { line, number } = entry;
    const own = reader.tick(line);
    const problem = own === undefined ? "no texts" : tickProblem(own, player.watermark);
    if (own === undefined || problem !== undefined) {
      throw new HeartbeatError("HB_RECORDING", `${recording.path}: line ${number}: ${problem}`, {
        hint: "the file lacks lines that `heartbeat export` wrote; export it again",
      });
    }
    const zoned = given.zone === undefined ? {} : { offsets: offsets(own.instant) };
    const record = await player.tick({ ...own, ...given, ...zoned }, line.frames);
    yield { record, pulses, recorded: line };
  }
}

function take(player: Player, { seq, receivedAt, epoch, pulse }: Entry & { type: "pulse" }): void {
  const frame = { first: seq, receivedAt, epoch, pulses: [pulse] };
  player.take(digestFrame(frame), hashOf(encodeFrame(frame)));
}

function tickProblem({ id, watermark }: Tick, seen: number): string | undefined {
  if (watermark === seen) return undefined;
  return `expected the pulses up to p${watermark} before the tick ${id}, those up to p${seen} came`;
}

function startOf({ state, chain }: StateLine, path: string): Start {
  const decoded = decodeState(JSON.stringify(state));
  if (decoded === undefined) throw environmentError(`the state in ${path} is that of another version of heartbeat`);
  return { state: decoded, chain };
}
