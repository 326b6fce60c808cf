import assert from "node:assert/strict";
import { test } from "node:test";
import { Project } from "./project.js";

const passing = 'import { test } from "node:test";\ntest("it holds", () => {});\n';
const failing = 'import { test } from "node:test";\ntest("it fails", () => {\n  throw new Error("no");\n});\n';

test("test runs every *.test.js of dist, ends with node's summary, and with its exit code", async (t) => {
  const project = new Project(t);
  project.write("test/a/one.test.ts", passing);
  project.write("test/a/two.test.ts", passing);
  project.write("test/a/helper.ts", "throw new Error('not a test');\n");
  const { code, stdout } = await project.run(["test"]);
  assert.equal(code, 0, stdout);
  assert.match(stdout, /^(?:#|ℹ) pass 2$/m);
  assert.match(stdout.trimEnd().split("\n").at(-1) ?? "", /duration_ms/);

  project.write("test/b/three.test.ts", failing);
  const second = await project.run(["test"]);
  assert.equal(second.code, 1);
  assert.match(second.stdout, /^(?:#|ℹ) fail 1$/m);
});

test("test FILE runs that file alone", async (t) => {
  const project = new Project(t);
  project.write("test/one.test.ts", passing);
  project.write("test/two.test.ts", failing);
  const { code, stdout } = await project.run(["test", "dist/test/one.test.js"]);
  assert.equal(code, 0);
  assert.match(stdout, /^(?:#|ℹ) tests 1$/m);
});
