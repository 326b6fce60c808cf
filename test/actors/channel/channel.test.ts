import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { Channel, type Message } from "../../../src/actors/channel.js";
import { HeartbeatError } from "../../../src/errors.js";

type Any = Channel<Message & Record<string, unknown>, Record<string, unknown>>;

interface Pair {
  readonly here: Any;
  readonly there: Any;
  readonly ports: readonly [MessagePort, MessagePort];
  readonly fatal: unknown[];
  close(): void;
}

function pair(handle: (message: Message & Record<string, unknown>) => unknown): Pair {
  const { port1, port2 } = new MessageChannel();
  const fatal: unknown[] = [];
  const here: Any = new Channel(
    port1,
    () => undefined,
    () => {},
  );
  const there: Any = new Channel(port2, handle as never, (error) => fatal.push(error));
  return { here, there, ports: [port1, port2], fatal, close: () => port1.close() };
}

test("an ask is answered, each with its own answer", async () => {
  const { here, close } = pair(({ n }) => Number(n) * 2);
  assert.deepEqual(await Promise.all([1, 2, 3].map((n) => here.ask({ type: "double", n }))), [2, 4, 6]);
  assert.equal(here.pending, 0);
  close();
});

test("what the handler throws is the asker's error, with code and hint; the handler goes on", async () => {
  const { here, fatal, close } = pair(({ bad }) => {
    if (bad) throw new HeartbeatError("HB_TEST", "no", { hint: "try another" });
    return "well";
  });
  await assert.rejects(here.ask({ type: "x", bad: true }), { code: "HB_TEST", message: "no", hint: "try another" });
  assert.equal(await here.ask({ type: "x" }), "well");
  assert.deepEqual(fatal, []);
  close();
});

test("what the handler throws on a tell is fatal", async () => {
  const { here, fatal, close } = pair(({ type }) => {
    if (type === "bad") throw new Error("can't");
    return "well";
  });
  here.tell({ type: "bad" });
  await here.ask({ type: "x" });
  assert.match(String(fatal[0]), /can't/);
  close();
});

test("messages are handled in the order sent, tells and asks alike", async () => {
  const seen: unknown[] = [];
  const { here, close } = pair(({ n }) => seen.push(n));
  here.tell({ type: "x", n: 1 });
  const asked = here.ask({ type: "x", n: 2 });
  here.tell({ type: "x", n: 3 });
  await asked;
  await here.ask({ type: "x", n: 4 });
  assert.deepEqual(seen, [1, 2, 3, 4]);
  close();
});

test("an answer that can't be cloned is the asker's error", async () => {
  const { here, close } = pair(() => () => {});
  await assert.rejects(here.ask({ type: "x" }), /could not be cloned/);
  close();
});

test("a question that can't be cloned is rejected and nothing waits for it", async () => {
  const { here, close } = pair(() => 1);
  await assert.rejects(here.ask({ type: "x", value: () => {} }), /could not be cloned/);
  assert.equal(here.pending, 0);
  close();
});

test("every open ask settles when the other end goes away", async () => {
  const { here, ports } = pair(() => new Promise(() => {}));
  const asks = [here.ask({ type: "x" }), here.ask({ type: "x" })];
  ports[1].close();
  for (const ask of asks) await assert.rejects(ask, { code: "HB_CHANNEL_CLOSED" });
  await assert.rejects(here.ask({ type: "x" }), { code: "HB_CHANNEL_CLOSED" });
  here.tell({ type: "x" });
});

test("close settles what is open; a second one and a late answer do nothing", async () => {
  let answer: (value: unknown) => void = () => {};
  const { here, ports } = pair(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const asked = here.ask({ type: "x" });
  await once(ports[1], "message");
  here.close();
  here.close();
  answer("late");
  await assert.rejects(asked, { code: "HB_CHANNEL_CLOSED" });
  ports[0].close();
});

test("an unknown envelope is fatal", async () => {
  const { here, ports, fatal, close } = pair(() => "well");
  ports[0].postMessage({ kind: "shout" });
  await here.ask({ type: "x" });
  assert.match(String(fatal[0]), /unknown envelope: \{"kind":"shout"\}/);
  close();
});
