// Starts an actor's thread. The only place that knows where the workers' files are.

import { Worker } from "node:worker_threads";
import type { Resident } from "../actors/house.js";
import type { Boot } from "../actors/serve.js";

const house = new URL("../actors/house.js", import.meta.url);

export function spawnActor(resident: Resident, boot: Omit<Boot, "actor">): Worker {
  const workerData: Boot = { actor: resident.name, ...boot };
  return new Worker(new URL(resident.worker, house), { workerData, name: resident.name });
}
