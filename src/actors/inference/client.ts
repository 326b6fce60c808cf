// The inference actor as the rest of the house sees it. No model can be configured yet, so no thread is ever started;
// what is known is whether the optional package is there at all.

export interface InferenceState {
  readonly state: "off";
  readonly reason: string;
}

/** Finds the package without loading it. */
export function inferenceState(): InferenceState {
  if (!isInstalled("node-llama-cpp")) {
    return {
      state: "off",
      reason: "no model; node-llama-cpp is not installed (it is optional: npm install node-llama-cpp)",
    };
  }
  return { state: "off", reason: "no model" };
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}
