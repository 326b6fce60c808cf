// What stays of a pulse that was made to be forgotten: its place, its times, its source, type, key and category, and
// that it was there. What it said and brought along is gone, and so is the id it was sent with.

import type { Pulse } from "./pulse.js";

/** What stands for a text that was made to be forgotten. */
export const forgottenText = "[forgotten]";

/** Takes the place of a normalised text: two that said the same still do. @param number for what was said */
export function forgottenSaying(number: number): string {
  return `${forgottenText} ${number}`;
}

export function erasePulse(pulse: Pulse): Pulse {
  const { text, id: _id, data: _data, ...rest } = pulse;
  return text === undefined ? rest : { ...rest, text: forgottenText };
}
