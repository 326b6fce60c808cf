// A copy of what the daemon runs from: the compiled code and the collectors' scripts are its own, its node_modules are
// links to the real packages. What a test leaves out or changes there touches nothing of the project.

import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { tempFolder } from "../config/temp-folder.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));

export interface PackageCopy {
  /** Path of its `main.js`. */
  readonly main: string;
  /** Folder of its collectors' scripts. */
  readonly collectors: string;
}

/** @param without packages that are not installed in the copy */
export function copyPackage(t: TestContext, without: readonly string[] = []): PackageCopy {
  const dir = tempFolder(t);
  for (const part of ["package.json", "collectors", join("dist", "src")]) {
    cpSync(join(root, part), join(dir, part), { recursive: true });
  }
  mkdirSync(join(dir, "node_modules"));
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name.startsWith(".") || without.includes(name)) continue;
    symlinkSync(join(root, "node_modules", name), join(dir, "node_modules", name));
  }
  return { main: join(dir, "dist", "src", "cli", "main.js"), collectors: join(dir, "collectors") };
}
