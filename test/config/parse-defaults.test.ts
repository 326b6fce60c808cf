import assert from "node:assert/strict";
import { test } from "node:test";
import { parseConfig, parseConfigText } from "../../src/config/parse.js";

const surroundings = { zone: "Europe/Berlin", home: "/home/ada" };

const defaults = {
  windows: [8192],
  tokenizer: "o200k_base",
  zone: "Europe/Berlin",
  halfLifeHours: 96,
  stateTtlMinutes: 60,
  shares: { intention: 100, now: 300, history: 250, projection: 150 },
  http: { port: 8180, origins: [], transport: "auto" },
  log: { maxBytes: 10_737_418_240, level: "info" },
  redact: { patterns: [] },
  collectors: {
    git: { enabled: true, everySeconds: 60, timeoutSeconds: 20, repositories: [] },
    window: { enabled: true, everySeconds: 10, timeoutSeconds: 5 },
  },
};

test("nothing configured: the documented defaults, the machine's zone", () => {
  assert.deepEqual(parseConfig({}, surroundings), defaults);
  assert.equal(parseConfig({}).zone, Intl.DateTimeFormat().resolvedOptions().timeZone);
});

test("what is configured holds, and the rest of its table is filled in", () => {
  const config = parseConfigText(
    `windows = [32768, 8192]
     zone = "Pacific/Apia"
     [http]
     port = 0
     origins = ["http://localhost:3000", "vscode-webview://abc"]
     [collectors.git]
     repositories = ["/src/one", "~/two", "~"]`,
    surroundings,
  );
  assert.deepEqual(config, {
    ...defaults,
    windows: [32768, 8192],
    zone: "Pacific/Apia",
    http: { port: 0, origins: ["http://localhost:3000", "vscode-webview://abc"], transport: "auto" },
    collectors: {
      ...defaults.collectors,
      git: { ...defaults.collectors.git, repositories: ["/src/one", "/home/ada/two", "/home/ada"] },
    },
  });
});

test("a configuration is frozen all the way down, and no two share their defaults", () => {
  const config = parseConfig({}, surroundings);
  for (const table of [config, config.windows, config.http.origins, config.collectors.git.repositories]) {
    assert.ok(Object.isFrozen(table));
  }
  assert.notEqual(config.windows, parseConfig({}, surroundings).windows);
});

test("the value that was given is left as it is", () => {
  const given = { http: { port: 1 } };
  parseConfig(given, surroundings);
  assert.deepEqual(given, { http: { port: 1 } });
});
