// A process that tries the lock of argv[2] when told, says how it went, and keeps what it has until it is told to let go.
//
//   parent ──"acquire"──▶ child ──{held: true} or {code, message}──▶ parent ──"release"──▶ child ──{released: true}

import { acquireLock, type Lock } from "../../src/config/lock.js";
import type { HeartbeatError } from "../../src/errors.js";

const folder = process.argv[2] ?? "";
let lock: Lock | undefined;

process.on("message", (told) => {
  if (told === "release") {
    lock?.release();
    process.send?.({ released: true });
    return;
  }
  try {
    lock = acquireLock(folder);
    process.send?.({ held: true });
  } catch (error) {
    const { code, message } = error as HeartbeatError;
    process.send?.({ code, message });
  }
});
process.send?.({ ready: true });
