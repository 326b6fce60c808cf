import assert from "node:assert/strict";
import { test } from "node:test";
import { MessageChannel } from "node:worker_threads";
import { Channel } from "../../../src/actors/channel.js";
import type { FixtureMessage } from "../fixture.worker.js";
import { sharedCounter, startFixture } from "../thread.js";

test("says ready with its value, answers, and ends by itself after close", async () => {
  const counter = sharedCounter();
  const { channel, report, exited } = startFixture({ counter });
  assert.deepEqual(Object.keys((await report("ready")).value as object), ["opened", "time"]);
  assert.equal(await channel.ask({ type: "echo", value: 7 }), 7);
  await channel.ask({ type: "close" });
  assert.deepEqual(await exited, [0]);
  assert.deepEqual([...counter], [1, 1]);
});

test("close twice closes once, and both are answered", async () => {
  const counter = sharedCounter();
  const { channel, exited } = startFixture({ counter });
  await Promise.all([channel.ask({ type: "close" }), channel.ask({ type: "close" })]);
  await exited;
  assert.deepEqual([...counter], [1, 1]);
});

test("what comes before it has opened waits until it has", async () => {
  const { channel, exited, reports } = startFixture({ open: "slow" });
  assert.equal(await channel.ask({ type: "echo", value: "early" }), "early");
  assert.equal(reports[0]?.type, "ready");
  await channel.ask({ type: "close" });
  await exited;
});

test("an actor that can't open says why and its thread ends", async () => {
  const { channel, report, exited, reports } = startFixture({ open: "fail" });
  const asked = assert.rejects(channel.ask({ type: "echo", value: 1 }));
  assert.equal((await report("fatal")).error.message, "the fixture can't open");
  assert.deepEqual(await exited, [0]);
  await asked;
  assert.equal(
    reports.some(({ type }) => type === "ready"),
    false,
  );
});

for (const [how, message, why] of [
  ["an uncaught error", { type: "crash" }, "crashed on purpose"],
  ["fatal", { type: "fatal" }, "fatal on purpose"],
  ["an unknown message", { type: "dance" } as unknown as FixtureMessage, 'unknown message: {"type":"dance"}'],
] as const) {
  test(`${how}: main is told once, the actor closes what it owns, the thread ends`, async () => {
    const counter = sharedCounter();
    const { channel, report, reports, exited } = startFixture({ counter });
    channel.tell(message);
    assert.equal((await report("fatal")).error.message, why);
    assert.deepEqual(await exited, [0]);
    assert.deepEqual([...counter], [1, 1]);
    assert.equal(reports.filter(({ type }) => type === "fatal").length, 1);
  });
}

test("an unknown question is answered with the error, and fatal", async () => {
  const { channel, report, exited } = startFixture();
  const asked = channel.ask({ type: "dance" } as unknown as { type: "echo"; value: 1 });
  await assert.rejects(asked, { code: "HB_PROTOCOL" });
  await report("fatal");
  await exited;
});

test("asks that are open when the thread dies are settled", async () => {
  const { channel, exited, report } = startFixture();
  await report("ready");
  const asks = [channel.ask({ type: "hang" }), channel.ask({ type: "hang" })];
  channel.tell({ type: "exit" });
  for (const ask of asks) await assert.rejects(ask, { code: "HB_CHANNEL_CLOSED" });
  assert.deepEqual(await exited, [3]);
});

test("two actors talk over a port; a new one takes the old one's place; close lets go of it", async () => {
  const { channel, exited } = startFixture();
  for (const answer of ["first", "second"]) {
    const { port1, port2 } = new MessageChannel();
    channel.tell({ type: "connect", peer: "collection", port: port1 }, [port1]);
    new Channel(
      port2,
      () => answer,
      () => {},
    );
    assert.equal(await channel.ask({ type: "askPeer", peer: "collection", value: 1 }), answer);
  }
  await channel.ask({ type: "close" });
  await exited;
});

test("told to settle, it collects what its start left behind, and goes on", async () => {
  const { channel, exited } = startFixture();
  await channel.ask({ type: "settle" });
  const litter = await channel.ask({ type: "litter" });
  await channel.ask({ type: "close" });
  await exited;
  assert.equal(litter, false);
});

test("logs and status go to main", async () => {
  const { channel, report, exited } = startFixture();
  channel.tell({ type: "report", value: { trouble: null } });
  assert.deepEqual(await report("log"), { type: "log", level: "info", text: "a line", fields: { n: 1 } });
  assert.deepEqual(await report("status"), { type: "status", value: { trouble: null } });
  await channel.ask({ type: "close" });
  await exited;
});
