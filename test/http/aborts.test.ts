// Clients that go away in the middle of things. With uWebSockets.js one wrong touch ends the whole process.

import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, test } from "node:test";
import type { PulsesResult } from "../../src/actors/collection/protocol.js";
import { openRaw, pulseAsk } from "./client.js";
import { overTransports, type Running, startHttp } from "./harness.js";
import { snapshot, stored, token } from "./samples.js";

overTransports("aborted requests", (transport) => {
  const head = `Host: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n`;
  const json = "Content-Type: application/json\r\n";
  let http: Running;
  let held: ((result: PulsesResult) => void)[] = [];
  let hold = false;
  let reached = 0;
  let arrived: (() => void) | undefined;
  before(async () => {
    http = await startHttp(transport, {
      pulses: () => {
        reached++;
        if (!hold) return stored;
        return new Promise((resolve) => {
          held.push(resolve);
          arrived?.();
        });
      },
    });
    await http.fromAssembly({ type: "snapshot", snapshot: snapshot(1, Date.now()) });
  });
  after(() => http.close());

  async function abortAfter(text: string, ms: number): Promise<void> {
    const socket = await openRaw(http.where, text);
    setTimeout(() => socket.destroy(), ms);
    await once(socket, "close");
  }

  for (const [name, text] of [
    ["a GET", `GET /now HTTP/1.1\r\n${head}\r\n`],
    ["half a header", `GET /now HTTP/1.1\r\n${head}`],
    ["half a body", `POST /pulse HTTP/1.1\r\n${head}${json}Content-Length: 5000\r\n\r\n${"x".repeat(2_500)}`],
    ["a whole body", `POST /pulse HTTP/1.1\r\n${head}${json}Content-Length: 2\r\n\r\n{}`],
  ] as const) {
    // More often than there is room for in the intake, so that a place that is not given back shows.
    test(`${name}, ${30 * 40} times: the next requests are answered`, async () => {
      reached = 0;
      for (let round = 0; round < 30; round++) {
        await Promise.all(Array.from({ length: 40 }, (_, index) => abortAfter(text, index % 4)));
      }
      assert.equal((await http.tcp("/now")).status, 200);
      assert.equal((await http.tcp("/pulse", pulseAsk("{}"))).status, 201);
      if (name === "a whole body") assert.ok(reached > 40, `only ${reached} came as far as collection`);
      assert.ok(!http.logs.some(({ level }) => level === "error"), JSON.stringify(http.logs));
    });
  }

  test("the answer comes after the client went away", async () => {
    hold = true;
    held = [];
    const sockets = [];
    for (let index = 0; index < 50; index++) {
      const came = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      const socket = await openRaw(http.where, `POST /pulse HTTP/1.1\r\n${head}${json}Content-Length: 2\r\n\r\n{}`);
      sockets.push(socket);
      await came;
    }
    await Promise.all(sockets.map((socket) => once(socket.destroy(), "close")));
    hold = false;
    assert.equal((await http.tcp("/now")).status, 200);
    assert.equal(held.length, 50);
    for (const answer of held) answer(stored);
    assert.equal((await http.tcp("/pulse", pulseAsk("{}"))).status, 201);
  });
});
