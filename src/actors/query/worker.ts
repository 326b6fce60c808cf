// The query actor's thread: reads both logs for who asks, and writes neither. It starts when something is first asked of
// it; nothing else waits for it.

import { PulsesReader } from "../../log/pulses-reader.js";
import { SnapshotsReader } from "../../log/snapshots-reader.js";
import { type Actor, type House, serve } from "../serve.js";
import type { QueryMessage, QuerySettings } from "./protocol.js";
import { Query } from "./query.js";

await serve<QuerySettings>(open);

function open(house: House<QuerySettings>): Actor {
  const pulses = new PulsesReader(house.settings.pulsesFolder);
  const snapshots = new SnapshotsReader(house.settings.snapshotsFolder);
  const query = new Query({
    pulses,
    snapshots,
    onCorrupt: (error) => house.log("error", `passed over: ${error.message}`),
  });
  return {
    ready: undefined,
    handle: (message: QueryMessage) => query.answer(message),
    close: async () => {
      await query.close();
      await pulses.close();
      await snapshots.close();
    },
  };
}
