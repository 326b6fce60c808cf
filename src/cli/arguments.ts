// What options and arguments must look like; commander shows what is thrown as wrong usage.

import { InvalidArgumentError } from "commander";

export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
  };
}

export function finiteNumber(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  throw new InvalidArgumentError("Expected a number.");
}

/** `YYYY-MM-DD` */
export function dayName(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new InvalidArgumentError("Expected a day, YYYY-MM-DD.");
}

/** `YYYY-MM-DD/NNN` or `YYYY-MM-DD/NNN.k` */
export function beatName(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}\/\d{3}(?:\.\d+)?$/.test(text)) return text;
  throw new InvalidArgumentError("Expected a beat, YYYY-MM-DD/NNN or YYYY-MM-DD/NNN.k; heartbeat day lists them.");
}
