// The daemon's own log: JSON lines by pino on stderr. A reader that goes away does not end the daemon.

import { type Logger as Pino, pino } from "pino";

export function createLogger(level: string): Pino {
  const stderr = pino.destination({ fd: 2, sync: true });
  stderr.on("error", () => {});
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stderr);
}
