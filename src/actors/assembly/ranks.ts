// The tokens of an encoding, read from the data that gpt-tokenizer ships: a line for each, base64 and rank. Its modules
// hold the same as source text, which V8 parses and keeps: read from data they cost the thread 28 MB less for as long as
// it lives.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Encoding, Ranks } from "../../pipeline/tokens.js";

/** Longer than any token, in bytes. */
const maxTokenBytes = 4_096;
const [space, newline] = [0x20, 0x0a];
const replacement = "\ufffd";
const byteOrderMark = "\ufeff";

/** The tokens of `encoding` as gpt-tokenizer's own module has them. Takes 0.25 s. */
export function readRanks(encoding: Encoding): Ranks {
  const file = encoding === "o200k_harmony" ? "o200k_base" : encoding;
  const data = readFileSync(createRequire(import.meta.url).resolve(`gpt-tokenizer/data/${file}.tiktoken`));
  const token = Buffer.alloc(maxTokenBytes);
  const ranks: Ranks = [];
  for (let from = 0; from < data.length; ) {
    const gap = data.indexOf(space, from);
    const end = data.indexOf(newline, gap);
    const next = end < 0 ? data.length : end;
    const length = token.write(data.toString("latin1", from, gap), "base64");
    ranks[Number(data.toString("latin1", gap + 1, next))] = textOrBytes(token.subarray(0, length));
    from = next + 1;
  }
  return ranks;
}

/** Text where the bytes are UTF-8, but for a byte order mark at the start. */
function textOrBytes(bytes: Buffer): string | number[] {
  const text = bytes.toString();
  const isText = !text.startsWith(byteOrderMark) && (!text.includes(replacement) || Buffer.from(text).equals(bytes));
  return isText ? text : [...bytes];
}
