import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { Project } from "./project.js";

test("start runs `heartbeat run` with the arguments given; its exit code is kept", async (t) => {
  const project = new Project(t);
  const { code, stdout } = await project.run(["start", "--data", "/some dir", "--port", "0"]);
  assert.equal(stdout, '["run","--data","/some dir","--port","0"]\n');
  assert.equal(code, 7);
});

test("a second start neither installs nor builds: it says nothing of its own and runs the daemon", async (t) => {
  const project = new Project(t);
  assert.match((await project.run(["start"])).stderr, /Installing.*\nBuilding/);
  const second = await project.run(["start", "--port", "0"]);
  assert.deepEqual(second, { code: 7, stdout: '["run","--port","0"]\n', stderr: "" });
  assert.equal(project.npmCalls.length, 1);
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  test(`start: ${signal} reaches the daemon once, and its exit code is kept`, async (t) => {
    const project = new Project(t);
    project.write(
      "src/cli/main.ts",
      `let count = 0;
       process.on("${signal}", () => {
         count++;
         setTimeout(() => process.exit(10 + count), 100);
       });
       setInterval(() => {}, 60_000);
       console.log("ready");`,
    );
    const child = project.spawn(["start"]);
    t.after(() => child.kill("SIGKILL"));
    if (child.stdout === null) assert.fail("no stdout");
    await once(child.stdout, "data");
    child.kill(signal);
    assert.deepEqual(await once(child, "exit"), [11, null]);
  });
}
