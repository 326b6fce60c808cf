// Lines of an NDJSON file, one after the other, whatever its size. Only a line feed ends a line: U+2028 may stand in JSON.

import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";

export interface Line {
  /** From 1. */
  readonly number: number;
  readonly bytes: Buffer;
}

const chunkBytes = 1_048_576;

/** The lines that are not blank, a chunk of the file at a time. */
export async function* linesOf(path: string): AsyncGenerator<readonly Line[], void> {
  let number = 0;
  let rest: Buffer = Buffer.alloc(0);
  const cut = (bytes: Buffer): Line[] => {
    const lines: Line[] = [];
    let from = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      number += 1;
      const line = bytes.subarray(from, end);
      if (!isBlank(line)) lines.push({ number, bytes: line });
      from = end + 1;
    }
    rest = bytes.subarray(from);
    return lines;
  };
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    yield cut(rest.length === 0 ? chunk : Buffer.concat([rest, chunk]));
  }
  if (rest.length > 0) yield cut(Buffer.concat([rest, Buffer.of(10)]));
}

/** @returns an object, or a sentence part that says what came instead */
export function parseObject(bytes: Buffer): Readonly<Record<string, unknown>> | string {
  if (!isUtf8(bytes)) return "expected JSON in UTF-8, bytes came that are not UTF-8";
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8").replace(/^\ufeff/, ""));
  } catch (error) {
    return `expected a JSON object, got: ${(error as Error).message}`;
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  return `expected a JSON object, ${JSON.stringify(value).slice(0, 64)} came`;
}

function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === 32 || byte === 9 || byte === 13);
}
