// heartbeat replay: a day of the log, or a recorded file.

import type { DataFolder } from "../../config/data-folder.js";
import { HeartbeatError } from "../../errors.js";
import type { RecordingOptions } from "./replay-recording.js";

export type ReplayOptions = Partial<RecordingOptions>;

/** @param folder asked for only where the log is read */
export async function replay(
  folder: () => DataFolder,
  date: string | undefined,
  { pulses, ...options }: ReplayOptions,
): Promise<void> {
  if (date !== undefined && pulses === undefined && Object.keys(options).length === 0) {
    const { replayDay } = await import("./replay-day.js");
    return replayDay(folder(), date);
  }
  if (date === undefined && pulses !== undefined) {
    const { replayRecording } = await import("./replay-recording.js");
    return replayRecording({ pulses, ...options });
  }
  throw new HeartbeatError("HB_USAGE", "expected either a DATE alone or --pulses FILE with its options");
}
