// Which transport runs: uWebSockets.js where it loads, else node:http. The choice is made once, at start.

import type { HttpSettings } from "./protocol.js";
import type { Handler, Transport } from "./transport.js";
import { createNodeTransport } from "./transport-node.js";
import { createUwsTransport, loadUws } from "./transport-uws.js";

export interface ChosenTransport {
  readonly transport: Transport;
  /** Why it is not uWebSockets.js, in one line; `null` when it is. */
  readonly reason: string | null;
}

/** @throws HB_TRANSPORT when uWebSockets.js is asked for by name and does not load */
export async function chooseTransport(wanted: HttpSettings["transport"], handler: Handler): Promise<ChosenTransport> {
  if (wanted === "node:http") return { transport: createNodeTransport(handler), reason: "as http.transport says" };
  try {
    return { transport: createUwsTransport(await loadUws(), handler), reason: null };
  } catch (error) {
    if (wanted === "uWebSockets.js") throw error;
    return { transport: createNodeTransport(handler), reason: (error as Error).message };
  }
}
