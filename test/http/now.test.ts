import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { beatMs } from "../../src/pipeline/beat-clock.js";
import { jsonOf, problemOf } from "./client.js";
import { overTransports, type Running, startHttp } from "./harness.js";
import { snapshot } from "./samples.js";

overTransports("GET /now", (transport) => {
  let http: Running;
  const windows = [8192, 131072, 32768];
  before(async () => {
    http = await startHttp(transport);
  });
  after(() => http.close());
  const publish = (ordinal: number, time = Date.now()) =>
    http.fromAssembly({ type: "snapshot", snapshot: snapshot(ordinal, time, windows) });

  test("before the first snapshot: 503 with Retry-After", async () => {
    const answer = await http.tcp("/now");
    assert.equal(problemOf(answer), "503 HB_NO_SNAPSHOT");
    assert.equal(answer.headers["retry-after"], "1");
    assert.equal(answer.headers["content-type"], "application/problem+json");
  });

  for (const entrance of ["tcp", "unix"] as const) {
    test(`JSON by default, with all its headers (${entrance})`, async () => {
      await publish(1);
      const { status, headers, body } = await http[entrance]("/now");
      assert.equal(status, 200);
      assert.deepEqual(body, Buffer.from(snapshot(1, 0, windows).windows[0]?.json ?? []));
      assert.equal(headers["content-type"], "application/json");
      assert.equal(headers.etag, '"1-8192.json"');
      assert.equal(headers["cache-control"], "private, no-cache");
      assert.equal(headers.vary, "Accept");
      assert.equal(headers["heartbeat-stale"], undefined);
    });

    test(`Markdown by Accept and by path (${entrance})`, async () => {
      await publish(2);
      const accepted = await http[entrance]("/now", { headers: { accept: "text/markdown, */*;q=0.1" } });
      const named = await http[entrance]("/now.md", { headers: { accept: "application/json" } });
      for (const answer of [accepted, named]) {
        assert.equal(answer.body.toString(), "# NOW 2 8192 – ⏎\n");
        assert.equal(answer.headers["content-type"], "text/markdown; charset=utf-8");
        assert.equal(answer.headers.etag, '"2-8192.md"');
      }
    });
  }

  test("a newer snapshot replaces the one before", async () => {
    await publish(3);
    const first = await http.tcp("/now");
    await publish(4);
    const second = await http.tcp("/now");
    assert.deepEqual([jsonOf(first).ordinal, jsonOf(second).ordinal], [3, 4]);
    assert.notEqual(first.headers.etag, second.headers.etag);
  });

  test("?window= gives the largest that is not larger", async () => {
    await publish(5);
    const asked = { "8192": 8192, "32767": 8192, "32768": 32768, "131071": 32768, "9999999": 131072 };
    for (const [wanted, given] of Object.entries(asked)) {
      assert.equal(jsonOf(await http.tcp(`/now?window=${wanted}`)).window, given, wanted);
    }
  });

  test("?window= that nothing fits is a 400 with the list", async () => {
    await publish(6);
    for (const wanted of ["8191", "0", "-1", "1e9", "", "big"]) {
      const answer = await http.tcp(`/now?window=${wanted}`);
      assert.equal(problemOf(answer), "400 HB_WINDOW", wanted);
      assert.deepEqual(jsonOf(answer).windows, windows);
    }
  });

  test("If-None-Match: lists, weak tags and * give 304 without a body", async () => {
    await publish(7);
    for (const known of ['"7-8192.json"', '"x", "7-8192.json"', 'W/"7-8192.json"', "*"]) {
      const answer = await http.tcp("/now", { headers: { "if-none-match": known } });
      assert.equal(answer.status, 304, known);
      assert.equal(answer.body.byteLength, 0);
      assert.equal(answer.headers.etag, '"7-8192.json"');
      assert.ok(answer.headers["heartbeat-next"]);
    }
    for (const other of ['"7-8192.md"', '"6-8192.json"', "7-8192.json"]) {
      assert.equal((await http.tcp("/now", { headers: { "if-none-match": other } })).status, 200, other);
    }
  });

  test("HEAD has the headers of GET and no body", async () => {
    await publish(8);
    const [get, head] = [await http.tcp("/now"), await http.tcp("/now", { method: "HEAD" })];
    assert.equal(head.status, 200);
    assert.equal(head.body.byteLength, 0);
    assert.equal(head.headers["content-length"], String(get.body.byteLength));
    assert.equal(head.headers.etag, get.headers.etag);
  });

  test("Heartbeat-Next is the next boundary, Heartbeat-Age whole seconds", async () => {
    const before = Date.now();
    await publish(9, before - 61_500);
    const { headers } = await http.tcp("/now");
    const next = String(headers["heartbeat-next"]);
    assert.match(next, /^\d{4}-\d\d-\d\dT\d\d:\d\d:00Z$/);
    assert.equal(Date.parse(next) % beatMs, 0);
    assert.ok(Date.parse(next) > before && Date.parse(next) <= Date.now() + beatMs);
    assert.match(String(headers["heartbeat-age"]), /^6[12]$/);
  });

  test("stale by word of assembly until the next snapshot", async () => {
    await publish(10);
    await http.fromAssembly({ type: "stale", reason: "disk full\r\nX-Injected: 1 – ⏎" });
    const { status, headers } = await http.tcp("/now");
    assert.equal(status, 200);
    assert.equal(headers["heartbeat-stale"], "disk full X-Injected: 1");
    assert.equal(headers["x-injected"], undefined);
    await publish(11);
    assert.equal((await http.tcp("/now")).headers["heartbeat-stale"], undefined);
  });

  test("stale by age: more than two beats", async () => {
    await publish(12, Date.now() - 2 * beatMs + 60_000);
    assert.equal((await http.tcp("/now")).headers["heartbeat-stale"], undefined);
    await publish(13, Date.now() - 2 * beatMs - 1_000);
    assert.match(String((await http.tcp("/now")).headers["heartbeat-stale"]), /two beats/);
  });
});

overTransports("GET /now while the first snapshot is on its way", (transport) => {
  test("waits for it, and for nothing once it has come", async () => {
    const http = await startHttp(transport, { settings: { hasSnapshot: true } });
    const asked = Promise.all([http.tcp("/now"), http.unix("/now.md")]);
    await http.tcp("/nothing");
    await http.fromAssembly({ type: "snapshot", snapshot: snapshot(7, Date.now()) });
    assert.deepEqual(
      (await asked).map(({ status }) => status),
      [200, 200],
    );
    assert.equal((await http.tcp("/now")).status, 200);
    await http.close();
  });

  test("503 when it does not come", async () => {
    const http = await startHttp(transport, { settings: { hasSnapshot: true } });
    assert.equal(problemOf(await http.tcp("/now")), "503 HB_NO_SNAPSHOT");
    await http.close();
  });
});
