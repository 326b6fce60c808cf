// A small project around the real scripts: real TypeScript, and an npm that only writes down how it was called.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { tempFolder } from "../config/temp-folder.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export class Project {
  readonly dir: string;

  constructor(t: TestContext) {
    this.dir = tempFolder(t);
    this.write("package.json", '{ "type": "module" }');
    this.write("package-lock.json", "{}");
    this.write("tsconfig.json", tsconfig);
    this.write("src/cli/main.ts", "console.log(JSON.stringify(process.argv.slice(2)));\nprocess.exitCode = 7;\n");
    mkdirSync(join(this.dir, "scripts"));
    for (const name of ["run.mjs", "install.mjs"]) {
      copyFileSync(join(root, "scripts", name), join(this.dir, "scripts", name));
    }
    mkdirSync(join(this.dir, "node_modules"));
    for (const name of ["typescript", "@typescript", "@types", "undici-types"]) {
      symlinkSync(join(root, "node_modules", name), join(this.dir, "node_modules", name));
    }
    this.write("bin/npm", `#!/bin/sh\necho "$@" >> "${join(this.dir, "npm.log")}"\nexit \${NPM_EXIT:-0}\n`);
    chmodSync(join(this.dir, "bin", "npm"), 0o755);
  }

  write(path: string, content: string): void {
    mkdirSync(dirname(join(this.dir, path)), { recursive: true });
    writeFileSync(join(this.dir, path), content);
  }

  has(path: string): boolean {
    return existsSync(join(this.dir, path));
  }

  /** How npm was called, a line a call. */
  get npmCalls(): string[] {
    return this.has("npm.log") ? readFileSync(join(this.dir, "npm.log"), "utf8").trim().split("\n") : [];
  }

  spawn(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
    const path = `${join(this.dir, "bin")}${delimiter}${process.env.PATH}`;
    return spawn(process.execPath, [join(this.dir, "scripts", "run.mjs"), ...args], {
      env: { ...process.env, NODE_TEST_CONTEXT: undefined, PATH: path, ...env },
    });
  }

  async run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
    const child = this.spawn(args, env);
    if (child.stdout === null || child.stderr === null) throw new Error("no pipes");
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    return { code: code as number | null, stdout, stderr };
  }
}

const tsconfig = JSON.stringify({
  compilerOptions: {
    target: "es2023",
    module: "nodenext",
    rootDir: ".",
    outDir: "dist",
    types: ["node"],
    strict: true,
    skipLibCheck: true,
  },
  include: ["src", "test"],
});
