import assert from "node:assert/strict";
import { lstatSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Project } from "./project.js";

const installCall = "ci --ignore-scripts --no-audit --no-fund";

test("the first build installs and builds; the second does neither, and is quick", async (t) => {
  const project = new Project(t);
  const first = await project.run(["build"]);
  assert.equal(first.code, 0, first.stderr);
  assert.deepEqual(project.npmCalls, [installCall]);
  assert.ok(project.has("dist/src/cli/main.js"));
  assert.deepEqual(await project.run(["build"]), { code: 0, stdout: "", stderr: "" });
  assert.deepEqual(project.npmCalls, [installCall]);
});

test("other packages are installed, other sources built; what is removed leaves nothing in dist", async (t) => {
  const project = new Project(t);
  project.write("src/old.ts", "export const old = 1;\n");
  await project.run(["build"]);
  assert.ok(project.has("dist/src/old.js"));

  rmSync(join(project.dir, "src/old.ts"));
  assert.match((await project.run(["build"])).stderr, /Building/);
  assert.ok(!project.has("dist/src/old.js"));
  assert.equal(project.npmCalls.length, 1);

  project.write("package-lock.json", '{ "lockfileVersion": 3 }');
  assert.match((await project.run(["build"])).stderr, /Installing packages …\nBuilding …/);
  assert.equal(project.npmCalls.length, 2);
});

test("a build that fails says so, leaves the last one whole, and is tried again", async (t) => {
  const project = new Project(t);
  await project.run(["build"]);
  project.write("src/wrong.ts", 'export const one: number = "1";\n');
  for (const _ of [1, 2]) {
    const { code, stderr } = await project.run(["build"]);
    assert.equal(code, 1);
    assert.match(stderr, /src\/wrong\.ts.*TS2322[\s\S]*The build failed/);
  }
  assert.ok(project.has("dist/src/cli/main.js"));
  project.write("src/wrong.ts", "export const one: number = 1;\n");
  assert.equal((await project.run(["build"])).code, 0);
  assert.ok(project.has("dist/src/wrong.js"));
});

test("an install that fails ends it, and is tried again", async (t) => {
  const project = new Project(t);
  const { code, stderr } = await project.run(["build"], { NPM_EXIT: "1" });
  assert.equal(code, 1);
  assert.match(stderr, /could not be installed/);
  assert.ok(!project.has("dist"));
  assert.equal((await project.run(["build"])).code, 0);
});

test("a link to another checkout's packages is let go before npm empties the folder", async (t) => {
  const project = new Project(t);
  const other = join(project.dir, "other");
  renameSync(join(project.dir, "node_modules"), other);
  symlinkSync(other, join(project.dir, "node_modules"));
  // The npm of this test installs nothing, so the build can't go on.
  await project.run(["build"]);
  assert.equal(project.npmCalls.length, 1);
  assert.ok(!lstatSync(join(project.dir, "node_modules"), { throwIfNoEntry: false })?.isSymbolicLink());
  assert.ok(project.has("other/typescript"));
});

test("of uWebSockets.js the binaries for other platforms go, for other Node versions stay", async (t) => {
  const project = new Project(t);
  const own = ["115", "127"].map((abi) => `uws_${process.platform}_${process.arch}_${abi}.node`);
  const foreign = [`uws_${process.platform}_mips_115.node`, `uws_plan9_${process.arch}_115.node`];
  for (const name of [...own, ...foreign, "uws.js"]) project.write(`node_modules/uWebSockets.js/${name}`, "");
  assert.equal((await project.run(["build"])).code, 0);
  assert.deepEqual(readdirSync(join(project.dir, "node_modules/uWebSockets.js")).sort(), ["uws.js", ...own]);
});

test("an unknown command names those there are", async (t) => {
  const { code, stderr } = await new Project(t).run(["toString"]);
  assert.equal(code, 1);
  assert.match(stderr, /expected one of start, demo, build, test, .*; got "toString"/);
});
