// One error class with stable codes. Errors cross threads as plain {code, message, hint, cause} objects.

/** An error a user or a program can act on. `code` is stable (`HB_…`, listed in docs/errors.md), `hint` says what to do. */
export class HeartbeatError extends Error {
  readonly code: string;
  readonly hint: string | undefined;

  constructor(code: string, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "HeartbeatError";
    this.code = code;
    this.hint = options.hint;
  }
}

/** An error as it crosses a thread border. */
export interface WireError {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly cause?: string;
}

export function toWireError(error: unknown): WireError {
  if (!(error instanceof Error)) return { code: "HB_INTERNAL", message: String(error) };
  const own = error instanceof HeartbeatError ? error : undefined;
  const code = own?.code ?? "HB_INTERNAL";
  const cause = error.cause === undefined ? error.stack : String(error.cause);
  return {
    code,
    message: error.message,
    ...(own?.hint !== undefined && { hint: own.hint }),
    ...(cause !== undefined && { cause }),
  };
}

export function fromWireError(wire: WireError): HeartbeatError {
  return new HeartbeatError(wire.code, wire.message, {
    ...(wire.hint !== undefined && { hint: wire.hint }),
    ...(wire.cause !== undefined && { cause: wire.cause }),
  });
}
