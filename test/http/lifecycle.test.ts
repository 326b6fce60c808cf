// Starting, losing a neighbour, draining and closing the worker.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { PulsesResult } from "../../src/actors/collection/protocol.js";
import { HeartbeatError } from "../../src/errors.js";
import { openRaw, problemOf, pulseAsk, readRaw } from "./client.js";
import { overTransports, startHttp } from "./harness.js";
import { snapshot, stored, token } from "./samples.js";

/** A promise and what settles it. */
function later<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

overTransports("starting", (transport) => {
  test("says where it listens and on what", async () => {
    const http = await startHttp(transport);
    assert.equal(http.ready.transport.name, transport);
    assert.ok(http.ready.port > 0);
    assert.equal(statSync(String(http.ready.socket)).mode & 0o777, 0o600);
    await http.close();
  });

  test("a port that another worker holds: HB_PORT_BUSY names port and setting", async () => {
    const before = await startHttp(transport);
    await before.close();
    // Asked for by number: a port that the system chose is never shared, so it would show less.
    const http = await startHttp(transport, { settings: { port: before.ready.port } });
    for (const other of ["node:http", transport] as const) {
      await assert.rejects(startHttp(other, { settings: { port: http.ready.port } }), (error: unknown) => {
        assert.ok(error instanceof HeartbeatError);
        assert.equal(error.code, "HB_PORT_BUSY");
        assert.match(error.message, new RegExp(String(http.ready.port)));
        assert.match(String(error.hint), /http\.port.*--port/);
        return true;
      });
    }
    await http.close();
  });

  test("a port that another program holds", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    await assert.rejects(startHttp(transport, { settings: { port } }), { code: "HB_PORT_BUSY" });
    other.close();
  });

  test("a socket file that a killed daemon left is replaced, any other file is left alone", async () => {
    const folder = mkdtempSync(join(tmpdir(), "hb-sock-"));
    const socket = join(folder, "s.sock");
    const dying = `require("net").createServer().listen(${JSON.stringify(socket)}, () => process.kill(process.pid, 9))`;
    await once(spawn(process.execPath, ["-e", dying]), "exit");
    assert.ok(existsSync(socket), "a killed process leaves its file, or this test shows nothing");
    const next = await startHttp(transport, { settings: { socket } });
    assert.equal((await next.unix("/nothing")).status, 404);
    await next.close();
    assert.ok(!existsSync(socket), "closing removes the file");

    writeFileSync(socket, "precious");
    const without = await startHttp(transport, { settings: { socket } });
    assert.equal(without.ready.socket, null);
    assert.ok(without.logs.some(({ text }) => /no unix socket: expected no file or a socket/.test(text)));
    assert.equal((await without.tcp("/nothing")).status, 404);
    await without.close();
    assert.equal(statSync(socket).size, "precious".length);
    rmSync(folder, { recursive: true });
  });

  test("a socket path that is too long: runs without, and says why", async () => {
    const http = await startHttp(transport, { settings: { socket: `/tmp/${"n".repeat(120)}` } });
    assert.equal(http.ready.socket, null);
    assert.ok(http.logs.some(({ text }) => /at most 100 bytes/.test(text)));
    await http.close();
  });
});

overTransports("collection comes and goes", (transport) => {
  test("503 while it is away, a request under way too; then all is well again", async () => {
    const asked = later<void>();
    let hold = true;
    const http = await startHttp(transport, {
      pulses: () => {
        asked.resolve();
        return hold ? new Promise<PulsesResult>(() => undefined) : stored;
      },
    });
    await http.fromAssembly({ type: "snapshot", snapshot: snapshot(1, Date.now()) });
    const port = http.connectCollection();
    const underWay = http.tcp("/pulse", pulseAsk("{}"));
    await asked.promise;
    port.close();
    const lost = await underWay;
    const after = await http.unix("/pulse", pulseAsk("{}"));
    for (const answer of [lost, after]) {
      assert.equal(problemOf(answer), "503 HB_UNAVAILABLE");
      assert.equal(answer.headers["retry-after"], "1");
    }
    assert.equal((await http.tcp("/now")).status, 200);
    hold = false;
    http.connectCollection();
    assert.equal((await http.tcp("/pulse", pulseAsk("{}"))).status, 201);
    await http.close();
  });
});

overTransports("ending", (transport) => {
  test("drain: what was handed on is answered first, nothing that writes is taken, reading goes on", async () => {
    const asked = later<void>();
    const answer = later<PulsesResult>();
    const http = await startHttp(transport, {
      pulses: () => {
        asked.resolve();
        return answer.promise;
      },
      main: () => ({}),
    });
    await http.fromAssembly({ type: "snapshot", snapshot: snapshot(1, Date.now()) });
    const half = await openRaw(
      http.where,
      `POST /pulse HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
        "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{",
    );
    const order: string[] = [];
    const running = http.tcp("/pulse", pulseAsk("{}")).then(({ status }) => order.push(`answered ${status}`));
    await asked.promise;
    const drained = http.fromMain({ type: "drain" }).then(() => order.push("drained"));
    for (const path of ["/pulse", "/beat", "/pause", "/resume", "/token"]) {
      assert.equal(problemOf(await http.tcp(path, pulseAsk("{}"))), "503 HB_UNAVAILABLE", path);
    }
    assert.equal((await http.tcp("/now")).status, 200);
    half.write("}");
    assert.match(await readRaw(half, (text) => text.includes("}")), /^HTTP\/1\.1 503 /);
    assert.deepEqual(order, []);
    answer.resolve(stored);
    await Promise.all([running, drained]);
    assert.deepEqual([...order].sort(), ["answered 201", "drained"]);
    await http.close();
  });

  test("close: idle and half-open connections are cut, the thread ends by itself, the port is free", async () => {
    const http = await startHttp(transport);
    const idle = await openRaw(http.where, "");
    const half = await openRaw(http.where, "GET /now HT");
    const closed = [idle, half].map((socket) => new Promise((resolve) => socket.resume().once("close", resolve)));
    assert.equal(await http.close(), 0);
    await Promise.all(closed);
    const again = await startHttp(transport, { settings: { port: http.ready.port } });
    assert.equal(again.ready.port, http.ready.port);
    await again.close();
  });

  test("an uncaught error: the thread says so, closes what is open and ends; the process lives, the port is free", async () => {
    const http = await startHttp(transport);
    const idle = await openRaw(http.where, "");
    const ended = once(http.worker, "exit");
    // A message that no channel knows is a programming error, and ends the actor.
    http.worker.postMessage({ kind: "tell", message: { type: "nobody knows this" } });
    assert.deepEqual(await ended, [0]);
    idle.destroy();
    const again = await startHttp(transport, { settings: { port: http.ready.port } });
    assert.equal((await again.tcp("/nothing")).status, 404);
    await again.close();
  });
});
