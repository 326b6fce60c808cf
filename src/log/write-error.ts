// Why a log can't be written. LMDB says EIO where the disk is full, so the disk is asked.

import { basename } from "node:path";
import { HeartbeatError } from "../errors.js";
import { freeBytes, spareBytes } from "./canary.js";

/** @returns the error itself if it says why, else HB_DISK_FULL, which is tried again as it is, or HB_LOG_IO, after which the log is opened anew */
export function writeError(error: unknown, folder: string): HeartbeatError {
  if (error instanceof HeartbeatError) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  if ((error as { code?: unknown }).code === "ENOSPC" || freeBytes(folder) < spareBytes) {
    return new HeartbeatError("HB_DISK_FULL", "the disk that holds the log is full; nothing can be stored", {
      hint: "Free some space; storing goes on by itself.",
      cause,
    });
  }
  return new HeartbeatError("HB_LOG_IO", `the ${basename(folder)} log can't be written: ${cause.message}`, {
    hint: "Check the disk; the log is opened anew until it can be written.",
    cause,
  });
}
