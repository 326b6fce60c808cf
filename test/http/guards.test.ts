import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { checkHost, holdsToken } from "../../src/http/guards.js";
import { ask, openRaw, problemOf, pulseAsk, readRaw } from "./client.js";
import { overTransports, type Running, startHttp } from "./harness.js";
import { health, snapshot, token } from "./samples.js";

describe("checkHost", () => {
  const good = ["localhost", "LOCALHOST", "127.0.0.1", "[::1]", "localhost:8180", "127.0.0.1:8180", "[::1]:8180"];
  const bad = [
    undefined,
    "",
    "localhost.",
    "localhost.:8180",
    "localhost:",
    "localhost:8181",
    "127.0.0.1:80",
    "127.0.0.2",
    "127.1",
    "0.0.0.0:8180",
    "::1",
    "evil.example",
    "evil.example:8180",
    "localhost.evil.example",
    "localhost:8180.evil.example",
    "localhost, evil.example",
    "user@localhost",
    " localhost",
    "localhost\n",
  ];
  for (const host of good) test(`lets ${host} in`, () => assert.equal(checkHost(host, 8180), undefined));
  for (const host of bad) {
    test(`refuses ${JSON.stringify(host)}`, () => assert.equal(checkHost(host, 8180)?.code, "HB_HOST"));
  }
});

describe("holdsToken", () => {
  const bytes = Buffer.from(token);
  test("the token, whatever the case of the scheme", () => {
    assert.ok(holdsToken(`Bearer ${token}`, bytes));
    assert.ok(holdsToken(`bearer ${token}`, bytes));
  });
  for (const shown of [
    undefined,
    "",
    "Bearer",
    "Bearer ",
    token,
    `Basic ${token}`,
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    `Bearer ${token.replace("t", "T")}`,
    `Bearer ${token}, Bearer ${token}`,
  ]) {
    test(`not ${JSON.stringify(shown)}`, () => assert.equal(holdsToken(shown, bytes), false));
  }
});

overTransports("who may ask", (transport) => {
  const page = "https://page.example";
  let http: Running;
  before(async () => {
    http = await startHttp(transport, { settings: { origins: [page] }, main: () => health });
    await http.fromAssembly({ type: "snapshot", snapshot: snapshot(1, Date.now()) });
  });
  after(() => http.close());

  test("a foreign Host is 403 on every door, the open one too", async () => {
    for (const path of ["/now", "/health", "/nothing"]) {
      const answer = await http.tcp(path, { headers: { host: `evil.example:${http.ready.port}` } });
      assert.equal(problemOf(answer), "403 HB_HOST", path);
    }
    assert.equal(problemOf(await http.tcp("/now", { headers: { host: "localhost." } })), "403 HB_HOST");
    assert.equal((await http.tcp("/now", { headers: { host: `[::1]:${http.ready.port}` } })).status, 200);
    assert.equal((await http.tcp("/now", { headers: { host: "localhost" } })).status, 200);
  });

  test("a missing Host is refused", async () => {
    const socket = await openRaw(http.where, `GET /now HTTP/1.1\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    const reply = await readRaw(socket, (text) => text.includes("\r\n\r\n"));
    // uWebSockets.js answers a request without Host by itself.
    assert.match(reply, transport === "node:http" ? /^HTTP\/1\.1 403 / : /^HTTP\/1\.1 400 /);
  });

  test("two Hosts are refused", async () => {
    const socket = await openRaw(
      http.where,
      `GET /now HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    assert.match(await readRaw(socket, (text) => text.includes("\r\n\r\n")), /^HTTP\/1\.1 403 /);
  });

  test("Host does not matter on the unix socket", async () => {
    assert.equal((await http.unix("/now", { headers: { host: "evil.example" } })).status, 200);
  });

  for (const entrance of ["tcp", "unix"] as const) {
    test(`a foreign Origin is 403, its own name for us too (${entrance})`, async () => {
      for (const origin of [
        "http://evil.example",
        "null",
        `http://127.0.0.1:${http.ready.port}`,
        `${page}.evil.example`,
      ]) {
        const get = await http[entrance]("/now", { headers: { origin } });
        const post = await http[entrance]("/pulse", pulseAsk("{}", { origin }));
        assert.deepEqual([problemOf(get), problemOf(post)], ["403 HB_ORIGIN", "403 HB_ORIGIN"], origin);
        assert.equal(get.headers["access-control-allow-origin"], undefined);
      }
    });
  }

  test("rebound names fail by Host even when Origin says the same", async () => {
    const name = `evil.example:${http.ready.port}`;
    const answer = await http.tcp("/now", { headers: { host: name, origin: `http://${name}` } });
    assert.equal(problemOf(answer), "403 HB_HOST");
  });

  test("a listed Origin gets CORS headers for itself, on errors too", async () => {
    const good = await http.tcp("/now", { headers: { origin: page } });
    const bad = await ask(http.where, "/now", { headers: { origin: page } });
    assert.deepEqual([good.status, bad.status], [200, 401]);
    for (const { headers } of [good, bad]) {
      assert.equal(headers["access-control-allow-origin"], page);
      assert.match(
        String(headers["access-control-expose-headers"]),
        /ETag.*Heartbeat-Next.*Heartbeat-Age.*Heartbeat-Stale/,
      );
      assert.match(String(headers.vary), /Origin/);
    }
    assert.equal(good.headers.vary, "Accept, Origin");
  });

  test("preflight: answered without a token, for listed origins only", async () => {
    const preflight = (origin: string) =>
      ask(http.where, "/pulse", {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "POST" },
      });
    const { status, headers } = await preflight(page);
    assert.equal(status, 204);
    assert.equal(headers["access-control-allow-origin"], page);
    assert.equal(headers["access-control-allow-headers"], "Authorization, Content-Type, If-None-Match");
    assert.equal(headers["access-control-allow-methods"], "GET, HEAD, POST");
    assert.equal(problemOf(await preflight("https://other.example")), "403 HB_ORIGIN");
  });

  test("without the token: 401 that says where it is; never from a URL", async () => {
    for (const path of ["/now", "/now.md", "/nothing", `/now?token=${token}`, `/now?access_token=${token}`]) {
      const answer = await ask(http.where, path);
      assert.equal(problemOf(answer), "401 HB_UNAUTHORIZED", path);
      assert.match(String(answer.headers["www-authenticate"]), /^Bearer/);
      assert.match(answer.body.toString(), /heartbeat token/);
    }
    for (const path of ["/pulse", "/beat", "/pause", "/resume", "/token"]) {
      assert.equal(problemOf(await ask(http.where, path, pulseAsk("{}"))), "401 HB_UNAUTHORIZED", path);
    }
  });

  test("a rotated token: the old one ends, the new one begins", async () => {
    const rotated = "another-token-0123456789";
    await http.fromMain({ type: "token", token: rotated });
    assert.equal((await http.tcp("/now")).status, 401);
    assert.equal((await http.tcp("/now", { headers: { authorization: `Bearer ${rotated}` } })).status, 200);
    await http.fromMain({ type: "token", token });
    assert.equal((await http.tcp("/now")).status, 200);
  });
});
