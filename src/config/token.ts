// The bearer token: 32 random bytes, base64url, in a file only its user can read.

import { randomBytes } from "node:crypto";
import { chmodSync, readFileSync, statSync } from "node:fs";
import { HeartbeatError } from "../errors.js";
import { writeAtomic } from "./write-atomic.js";

/**
 * @returns the token, `undefined` when there is none yet
 * @throws HB_TOKEN when the file holds no usable one
 */
export function readToken(path: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new HeartbeatError("HB_TOKEN", `${path}: can't be read: ${(error as Error).message}`, {
      hint: "make it a file that you can read, or remove it: the next start makes a new token",
      cause: error,
    });
  }
  if (/^[A-Za-z0-9._~-]{32,256}$/.test(text)) return text;
  throw new HeartbeatError(
    "HB_TOKEN",
    `${path}: expected 32 to 256 letters, digits or any of ._~-, ${text.length} characters came`,
    {
      hint: "make a new one with `heartbeat token --rotate`",
    },
  );
}

/** The token; made if there is none. A file that others can read is closed to them. */
export function ensureToken(path: string): string {
  const token = readToken(path);
  if (token === undefined) return rotateToken(path);
  if (process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
  return token;
}

/** Writes a new token and gives it back; the old one is worth nothing from now on. */
export function rotateToken(path: string): string {
  const token = randomBytes(32).toString("base64url");
  writeAtomic(path, `${token}\n`);
  return token;
}
