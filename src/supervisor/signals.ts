// What ends the daemon: the first signal asks it to stop, a second one forces it. One Ctrl-C can arrive more than once:
// the terminal sends it to all of its group, and npm and shells pass it on as well; so what comes right after the first is
// the same wish. A terminal that closes (SIGHUP) asks and never forces. An error that nobody caught in the main thread
// asks too: what is acked is in the log, and the house closes in order.

const names = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A signal that comes sooner after the first is the same wish, in ms. */
export const sameWishMs = 500;

export interface StopRequest {
  /** Resolves with the first signal's name, or the error. */
  readonly first: Promise<NodeJS.Signals | Error>;
  /** Gives the signals back to Node. */
  release(): void;
}

/**
 * @param force called at the second signal
 * @param elapsedMs a clock that never goes back; a test passes its own
 */
export function awaitStopRequest(force: () => void, elapsedMs: () => number = () => performance.now()): StopRequest {
  let ask: (reason: NodeJS.Signals | Error) => void = () => {};
  let askedAt: number | undefined;
  const first = new Promise<NodeJS.Signals | Error>((resolve) => {
    ask = resolve;
  });
  const onSignal = (signal: NodeJS.Signals): void => {
    if (askedAt !== undefined && signal !== "SIGHUP" && elapsedMs() - askedAt >= sameWishMs) force();
    askedAt ??= elapsedMs();
    ask(signal);
  };
  const onError = (error: Error): void => ask(error);
  for (const name of names) process.on(name, onSignal);
  process.on("uncaughtException", onError);
  return {
    first,
    release() {
      for (const name of names) process.off(name, onSignal);
      process.off("uncaughtException", onError);
    },
  };
}
