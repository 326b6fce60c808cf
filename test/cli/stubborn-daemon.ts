// Holds the lock of argv[2] as a daemon does; ends at SIGTERM, unless argv[3] is "stubborn".

import { acquireLock } from "../../src/config/lock.js";

const [, , folder = "", manner] = process.argv;
const lock = acquireLock(folder);
process.on("SIGTERM", () => {
  if (manner === "stubborn") return;
  lock.release();
  process.exit();
});
setInterval(() => {}, 60_000);
process.send?.("held");
