// Reads config.toml. A file that is not there is the defaults; one that can't be read or is wrong is an error that
// names the file, so that a daemon with a bad configuration ends before any thread starts.

import { readFile, stat } from "node:fs/promises";
import { HeartbeatError } from "../errors.js";
import { compilePatterns } from "../log/redact-patterns.js";
import { parseConfig, parseConfigText, type Surroundings } from "./parse.js";
import type { Config } from "./schema.js";

/**
 * @param path of a TOML file in UTF-8
 * @param surroundings by default the machine's
 * @throws HB_CONFIG with the path in front
 */
export async function loadConfig(path: string, surroundings?: Surroundings): Promise<Config> {
  const text = await readText(path);
  if (text === undefined) return parseConfig({}, surroundings);
  try {
    const config = parseConfigText(text, surroundings);
    await compilePatterns(config.redact.patterns);
    return config;
  } catch (error) {
    if (!(error instanceof HeartbeatError)) throw error;
    throw new HeartbeatError(error.code, `${path}: ${error.message}`, {
      cause: error,
      ...(error.hint !== undefined && { hint: error.hint }),
    });
  }
}

async function readText(path: string): Promise<string | undefined> {
  try {
    // The other end of a pipe would be waited for.
    if (!(await stat(path)).isFile()) throw new Error("it is no regular file");
    return new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    const reason = code === "ERR_ENCODING_INVALID_ENCODED_DATA" ? "it is not UTF-8" : message;
    throw new HeartbeatError("HB_CONFIG", `${path}: can't be read: ${reason}`, {
      hint: "make it a UTF-8 file that you can read, or remove it: the next start writes one with every default",
      cause: error,
    });
  }
}
