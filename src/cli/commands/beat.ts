// heartbeat beat: makes a snapshot now, and answers when it is published.

import type { DataFolder } from "../../config/data-folder.js";
import type { SupervisorAnswers } from "../../http/protocol.js";
import { askDaemon } from "../daemon-client.js";

const beatLimitMs = 60_000;

export async function beat(folder: DataFolder): Promise<void> {
  const { id, tokens } = await askDaemon<SupervisorAnswers["beat"]>(folder, {
    method: "POST",
    path: "/beat",
    timeoutMs: beatLimitMs,
  });
  process.stdout.write(`${id} (${tokens} tokens)\n`);
}
