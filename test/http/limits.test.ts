// What is too large, too much or too slow is refused by itself and disturbs nobody else.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { PulsesResult } from "../../src/actors/collection/protocol.js";
import { Intake, maxOutstandingBytes, maxOutstandingRequests } from "../../src/http/body.js";
import { ProblemError } from "../../src/http/problem.js";
import { jsonOf, openRaw, problemOf, pulseAsk, readRaw } from "./client.js";
import { overTransports, type PulsesMessage, type Running, startHttp } from "./harness.js";
import { snapshot, stored, token } from "./samples.js";

describe("Intake", () => {
  const isBusy = (error: unknown): boolean => error instanceof ProblemError && error.problem.code === "HB_BUSY";

  test("bounds requests", () => {
    const intake = new Intake(2, 100);
    const first = intake.enter();
    intake.enter();
    assert.throws(() => intake.enter(), isBusy);
    first.leave();
    first.leave();
    intake.enter();
    assert.throws(() => intake.enter(), isBusy);
  });

  test("bounds bytes over all requests and takes them back", () => {
    const intake = new Intake(10, 100);
    const [one, two] = [intake.enter(), intake.enter()];
    assert.ok(one.take(60));
    assert.ok(!two.take(41));
    assert.ok(two.take(40));
    one.leave();
    assert.ok(!one.take(1));
    assert.ok(two.take(60));
    assert.ok(!two.take(1));
  });

  test("two of the largest bodies have room, whatever the limit is", () => {
    assert.equal(maxOutstandingBytes(1_000), 32 * 1_024 * 1_024);
    assert.equal(maxOutstandingBytes(100_000_000), 200_000_000);
  });
});

overTransports("limits", (transport) => {
  const maxBodyBytes = 16_384;
  const head = `Host: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
  let http: Running;
  let received: PulsesMessage[] = [];
  before(async () => {
    http = await startHttp(transport, {
      settings: { maxBodyBytes },
      pulses: (message) => {
        received.push(message);
        return stored;
      },
    });
    await http.fromAssembly({ type: "snapshot", snapshot: snapshot(1, Date.now()) });
  });
  after(() => http.close());

  test("a body of exactly the limit passes, one byte more is a 413 that says the limit", async () => {
    received = [];
    const [fits, over] = await Promise.all([
      http.tcp("/pulse", pulseAsk("x".repeat(maxBodyBytes))),
      http.tcp("/pulse", pulseAsk("x".repeat(maxBodyBytes + 1))),
    ]);
    assert.equal(fits.status, 201);
    assert.equal(problemOf(over), "413 HB_BODY_TOO_LARGE");
    assert.equal(jsonOf(over).limit, maxBodyBytes);
    assert.deepEqual(
      received.map(({ body }) => body.byteLength),
      [maxBodyBytes],
    );
  });

  test("a body that is announced over the limit is refused before it comes", async () => {
    const socket = await openRaw(http.where, `POST /pulse HTTP/1.1\r\n${head}Content-Length: 999999999\r\n\r\n`);
    assert.match(await readRaw(socket, (text) => text.includes("limit")), /^HTTP\/1\.1 413 /);
  });

  test("chunked, whose length nobody announces: the limit passes, one byte more is a 413", async () => {
    const chunked = async (bytes: number): Promise<string> => {
      const socket = await openRaw(http.where, `POST /pulse HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n`);
      socket.write(`${bytes.toString(16)}\r\n${"x".repeat(bytes)}\r\n0\r\n\r\n`);
      return (await readRaw(socket, (text) => text.includes("\r\n\r\n"))).slice(0, 12);
    };
    assert.deepEqual([await chunked(maxBodyBytes), await chunked(maxBodyBytes + 1)], ["HTTP/1.1 201", "HTTP/1.1 413"]);
  });

  test("a chunked body over the limit is a 413 too, and the connection goes on", async () => {
    const socket = await openRaw(http.where, `POST /pulse HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n`);
    const piece = `1000\r\n${"x".repeat(4_096)}\r\n`;
    socket.write(`${piece.repeat(5)}0\r\n\r\nGET /now HTTP/1.1\r\n${head}\r\n`);
    const text = await readRaw(socket, (all) => all.includes('"ordinal":1'));
    assert.match(text, /^HTTP\/1\.1 413 [\s\S]*"limit":16384[\s\S]*HTTP\/1\.1 200 /);
  });

  test("a client that closes after its request sees the answer to any body, however early it is refused", async () => {
    const large = "x".repeat(4 * 1_024 * 1_024);
    for (let round = 0; round < 10; round++) {
      const answers = [
        await http.tcp("/pulse", pulseAsk(large)),
        await http.tcp("/pulse", pulseAsk(large, { authorization: "none" })),
        await http.tcp("/now", { ...pulseAsk(large), method: "GET", headers: { "content-length": `${large.length}` } }),
      ];
      assert.deepEqual(
        answers.map(({ status }) => status),
        [413, 401, 200],
      );
    }
  });

  test("half bodies that stay open hold nobody up", async () => {
    const half = `POST /pulse HTTP/1.1\r\n${head}Content-Length: 1000\r\n\r\n{`;
    const sockets = await Promise.all(Array.from({ length: 50 }, () => openRaw(http.where, half)));
    assert.equal((await http.tcp("/now")).status, 200);
    assert.equal((await http.tcp("/pulse", pulseAsk("{}"))).status, 201);
    for (const socket of sockets) socket.destroy();
  });
});

overTransports("too much outstanding", (transport) => {
  test("503 HB_BUSY with Retry-After, /now goes on, and there is room again afterwards", async () => {
    const held: ((result: PulsesResult) => void)[] = [];
    let hold = true;
    let full: (() => void) | undefined;
    const isFull = new Promise<void>((resolve) => {
      full = resolve;
    });
    const http = await startHttp(transport, {
      settings: { maxBodyBytes: 1_024 },
      pulses: () => {
        if (!hold) return stored;
        return new Promise((resolve) => {
          if (held.push(resolve) === maxOutstandingRequests) full?.();
        });
      },
    });
    try {
      await http.fromAssembly({ type: "snapshot", snapshot: snapshot(1, Date.now()) });
      const waiting = Array.from({ length: maxOutstandingRequests }, () => http.unix("/pulse", pulseAsk("{}")));
      await isFull;
      const refused = await http.tcp("/pulse", pulseAsk("{}"));
      assert.equal(problemOf(refused), "503 HB_BUSY");
      assert.equal(refused.headers["retry-after"], "1");
      assert.equal((await http.tcp("/now")).status, 200);
      hold = false;
      for (const answer of held) answer(stored);
      const answers = await Promise.all(waiting);
      assert.ok(answers.every(({ status }) => status === 201));
      assert.equal((await http.tcp("/pulse", pulseAsk("{}"))).status, 201);
    } finally {
      await http.close();
    }
  });
});
