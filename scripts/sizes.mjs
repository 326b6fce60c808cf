// What an install costs: npm run sizes. Installs into a fresh folder as `npm start` does, and prints the time it took and
// the size of each package, with what it has in its own node_modules.

import { copyFileSync, lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackages } from "./install.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const shown = 25;
const folder = mkdtempSync(join(tmpdir(), "heartbeat-sizes-"));

try {
  for (const name of ["package.json", "package-lock.json"]) copyFileSync(join(root, name), join(folder, name));
  const began = performance.now();
  if (!installPackages(folder)) process.exitCode = 1;
  else print((performance.now() - began) / 1000, packages(join(folder, "node_modules")));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function packages(modules) {
  const names = readdirSync(modules).filter((name) => !name.startsWith("."));
  const scoped = (name) =>
    name.startsWith("@") ? readdirSync(join(modules, name)).map((one) => join(name, one)) : [name];
  return names
    .flatMap(scoped)
    .map((name) => ({ name, bytes: bytesIn(join(modules, name)) }))
    .sort((a, b) => b.bytes - a.bytes);
}

/** Of the files themselves, not of the blocks they take. */
function bytesIn(path) {
  const stats = lstatSync(path);
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0);
}

function print(seconds, list) {
  const total = list.reduce((sum, { bytes }) => sum + bytes, 0);
  const rest = list.slice(shown).reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { name, bytes } of list.slice(0, shown)) console.log(`${megabytes(bytes)}  ${name}`);
  if (list.length > shown) console.log(`${megabytes(rest)}  ${list.length - shown} others`);
  console.log(`${megabytes(total)}  in all, ${list.length} packages, installed in ${seconds.toFixed(1)} s`);
}

function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1).padStart(8)} MB`;
}
