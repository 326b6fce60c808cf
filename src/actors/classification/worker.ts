// A thread of the pool: it keeps nothing between tasks and opens nothing.

import { digest } from "../../pipeline/digest.js";
import type { ClassificationResult, ClassificationTask } from "./protocol.js";

export default function classify({ frames }: ClassificationTask): ClassificationResult {
  return digest(frames);
}
