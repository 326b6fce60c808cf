// Ticks as `heartbeat export` writes them, between the pulses they have seen and those they have not. The texts of
// intentions and configuration stand in the first such line and then only where they change. An export that begins
// later than the log has the fold's state there in its first line.

import { Compile } from "typebox/schema";
import { Enum, Integer, Array as List, Optional, type Static, Object as Table, String as Text } from "typebox/type";
import type { FoldSettings, Tick } from "../pipeline/tick.js";
import type { SnapshotRecord } from "../pipeline/wire.js";

const whole = Integer({ minimum: 0 });
const perMille = Integer({ minimum: 0, maximum: 1_000 });
const sha256 = Text({ pattern: "^[0-9a-f]{64}$" });

/** What the fold can't do without; what a later version adds goes along. */
const settings = Table({
  windows: List(Integer({ minimum: 1_024 }), { minItems: 1 }),
  tokenizer: Text(),
  shares: Table({ intention: perMille, now: perMille, history: perMille, projection: perMille }),
  halfLifeMs: Integer({ minimum: 1 }),
  stateTtlMs: Integer({ minimum: 1 }),
});

const tickLine = Table({
  tick: Table({
    ordinal: Integer({ minimum: 1 }),
    id: Text({ pattern: "^\\d{4}-\\d\\d-\\d\\d/\\d{3}(\\.\\d+)?$" }),
    instant: whole,
    epoch: whole,
    kind: Enum(["grid", "start", "catchup", "forced"]),
    zone: Text(),
    offsets: List(Table({ at: Integer(), minutes: Integer() }), { minItems: 1 }),
    watermark: whole,
  }),
  intentions: Optional(Text()),
  config: Optional(settings),
  frames: sha256,
  hash: sha256,
  engine: Text(),
  unicode: Text(),
});

const stateLine = Table({ state: Table({}), chain: Text({ pattern: "^([0-9a-f]{64})?$" }) });

/** What the log holds of a tick, but for its snapshot. */
export type TickLine = Static<typeof tickLine>;
/** The fold's state as a checkpoint holds it, and the chain up to there. */
export type StateLine = Static<typeof stateLine>;

const tickCheck = Compile(tickLine);
const stateCheck = Compile(stateLine);

export function isTickLine(value: unknown): value is TickLine {
  return tickCheck.Check(value);
}

export function isStateLine(value: unknown): value is StateLine {
  return stateCheck.Check(value);
}

/** Writes ticks, each text only where it is not that of the tick before. */
export class TickLines {
  #intentions: string | undefined;
  #config: string | undefined;

  line({ tick, inputs, hash, engine, unicode }: Omit<SnapshotRecord, "snapshot">): TickLine {
    const { intentions, config, ...own } = tick;
    const newIntentions = this.#intentions !== inputs.intentions;
    const newConfig = this.#config !== inputs.config;
    this.#intentions = inputs.intentions;
    this.#config = inputs.config;
    return {
      tick: { ...own, offsets: [...own.offsets] },
      ...(newIntentions && { intentions }),
      ...(newConfig && { config: config as Static<typeof settings> }),
      frames: inputs.frames,
      hash,
      engine,
      unicode,
    };
  }
}

/** Reads ticks back, with the texts of those before. */
export class TickReader {
  #intentions: string | undefined;
  #config: FoldSettings | undefined;

  /** @returns `undefined` if a text never came */
  tick(line: TickLine): Tick | undefined {
    this.#intentions = line.intentions ?? this.#intentions;
    this.#config = line.config ?? this.#config;
    if (this.#intentions === undefined || this.#config === undefined) return undefined;
    return { ...line.tick, intentions: this.#intentions, config: this.#config };
  }
}
