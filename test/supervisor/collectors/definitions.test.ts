// From configuration to what is run.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { type CollectorsConfig, collectorDefinitions } from "../../../src/supervisor/collector-definitions.js";

const config: CollectorsConfig = {
  git: { enabled: true, everySeconds: 60, timeoutSeconds: 20, repositories: [] },
  window: { enabled: true, everySeconds: 10, timeoutSeconds: 5 },
};
const paths = {
  scripts: fileURLToPath(new URL("../../../../collectors", import.meta.url)),
  state: "/data/collectors",
  startedIn: "/home/ada/repo",
  url: "http://127.0.0.1:8180",
  socket: "/data/s",
  tokenFile: "/data/token",
};

test("both, each with a state folder of its own", () => {
  const [git, window] = collectorDefinitions(config, paths, "linux");
  assert.deepEqual(git, {
    name: "git",
    script: `${paths.scripts}/git.sh`,
    arguments: ["/home/ada/repo"],
    environment: {
      HEARTBEAT_URL: "http://127.0.0.1:8180",
      HEARTBEAT_SOCKET: "/data/s",
      HEARTBEAT_TOKEN_FILE: "/data/token",
      HEARTBEAT_STATE: "/data/collectors/git",
    },
    everySeconds: 60,
    timeoutSeconds: 20,
  });
  assert.equal(window?.environment.HEARTBEAT_STATE, "/data/collectors/window");
});

test("repositories that are configured stand in for the one the daemon was started in", () => {
  const repositories = ["/a", "/b"];
  const [git] = collectorDefinitions({ ...config, git: { ...config.git, repositories } }, paths, "linux");
  assert.deepEqual(git?.arguments, repositories);
});

test("one that is not enabled is not there", () => {
  const off = { ...config, window: { ...config.window, enabled: false } };
  assert.deepEqual(
    collectorDefinitions(off, paths, "linux").map((one) => one.name),
    ["git"],
  );
});

for (const [platform, script] of [
  ["darwin", "window-macos.sh"],
  ["linux", "window-x11.sh"],
] as const) {
  test(`on ${platform}: ${script}, and it exists`, () => {
    const window = collectorDefinitions(config, paths, platform)[1];
    assert.equal(window?.script, `${paths.scripts}/${script}`);
    assert.ok(existsSync(window.script));
  });
}
