// Every string of a pulse passes the redactor, within `data` at any depth and by the name it has there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createRedactor } from "../../src/log/redact.js";
import { redactPulse } from "../../src/log/redact-pulse.js";
import type { Pulse } from "../../src/pipeline/pulse.js";
import { secrets } from "./made-up-secrets.js";

const redact = await createRedactor([]);
const token = secrets["github-token"]?.[0] as string;
const gone = "[REDACTED:github-token]";

test("text, source, key, id, category and type", () => {
  const pulse: Pulse = { source: token, type: token, text: token, key: token, id: token, category: token, time: 5 };
  assert.deepEqual(redactPulse(pulse, redact), {
    source: gone,
    type: gone,
    text: gone,
    key: gone,
    id: gone,
    category: gone,
    time: 5,
  });
});

test("refs", () => {
  assert.deepEqual(redactPulse({ source: "a", text: "b", refs: ["p1", token] }, redact).refs, ["p1", gone]);
});

test("data: values, names and what goes by a secret's name, at any depth", () => {
  const data = {
    env: [{ API_TOKEN: "abc", password: 123_456, HOME: "/home/x", pwd: "/home/x", n: 1, ok: null }],
    [token]: [[token]],
    api_key: { nested: "stays: it has no name of its own" },
    token: "$TOKEN",
  };
  assert.deepEqual(redactPulse({ source: "a", text: "b", data }, redact).data, {
    env: [
      {
        API_TOKEN: "[REDACTED:token]",
        password: "[REDACTED:password]",
        HOME: "/home/x",
        pwd: "/home/x",
        n: 1,
        ok: null,
      },
    ],
    [gone]: [[gone]],
    api_key: { nested: "stays: it has no name of its own" },
    token: "$TOKEN",
  });
});

test("twice is once", () => {
  const once = redactPulse(
    { source: "a", text: "password=x", data: { password: "x", deep: [{ token: "y" }] } },
    redact,
  );
  assert.deepEqual(redactPulse(once, redact), once);
});

test("a clean pulse is the same object", () => {
  const pulse: Pulse = { source: "window", text: "Code: fold.ts" };
  assert.equal(redactPulse(pulse, redact), pulse);
});
