// Installs the very packages that the lock file names, as every command of the project does it. No package needs its install
// script. uWebSockets.js brings a binary for every platform, 257 MB in all: those of other platforms are removed, those
// for other Node versions stay.

import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, rmSync, unlinkSync } from "node:fs";
import { join } from "node:path";

/** Installs in `folder`, which holds package.json and package-lock.json; what npm says goes to stderr. Whether it could. */
export function installPackages(folder) {
  const modules = join(folder, "node_modules");
  // `npm ci` empties what is there: another checkout's packages, where it is a link to them.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) unlinkSync(modules);
  const { status, error } = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (error !== undefined) process.stderr.write(`npm can't be run: ${error.message}\n`);
  if (status !== 0) return false;
  removeForeignBinaries(join(modules, "uWebSockets.js"));
  return true;
}

function removeForeignBinaries(folder) {
  if (!existsSync(folder)) return;
  const own = `uws_${process.platform}_${process.arch}_`;
  for (const name of readdirSync(folder)) {
    if (/^uws_\w+\.node$/.test(name) && !name.startsWith(own)) rmSync(join(folder, name));
  }
}
