// Group commit: one transaction for a turn of the event loop; a group is stored whole or refused whole; a log that can't
// be written is opened anew, and no seq is skipped or told twice (B01).

import assert from "node:assert/strict";
import { test } from "node:test";
import { HeartbeatError } from "../../src/errors.js";
import { Environment } from "../../src/log/environment.js";
import { type DraftPulse, GroupCommit } from "../../src/log/group-commit.js";
import { idKey } from "../../src/log/keys.js";
import { PulsesLog } from "../../src/log/pulses-log.js";
import { decodeFrame } from "../../src/pipeline/frame.js";
import { frameOf, tempLog } from "./temp-log.js";

const received = { epoch: 0, time: 1_773_396_000_000 };
const draft = (text: string, id?: string): DraftPulse =>
  id === undefined ? { pulse: { source: "a", text } } : { pulse: { source: "a", text, id }, id: idKey("a", id) };

/** A log that counts its transactions and fails when told, as a disk does. */
class FailingLog extends PulsesLog {
  transactions = 0;
  reopened = 0;
  /** What the next appends do: fail before the write, or after it, when only the answer is lost. */
  fail: ("before" | "after")[] = [];

  override append(...args: Parameters<PulsesLog["append"]>): void {
    this.transactions++;
    const fail = this.fail.shift();
    const error = Object.assign(new Error("Input/output error"), { code: 5 });
    if (fail === "before") throw error;
    super.append(...args);
    if (fail === "after") throw error;
  }

  override async reopen(): Promise<void> {
    this.reopened++;
    await super.reopen();
  }
}

function setUp(folder: string) {
  const log = new FailingLog(folder);
  let changed: () => void = () => {};
  const commit = new GroupCommit(log, () => changed());
  const untilWell = (): Promise<void> =>
    new Promise((resolve) => {
      // The retry's timer alone keeps no process alive.
      const alive = setInterval(() => {}, 1_000);
      changed = () => {
        if (commit.trouble !== null) return;
        clearInterval(alive);
        resolve();
      };
      changed();
    });
  return { log, commit, untilWell };
}

function codeOf(code: string) {
  return (error: unknown): boolean => error instanceof HeartbeatError && error.code === code;
}

test("what comes in one turn shares one transaction, in order", async (t) => {
  const { log, commit } = setUp(tempLog(t));
  const appended = await Promise.all(
    [["a", "b"], ["c"], ["d", "e", "f"]].map((texts) =>
      commit.append(
        texts.map((x) => draft(x)),
        received,
      ),
    ),
  );
  assert.equal(log.transactions, 1);
  assert.deepEqual(
    appended.map(({ first, count }) => [first, count]),
    [
      [1, 2],
      [3, 1],
      [4, 3],
    ],
  );
  assert.deepEqual(
    decodeFrame(log.record(4) as Buffer, 4).pulses.map(({ text }) => text),
    ["d", "e", "f"],
  );
  await commit.close();
  await log.close();
});

test("a draft of duplicates only stores nothing and takes no seq", async (t) => {
  const { log, commit } = setUp(tempLog(t));
  const [one, two, three] = await Promise.all([
    commit.append([draft("x", "1")], received),
    commit.append([draft("y", "1")], received),
    commit.append([draft("z")], received),
  ]);
  assert.deepEqual([one?.first, two?.first, three?.first], [1, null, 2]);
  assert.deepEqual(two?.duplicates, [{ position: 0, seq: 1 }]);
  assert.equal(log.head, 2);
  await commit.close();
  await log.close();
});

test("a failed write refuses the whole group; then nothing is tried until the log was opened anew", async (t) => {
  const { log, commit, untilWell } = setUp(tempLog(t));
  await commit.append([draft("before", "0")], received);
  log.fail = ["before"];
  const group = await Promise.allSettled([
    commit.append([draft("x", "1")], received),
    commit.append([draft("y", "2")], received),
  ]);
  for (const result of group) {
    assert.ok(result.status === "rejected" && codeOf("HB_LOG_IO")(result.reason), JSON.stringify(result));
  }
  assert.equal(commit.trouble?.code, "HB_LOG_IO");
  await assert.rejects(commit.append([draft("z")], received), codeOf("HB_LOG_IO"));
  assert.equal(log.transactions, 2);
  await untilWell();
  assert.equal(log.reopened, 1);
  const again = await commit.append([draft("x", "1"), draft("before", "0")], received);
  assert.deepEqual(again, { first: 2, count: 1, duplicates: [{ position: 1, seq: 1 }] });
  await commit.close();
  await log.close();
});

test("a write whose answer was lost is found in the reopened log, and its seqs are not told again", async (t) => {
  const { log, commit, untilWell } = setUp(tempLog(t));
  log.fail = ["after"];
  await assert.rejects(commit.append([draft("x", "1")], received), codeOf("HB_LOG_IO"));
  await untilWell();
  assert.equal(log.head, 1);
  const again = await commit.append([draft("x", "1"), draft("y", "2")], received);
  assert.deepEqual(again, { first: 2, count: 1, duplicates: [{ position: 0, seq: 1 }] });
  await commit.close();
  await log.close();
});

test("after a write whose answer was lost the log knows at once what is on the disk", async (t) => {
  const log = new PulsesLog(tempLog(t));
  const write = Environment.prototype.write;
  const lost = t.mock.method(Environment.prototype, "write", function (this: Environment, action: () => void) {
    write.call(this, action);
    throw new Error("Input/output error");
  });
  assert.throws(() => log.append([frameOf(1, ["x", "y"])], received), /Input\/output error/);
  lost.mock.restore();
  assert.equal(log.head, 2);
  await log.close();
});

test("frames that do not follow the head are a mistake of ours and are refused before anything is written", async (t) => {
  const { log, commit } = setUp(tempLog(t));
  const record = Buffer.alloc(64);
  assert.throws(
    () => log.append([{ first: 2, count: 1, record, ids: [] }], received),
    /expected a frame from p1, p2 came/,
  );
  assert.equal(log.head, 0);
  await commit.close();
  await log.close();
});
