// Which transport runs: uWebSockets.js where it loads, else node:http. The choice is made once, at start.

import type { HttpSettings } from "./protocol.js";
import type { Handler, Transport } from "./transport.js";
import { createNodeTransport } from "./transport-node.js";
import { createUwsTransport, loadUws } from "./transport-uws.js";

/**
 * @param notice gets one line when `auto` falls back to node:http
 * @throws HB_TRANSPORT when uWebSockets.js is asked for by name and does not load
 */
export async function chooseTransport(
  wanted: HttpSettings["transport"],
  handler: Handler,
  notice: (line: string) => void,
): Promise<Transport> {
  if (wanted === "node:http") return createNodeTransport(handler);
  try {
    return createUwsTransport(await loadUws(), handler);
  } catch (error) {
    if (wanted === "uWebSockets.js") throw error;
    notice(`${(error as Error).message}; node:http serves instead`);
    return createNodeTransport(handler);
  }
}
