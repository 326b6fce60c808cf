import assert from "node:assert/strict";
import { test } from "node:test";
import { parseConfigText } from "../../src/config/parse.js";
import { HeartbeatError } from "../../src/errors.js";

function errorOf(text: string): HeartbeatError {
  try {
    parseConfigText(text, { zone: "UTC", home: "/home/ada" });
  } catch (error) {
    assert.ok(error instanceof HeartbeatError, String(error));
    assert.equal(error.code, "HB_CONFIG");
    return error;
  }
  assert.fail(`this was taken: ${text}`);
}

const windows = "a list of 1 to 8 different values, each a whole number from 1024 to 16777216";
const table: readonly (readonly [toml: string, message: string])[] = [
  ["windows = []", `windows: expected ${windows}, got []`],
  ["windows = [8192, 8192]", `windows: expected ${windows}, got [8192,8192]`],
  ["windows = [1023]", "windows[0]: expected a whole number from 1024 to 16777216, got 1023"],
  ["windows = [8192, 1.5e3]\nzone = 3", "zone: expected a text of 1 to 64 characters, got 3"],
  ["windows = 8192", `windows: expected ${windows}, got 8192`],
  ["halfLifeHours = 0", "halfLifeHours: expected a whole number from 1 to 336, got 0"],
  ["stateTtlMinutes = 1.5", "stateTtlMinutes: expected a whole number from 1 to 1440, got 1.5"],
  [
    'tokenizer = "gpt2"',
    'tokenizer: expected one of "o200k_base", "cl100k_base", "o200k_harmony", "p50k_base", "r50k_base", got "gpt2"',
  ],
  [
    'zone = "Europe/Atlantis"',
    'zone: expected an IANA time zone such as "Europe/Berlin", or "local", got "Europe/Atlantis"',
  ],
  ['zone = "+02:00"', 'zone: expected an IANA time zone such as "Europe/Berlin", or "local", got "+02:00"'],
  ["http = 3", "http: expected a table, got 3"],
  ["http = 2026-03-13", 'http: expected a table, got "2026-03-13T00:00:00.000Z"'],
  ["[http]\nport = 65536", "http.port: expected a whole number from 0 to 65535, got 65536"],
  ["[http]\nport = nan", "http.port: expected a whole number from 0 to 65535, got NaN"],
  ['[http]\nport = "8180"', 'http.port: expected a whole number from 0 to 65535, got "8180"'],
  [
    '[http]\norigins = ["http://a", "http://a/b"]',
    'http.origins[1]: expected an origin: scheme://host or scheme://host:port, no path, got "http://a/b"',
  ],
  [
    '[http]\norigins = ["*"]',
    'http.origins[0]: expected an origin: scheme://host or scheme://host:port, no path, got "*"',
  ],
  ['[http]\ntransport = "uws"', 'http.transport: expected one of "auto", "uWebSockets.js", "node:http", got "uws"'],
  ["[shares]\nnow = 501", "shares: expected shares that are at most 1000 per mille together, got 1001"],
  ["[shares]\nintention = 0", "shares.intention: expected a whole number from 1 to 1000, got 0"],
  ["[log]\nmaxBytes = 1000", "log.maxBytes: expected a whole number from 16777216 to 1125899906842624, got 1000"],
  ["[collectors.git]\nenabled = 1", "collectors.git.enabled: expected true or false, got 1"],
  [
    '[collectors.git]\nrepositories = ["src"]',
    'collectors.git.repositories[0]: expected an absolute path, or one from "~/", got "src"',
  ],
];

for (const [toml, message] of table) {
  test(`refused: ${JSON.stringify(toml)}`, () => {
    assert.equal(errorOf(toml).message, message);
  });
}

const misspelt: readonly (readonly [toml: string, message: string])[] = [
  ["port = 1", "port: there is no such field; did you mean http.port?"],
  ["half_life_hours = 1", "half_life_hours: there is no such field; did you mean halfLifeHours?"],
  ["halflife = 1", "halflife: there is no such field; did you mean halfLifeHours?"],
  ["[http]\nprot = 1", "http.prot: there is no such field; did you mean http.port?"],
  [
    "[collectors.window]\ntimeout = 1",
    "collectors.window.timeout: there is no such field; did you mean collectors.window.timeoutSeconds?",
  ],
  ["[collector.git]\nenabled = true", "collector: there is no such field; did you mean collectors?"],
  ["favouriteColour = 1", "favouriteColour: there is no such field"],
];

for (const [toml, message] of misspelt) {
  test(`unknown field: ${JSON.stringify(toml)}`, () => {
    assert.equal(errorOf(toml).message, message);
  });
}

test("all that is wrong is said at once", () => {
  assert.deepEqual(errorOf('colour = 1\nwindows = [1]\n[http]\nport = "x"').message.split("\n"), [
    "colour: there is no such field",
    "windows[0]: expected a whole number from 1024 to 16777216, got 1",
    'http.port: expected a whole number from 0 to 65535, got "x"',
  ]);
});

test("a syntax error names line and column and shows the place", () => {
  const error = errorOf('windows = [8192]\nzone = "Europe');
  assert.match(error.message, /^line 2, column \d+: no valid TOML: /);
  assert.match(error.hint ?? "", /2: {2}zone = "Europe/);
});

test("a key that could reach a prototype is refused", () => {
  assert.match(errorOf("__proto__ = 1").message, /^line 1, column 1: no valid TOML/);
});

test("a long value is shortened in the message", () => {
  const message = errorOf(`zone = "${"😀".repeat(500)}"`).message;
  assert.ok(message.length < 300, message);
  assert.ok(message.endsWith("😀…"), message);
});
