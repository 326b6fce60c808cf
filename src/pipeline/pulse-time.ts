// Times as they are sent: RFC 3339 text with an offset, or milliseconds since 1970. Pure arithmetic, no Date.parse:
// what the calendar does not have (31 February, 24:00, a leap second) is an error, never another day.

/** 2000-01-01T00:00:00.000Z */
export const minTime = 946_684_800_000;
/** 2200-12-31T23:59:59.999Z */
export const maxTime = 7_289_654_399_999;
/** A smaller number can only be seconds. */
const smallestMs = 100_000_000_000;

const rfc3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d{1,12})?(?:[Zz]|[+-]\d\d:\d\d)$/;
const zoneless = /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?$/;
const zero = 48;
const dot = 46;
const colon = 58;
const minus = 45;
const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** ms since 1970, or a sentence part that says what is wrong with it (`… came`). */
export function parseTime(value: string | number): number | string {
  const time = typeof value === "number" ? fromNumber(value) : fromText(value);
  if (typeof time === "string" || (time >= minTime && time <= maxTime)) return time;
  return `expected a time in the years 2000–2200, ${quote(value)} came`;
}

function fromNumber(value: number): number | string {
  if (value >= smallestMs) return Math.floor(value);
  return `expected milliseconds since 1970, ${value} came, which can only be seconds: multiply it by 1000`;
}

function fromText(value: string): number | string {
  if (value.length > 64 || !rfc3339.test(value)) return notRfc3339(value);
  const year = digits(value, 0, 4);
  const month = digits(value, 5, 7);
  const day = digits(value, 8, 10);
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) {
    return `expected a day that exists, ${quote(value)} came`;
  }
  const hour = digits(value, 11, 13);
  const minute = digits(value, 14, 16);
  const second = digits(value, 17, 19);
  if (hour > 23 || minute > 59 || second > 59) {
    return `expected a time of day from 00:00:00 to 23:59:59, ${quote(value)} came`;
  }
  const offset = offsetMinutes(value);
  if (offset === null) return `expected an offset of at most ±23:59, ${quote(value)} came`;
  return Date.UTC(year, month - 1, day, hour, minute - offset, second, milliseconds(value));
}

function notRfc3339(value: string): string {
  if (zoneless.test(value.slice(0, 64))) {
    return `expected RFC 3339 text with an offset, such as 2026-03-13T10:56:00+01:00, ${quote(value)} came, which names no zone`;
  }
  return `expected RFC 3339 text with an offset, such as 2026-03-13T10:56:00+01:00, or milliseconds since 1970, ${quote(value)} came`;
}

function daysIn(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && !leap ? 28 : (monthDays[month - 1] as number);
}

function offsetMinutes(text: string): number | null {
  const end = text.length;
  if (text.charCodeAt(end - 3) !== colon) return 0;
  const hours = digits(text, end - 5, end - 3);
  const minutes = digits(text, end - 2, end);
  if (hours > 23 || minutes > 59) return null;
  return (text.charCodeAt(end - 6) === minus ? -1 : 1) * (hours * 60 + minutes);
}

/** The first three digits of the fraction; further ones are dropped. */
function milliseconds(text: string): number {
  if (text.charCodeAt(19) !== dot) return 0;
  let ms = 0;
  for (let at = 20; at < 23; at++) {
    const digit = text.charCodeAt(at) - zero;
    if (digit < 0 || digit > 9) return ms * 10 ** (23 - at);
    ms = ms * 10 + digit;
  }
  return ms;
}

/** The number in `text[from, to)`, which holds digits only. */
function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 10 + (text.charCodeAt(at) - zero);
  return value;
}

function quote(value: string | number): string {
  return typeof value === "number"
    ? String(value)
    : JSON.stringify(value.length > 64 ? `${value.slice(0, 63)}…` : value);
}
