// Processes that died while reading leave their slots taken (D09): opening frees them, and reading goes on when all
// slots are taken by the dead.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Environment } from "../../src/log/environment.js";
import { PulsesReader, pulsesFormat } from "../../src/log/pulses-reader.js";
import { tempLog, writeLog } from "./temp-log.js";

const lmdb = pathToFileURL(fileURLToPath(import.meta.resolve("lmdb"))).href;

/** MDB_READERS_FULL. */
const readersFull = -30790;

/** Opens the log, takes all the reader slots it can get, says so and waits to be killed. */
const program = `
  import { open } from ${JSON.stringify(lmdb)};
  const root = open({ path: process.argv[1], encoding: "binary", overlappingSync: false });
  const held = [];
  process.on("uncaughtException", () => {});
  try {
    for (;;) {
      const transaction = root.useReadTransaction();
      root.get("x", { transaction });
      held.push(transaction);
      root.resetReadTxn();
      await root.put("x", Buffer.from([held.length]));
    }
  } catch (error) {
    process.stdout.write(held.length + " " + error.code);
  }
  setInterval(() => {}, 1000);
`;

async function takeSlotsAndDie(folder: string): Promise<number> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  child.kill("SIGKILL");
  await once(child, "exit");
  const [taken, code] = said.toString().split(" ").map(Number);
  assert.equal(code, readersFull);
  return taken as number;
}

test("opening frees the slots of the dead", async (t) => {
  const folder = tempLog(t);
  await writeLog(folder, [1]);
  const taken = await takeSlotsAndDie(folder);
  t.diagnostic(`${taken} slots taken`);
  assert.ok(taken > 100);
  const reader = new PulsesReader(folder);
  assert.equal(reader.records(0, 1).length, 1);
  await reader.close();
});

test("a log that is open reads on when the dead hold all slots", async (t) => {
  const folder = tempLog(t);
  await writeLog(folder, [1]);
  const environment = new Environment(folder, pulsesFormat);
  assert.ok((await takeSlotsAndDie(folder)) > 100);
  assert.ok(environment.freeDeadReaders() > 100);
  const reader = new PulsesReader(folder);
  assert.equal(reader.records(0, 1).length, 1);
  await reader.close();
  await environment.close();
});

test("when slots run out while reading, those of the dead are freed and the read is done once more", async (t) => {
  const environment = new Environment(tempLog(t), pulsesFormat);
  let tries = 0;
  const value = environment.read(() => {
    if (++tries === 1) throw Object.assign(new Error("MDB_READERS_FULL"), { code: readersFull });
    return "read";
  });
  assert.deepEqual([value, tries], ["read", 2]);
  assert.throws(() => environment.read(() => assert.fail("another error")), /another error/);
  await environment.close();
});
