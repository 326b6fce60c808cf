// Forgetting, from outside: what was forgotten stands in no file of the data folder, in no answer and in no stored
// snapshot; verify, why and replay say that it was. Also where the daemon was killed in the midst of it.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { DataFolder } from "../../src/config/data-folder.js";
import { runCli } from "../cli/run-cli.js";
import { jsonOf, pulseAsk } from "../http/client.js";
import { type Daemon, type Doors, dataFolderFor, doorsOf, startDaemon } from "./daemon.js";

const noCollectors = "[collectors.git]\nenabled = false\n[collectors.window]\nenabled = false\n";

function folderFor(t: TestContext): DataFolder {
  const folder = dataFolderFor(t);
  writeFileSync(folder.config, noCollectors);
  return folder;
}

/** Files under the data folder that hold one of the words, in any of their bytes. */
function filesWith(folder: DataFolder, words: readonly string[]): string[] {
  const names = readdirSync(folder.dir, { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((path) => {
      const bytes = readFileSync(path);
      return words.filter((word) => bytes.includes(word)).map((word) => `${path}: ${word}`);
    });
}

async function store(doors: Doors, pulses: readonly Record<string, unknown>[]): Promise<number> {
  const answer = await doors.unix("/pulse", pulseAsk(JSON.stringify(pulses)));
  assert.equal(answer.status, 201, answer.body.toString());
  return jsonOf(answer).first as number;
}

async function beat(doors: Doors): Promise<string> {
  const answer = await doors.unix("/beat", { method: "POST" });
  assert.equal(answer.status, 200, answer.body.toString());
  return jsonOf(answer).id as string;
}

async function text(doors: Doors, path: string): Promise<string> {
  const answer = await doors.unix(path);
  assert.equal(answer.status, 200, answer.body.toString());
  return answer.body.toString();
}

/** Resolves when the files of both logs were written so often. */
function writesTo(folder: DataFolder, times: number): Promise<void> {
  return new Promise((resolve) => {
    let seen = 0;
    const watchers = ["pulses", "snapshots"].map((name) => watch(join(folder.log, name)));
    for (const watcher of watchers) {
      watcher.on("change", (_event, file) => {
        if (file !== "data.mdb" || ++seen < times) return;
        for (const one of watchers) one.close();
        resolve();
      });
    }
  });
}

async function stopped(daemon: Daemon): Promise<void> {
  daemon.process.kill("SIGTERM");
  assert.deepEqual(await daemon.ended, [0, null]);
}

/** What is told of days ago: HISTORY, from the first beat on. */
function daysAgo(days: number, minutes = 0): string {
  return new Date(Date.now() - days * 86_400_000 + minutes * 60_000).toISOString();
}

test("by ref, by source and by interval; over a restart", async (t) => {
  const folder = folderFor(t);
  const cli = (...args: string[]) => runCli(args, { dir: folder.dir });
  let daemon = startDaemon(t, folder);
  let doors = await doorsOf(daemon, folder);
  const first = await store(doors, [
    { source: "chat", text: "my passphrase is aubergine-one", data: { raw: "aubergine-data" }, id: "aubergine-id" },
    { source: "chat", text: "the weather is fine-stays" },
    { source: "shell", type: "state", key: "dir", text: "in aubergine-folder" },
    { source: "diary", text: "dear diary beetroot-one", time: daysAgo(3) },
    { source: "diary", text: "dear diary beetroot-two", data: { page: "beetroot-data" } },
    { source: "mail", text: "a mail of that day: celery-one", time: daysAgo(9) },
    { source: "mail", text: "a mail of another day: mail-stays", time: daysAgo(7) },
    { source: "calendar", type: "event", key: "x", text: "celery-meeting", time: daysAgo(9, 5), until: daysAgo(9, 50) },
  ]);
  await beat(doors);
  // The same state again, and the same words: they are one line with the first.
  await store(doors, [
    { source: "shell", type: "state", key: "dir", text: "in aubergine-folder" },
    { source: "chat", text: "my passphrase is aubergine-one" },
    { source: "calm", text: `long ${"words ".repeat(900)}` },
  ]);
  // Small frames beside each other, so that they share pages.
  for (let i = 0; i < 30; i++) {
    await store(doors, [{ source: "diary", text: `beetroot-${i}` }]);
    await store(doors, [{ source: "keeper", text: `kept-${i}` }]);
  }
  const id = await beat(doors);
  assert.match(await text(doors, "/now.md"), /aubergine-one/);
  assert.deepEqual(filesWith(folder, ["aubergine-one"]).length > 0, true);
  await stopped(daemon);
  daemon = startDaemon(t, folder);
  doors = await doorsOf(daemon, folder);
  const before = await doors.unix("/now");

  const history = (await text(doors, "/now.md")).split("\n");
  assert.ok(
    history.some((line) => line.includes("celery-one")),
    history.join("\n"),
  );
  const said = [
    await cli("forget", `p${first}`),
    await cli("forget", `p${first + 2}`),
    await cli("forget", "--source", "diary"),
    await cli("forget", "--between", daysAgo(9, -10), daysAgo(9, 10)),
  ];
  assert.deepEqual(
    said.map(({ code, stderr }) => [code, stderr]),
    said.map(() => [0, ""]),
  );
  assert.match(said[0]?.stdout ?? "", /^2 pulses forgotten, and the lines of [2-9] snapshots\n$/);
  assert.match(said[2]?.stdout ?? "", /^32 pulses forgotten/);
  assert.match(said[3]?.stdout ?? "", /^2 pulses forgotten/);

  const gone = ["aubergine", "beetroot", "celery"];
  const nowhere = async (): Promise<void> => {
    assert.deepEqual(filesWith(folder, gone), []);
    const days = JSON.parse(await text(doors, "/snapshots")) as { beats: readonly { id: string }[] };
    const answers = await Promise.all([
      text(doors, "/now"),
      text(doors, "/now.md"),
      text(doors, "/pulses"),
      ...days.beats.map((one) => text(doors, `/snapshots/${one.id}`)),
    ]);
    for (const word of gone)
      assert.ok(
        answers.every((answer) => !answer.includes(word)),
        word,
      );
    for (const word of ["fine-stays", "mail-stays", "kept-1"]) assert.ok(answers[2]?.includes(word), word);
    assert.match(answers[1] ?? "", /p\d+ .*\[forgotten\]/);
    assert.match(answers[1] ?? "", /mail-stays/);
  };
  await nowhere();
  const after = await doors.unix("/now", { headers: { "if-none-match": String(before.headers.etag) } });
  assert.equal(after.status, 200, "what was seen before is not current any more");
  assert.match(await text(doors, `/snapshots/${id}`), /\[forgotten\]/);
  const why = JSON.parse(await text(doors, `/why/p${first}`)) as { answer: string };
  assert.equal(why.answer, "forgotten");

  const verified = await cli("verify");
  assert.equal(verified.code, 0, verified.stdout);
  assert.match(
    verified.stdout,
    /all as they were stored\npulses were forgotten of \d+ frames\nlines were forgotten of [2-9] snapshots: /,
  );
  await store(doors, [{ source: "chat", text: "new after it" }]);
  await beat(doors);
  const day = id.slice(0, 10);
  const replayed = await cli("replay", day);
  assert.deepEqual([replayed.code, replayed.stderr], [0, ""]);
  assert.match(replayed.stdout, /every hash as stored; of \d+ more something was forgotten since/);
  await stopped(daemon);
  daemon = startDaemon(t, folder);
  doors = await doorsOf(daemon, folder);
  await beat(doors);
  await nowhere();
  assert.deepEqual(
    jsonOf(await doors.unix("/pulse", pulseAsk(JSON.stringify({ source: "chat", text: "again", id: "aubergine-id" }))))
      .duplicates,
    [{ index: 0, seq: first }],
  );
  assert.equal((await cli("verify")).code, 0);
  const unknown = await cli("forget", "p999999");
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /HB_NO_REF|nothing that can be forgotten has the ref/);
  assert.equal((await cli("forget")).code, 2);
  await stopped(daemon);
});

test("killed in the midst of it: the same request again ends it", async (t) => {
  const folder = folderFor(t);
  /** Writes to the log's files after which it is killed. */
  const kills = [1, 4, 12];
  const daemon = startDaemon(t, folder);
  let doors = await doorsOf(daemon, folder);
  for (let frame = 0; frame < 120; frame++) {
    await store(doors, [
      { source: "diary", text: `beetroot-${frame}`, key: `k${frame % 7}` },
      { source: "keeper", text: `kept-${frame}` },
    ]);
    if (frame % 30 === 0) await beat(doors);
  }
  await beat(doors);
  daemon.process.kill("SIGKILL");
  await daemon.ended;
  let unanswered = 0;
  for (const writes of kills) {
    const next = startDaemon(t, folder);
    doors = await doorsOf(next, folder);
    const written = writesTo(folder, writes);
    const asked = doors.unix("/forget", pulseAsk(JSON.stringify({ source: "diary" }))).catch(() => undefined);
    await Promise.race([written, asked]);
    next.process.kill("SIGKILL");
    if ((await asked) === undefined) unanswered += 1;
    await next.ended;
  }
  t.diagnostic(`${unanswered} of ${kills.length} were killed before the answer`);
  const last = startDaemon(t, folder);
  doors = await doorsOf(last, folder);
  const answer = await doors.unix("/forget", pulseAsk(JSON.stringify({ source: "diary" })));
  assert.equal(answer.status, 200, answer.body.toString());
  assert.deepEqual(filesWith(folder, ["beetroot"]), []);
  assert.match(await text(doors, "/pulses"), /kept-119/);
  const verified = await runCli(["verify"], { dir: folder.dir });
  assert.equal(verified.code, 0, verified.stdout);
  assert.match(verified.stdout, /pulses were forgotten of 120 frames/);
  await stopped(last);
});
