import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { after, before, beforeEach, test } from "node:test";
import type { PulsesResult } from "../../src/actors/collection/protocol.js";
import type { PulseAnswer } from "../../src/pipeline/pulse.js";
import { jsonOf, openRaw, problemOf, pulseAsk, readRaw } from "./client.js";
import { overTransports, type PulsesMessage, type Running, startHttp } from "./harness.js";
import { stored, token } from "./samples.js";

overTransports("POST /pulse", (transport) => {
  let http: Running;
  let received: PulsesMessage[];
  let answer: PulsesResult;
  before(async () => {
    http = await startHttp(transport, {
      pulses: (message) => {
        received.push(message);
        return answer;
      },
    });
  });
  after(() => http.close());
  beforeEach(() => {
    received = [];
    answer = stored;
  });

  const judged = (judgement: Partial<PulseAnswer>): PulsesResult => ({
    type: "judged",
    answer: { first: null, count: 0, duplicates: [], errors: [], ...judgement },
  });
  const error = { index: 0, code: "HB_PULSE_SOURCE", message: "expected …", permanent: true } as const;

  for (const [name, result, status] of [
    ["something stored", judged({ first: 5, count: 1, errors: [error] }), 201],
    ["all duplicates", judged({ duplicates: [{ index: 0, seq: 3 }] }), 200],
    ["duplicates beside errors", judged({ duplicates: [{ index: 1, seq: 3 }], errors: [error] }), 200],
    ["an empty batch", judged({}), 200],
    ["nothing valid", judged({ errors: [error] }), 422],
  ] as const) {
    test(`${name}: ${status} with collection's answer as it is`, async () => {
      answer = result;
      const got = await http.tcp("/pulse", pulseAsk("[]"));
      assert.equal(got.status, status);
      assert.deepEqual(jsonOf(got), result.type === "judged" ? result.answer : undefined);
    });
  }

  for (const status of [400, 413, 503, 507] as const) {
    test(`refused whole with ${status}`, async () => {
      const retryAfter = status >= 500 ? 30 : undefined;
      answer = { type: "refused", status, code: "HB_X", message: "because", ...(retryAfter && { retryAfter }) };
      const got = await http.unix("/pulse", pulseAsk("{"));
      assert.equal(problemOf(got), `${status} HB_X`);
      assert.equal(jsonOf(got).detail, "because");
      assert.equal(got.headers["retry-after"], retryAfter?.toString());
      assert.equal(jsonOf(got).retryAfter, retryAfter);
    });
  }

  test("a bad one, then a good one on the same connection", async () => {
    const socket = await openRaw(http.where, "");
    const send = (body: string): void => {
      socket.write(
        `POST /pulse HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    };
    answer = { type: "refused", status: 400, code: "HB_JSON", message: "no JSON" };
    send("{bad");
    const replies: string[] = [];
    await readRaw(socket, (text) => {
      if (replies.length === 0 && text.includes("HB_JSON")) {
        replies.push(text.slice(0, 12));
        answer = stored;
        send("{}");
      }
      if (!text.includes("HTTP/1.1 201")) return false;
      replies.push("HTTP/1.1 201");
      return true;
    });
    assert.deepEqual(replies, ["HTTP/1.1 400", "HTTP/1.1 201"]);
  });

  test("every byte arrives as sent, however it is cut and whatever runs beside it", async () => {
    const sent = Array.from({ length: 60 }, (_, index) => randomBytes((index * 1_103) % 65_536));
    await Promise.all(sent.map((body, index) => http[index % 2 ? "tcp" : "unix"]("/pulse", pulseAsk(body))));
    const hash = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
    assert.deepEqual(received.map(({ body }) => hash(body)).sort(), sent.map(hash).sort());
  });

  test("a chunked body in small pieces", async () => {
    const socket = await openRaw(
      http.where,
      `POST /pulse HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
    );
    for (const piece of ["4\r\n[{}", ",\r\n", "3\r\n{}]\r\n0\r\n\r\n"]) socket.write(piece);
    await readRaw(socket, (text) => text.includes("201"));
    assert.deepEqual(
      received.map(({ body }) => Buffer.from(body).toString()),
      ["[{},{}]"],
    );
  });

  test("a collector names itself", async () => {
    await http.unix("/pulse", pulseAsk("{}", { "heartbeat-collector": "git" }));
    await http.unix("/pulse", pulseAsk("{}"));
    assert.deepEqual(
      received.map(({ collector }) => collector),
      ["git", undefined],
    );
    const bad = await http.unix("/pulse", pulseAsk("{}", { "heartbeat-collector": "a b" }));
    assert.equal(problemOf(bad), "400 HB_REQUEST");
  });

  test("only JSON in UTF-8, not compressed: else 415, and nothing reaches collection", async () => {
    for (const headers of [
      { "content-type": "text/plain" },
      { "content-type": "application/x-www-form-urlencoded" },
      { "content-type": "application/jsonp" },
      { "content-type": "application/json; charset=latin1" },
      { "content-encoding": "gzip" },
    ]) {
      assert.equal(problemOf(await http.tcp("/pulse", pulseAsk("{}", headers))), "415 HB_MEDIA_TYPE");
    }
    const bare = await http.tcp("/pulse", { method: "POST", body: "{}" });
    assert.equal(problemOf(bare), "415 HB_MEDIA_TYPE");
    assert.deepEqual(received, []);
    assert.equal(
      (await http.tcp("/pulse", pulseAsk("{}", { "content-type": "Application/JSON; charset=UTF-8" }))).status,
      201,
    );
  });
});
