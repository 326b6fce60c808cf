// heartbeat pause and resume: takes nothing in from collectors for a while; what else is sent is taken as ever.

import type { DataFolder } from "../../config/data-folder.js";
import type { SupervisorAnswers } from "../../http/protocol.js";
import { askDaemon } from "../daemon-client.js";
import { parseDuration } from "../duration.js";

/** @param duration such as 30m; absent: until resumed */
export async function pause(folder: DataFolder, duration: string | undefined): Promise<void> {
  const body = duration === undefined ? undefined : { minutes: parseDuration(duration) };
  const { until } = await askDaemon<SupervisorAnswers["pause"]>(folder, { method: "POST", path: "/pause", body });
  process.stdout.write(until === null ? "paused until `heartbeat resume`\n" : `paused until ${until}\n`);
}

export async function resume(folder: DataFolder): Promise<void> {
  await askDaemon<SupervisorAnswers["resume"]>(folder, { method: "POST", path: "/resume" });
  process.stdout.write("resumed\n");
}
