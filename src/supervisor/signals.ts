// What ends the daemon: the first signal asks it to stop, a second one forces it. An error that nobody caught in the main
// thread asks too: what is acked is in the log, and the house closes in order.

const names = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export interface StopRequest {
  /** Resolves with the first signal's name, or the error. */
  readonly first: Promise<NodeJS.Signals | Error>;
  /** Gives the signals back to Node. */
  release(): void;
}

/** @param force called at the second signal */
export function awaitStopRequest(force: () => void): StopRequest {
  let ask: (reason: NodeJS.Signals | Error) => void = () => {};
  let asked = false;
  const first = new Promise<NodeJS.Signals | Error>((resolve) => {
    ask = resolve;
  });
  const onSignal = (signal: NodeJS.Signals): void => {
    if (asked) force();
    asked = true;
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
