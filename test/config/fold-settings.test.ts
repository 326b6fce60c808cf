import assert from "node:assert/strict";
import { test } from "node:test";
import { foldSettings, foldSettingsText } from "../../src/config/fold-settings.js";
import { parseConfig, parseConfigText } from "../../src/config/parse.js";

test("the fold's settings in its units", () => {
  assert.deepEqual(foldSettings(parseConfig({})), {
    windows: [8192],
    tokenizer: "o200k_base",
    shares: { intention: 100, now: 300, history: 250, projection: 150 },
    halfLifeMs: 345_600_000,
    stateTtlMs: 3_600_000,
  });
});

test("their text is canonical: keys sorted, whatever order the file has", () => {
  const text =
    '{"halfLifeMs":345600000,"shares":{"history":250,"intention":100,"now":300,"projection":151},"stateTtlMs":3600000,"tokenizer":"o200k_base","windows":[8192,4096]}';
  const one = parseConfigText("windows = [8192, 4096]\n[shares]\nprojection = 151\nnow = 300");
  const two = parseConfigText("[shares]\nnow = 300\nprojection = 151\n[http]\nport = 1", { zone: "UTC", home: "/" });
  assert.equal(foldSettingsText(one), text);
  assert.equal(foldSettingsText({ ...two, windows: one.windows }), text);
});
