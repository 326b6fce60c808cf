// Reads the intentions file, the user's own words, at each tick. A file that is missing, unreadable or too large changes
// nothing: the last good text stays, and a sentence for `/health` says why. An empty file means that there are none.

import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { HeartbeatError } from "../errors.js";

/** Largest intentions file, in bytes of UTF-8. */
export const maxIntentionsBytes = 32 * 1024;

export class IntentionsFile {
  readonly #path: string;
  #text = "";
  #known = false;
  #problem: string | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** What is wrong with the file and what holds instead, as of the last `read`; `null` when it is well. */
  get problem(): string | null {
    return this.#problem;
  }

  /** The text that holds now. */
  async read(): Promise<string> {
    try {
      this.#text = await readIntentions(this.#path);
      this.#known = true;
      this.#problem = null;
    } catch (error) {
      const holds = this.#known ? "the last good text holds" : "until then there are no intentions";
      this.#problem = `${(error as Error).message}; ${holds}`;
    }
    return this.#text;
  }
}

/**
 * The text of an intentions file.
 * @throws HB_INTENTIONS naming the file, and what to do
 */
export async function readIntentions(path: string): Promise<string> {
  try {
    return await readText(path);
  } catch (error) {
    throw new HeartbeatError("HB_INTENTIONS", `${path}: ${reason(error)}`, { cause: error });
  }
}

/** Never reads more than the limit, whatever the file's size, and waits for no pipe's other end. */
async function readText(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!(await file.stat()).isFile()) throw new HeartbeatError("HB_INTENTIONS", "is no regular file: make it one");
    const buffer = new Uint8Array(maxIntentionsBytes + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length);
      length += bytesRead;
      if (bytesRead === 0 || length === buffer.length) break;
    }
    if (length > maxIntentionsBytes) {
      const size = (await file.stat()).size;
      throw new HeartbeatError("HB_INTENTIONS", `is ${size} bytes, at most ${maxIntentionsBytes} are read: shorten it`);
    }
    return new TextDecoder("utf-8", { fatal: true }).decode(buffer.subarray(0, length));
  } finally {
    await file.close();
  }
}

function reason(error: unknown): string {
  if (error instanceof HeartbeatError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return "is missing: make it again, empty if there are none";
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return "is not UTF-8: save it as UTF-8";
  return `can't be read (${message})`;
}
