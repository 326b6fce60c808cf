// Where uWebSockets.js does not load, node:http serves, and one line says so. The package is made unloadable for a real
// worker thread by a module hook, with the words of the package itself.

import assert from "node:assert/strict";
import { test } from "node:test";
import { startHttp } from "./harness.js";
import { snapshot } from "./samples.js";

const said =
  "This version of uWS.js supports only Node.js versions 16, 18 and 20 (https://github.com/nodejs).\n\n" +
  "Error: Cannot find module './uws_linux_x64_147.node'\nRequire stack:\n- /somewhere/uws.js";
const hook = `export async function resolve(specifier, context, next) {
  if (specifier === "uWebSockets.js") throw new Error(${JSON.stringify(said)});
  return next(specifier, context);
}`;
const asUrl = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;
const register = `import { register } from "node:module"; register(${JSON.stringify(asUrl(hook))});`;
const execArgv = ["--import", asUrl(register)];

test("auto falls back to node:http with a one-line notice", async () => {
  const http = await startHttp("auto", { execArgv });
  assert.equal(http.ready.transport.name, "node:http");
  assert.match(
    String(http.ready.transport.reason),
    /^uWebSockets.js does not load here: Cannot find module '.\/uws_linux_x64_147.node'$/,
  );
  await http.fromAssembly({ type: "snapshot", snapshot: snapshot(1, Date.now()) });
  assert.equal((await http.tcp("/now")).status, 200);
  const notices = http.logs.filter(({ text }) => text.includes("uWebSockets.js"));
  assert.equal(notices.length, 1);
  assert.match(
    String(notices[0]?.text),
    /^uWebSockets.js does not load here: Cannot find module '.\/uws_linux_x64_147.node'; node:http serves/,
  );
  assert.ok(!notices[0]?.text.includes("\n"));
  await http.close();
});

test("asked for by name, it fails and says what to set", async () => {
  await assert.rejects(startHttp("uWebSockets.js", { execArgv }), (error: Error & { code?: string; hint?: string }) => {
    assert.equal(error.code, "HB_TRANSPORT");
    assert.match(String(error.hint), /http\.transport/);
    return true;
  });
});
