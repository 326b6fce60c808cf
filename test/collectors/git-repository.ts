// A real git repository in a test's folder.

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CollectorBench } from "./collector-bench.js";

export class GitRepository {
  readonly folder: string;
  readonly #env: Record<string, string>;

  constructor(bench: CollectorBench, name = "repo", init: readonly string[] = ["init", "-q", "-b", "main"]) {
    this.folder = join(bench.folder, name);
    this.#env = bench.env;
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(join(bench.folder, ".gitconfig"), "[user]\n\tname = Ada\n\temail = ada@example.org\n");
    if (init.length > 0) this.git(...init);
  }

  git(...args: string[]): string {
    return this.gitWith({}, ...args);
  }

  gitWith(env: Record<string, string>, ...args: string[]): string {
    return execFileSync("git", args, {
      cwd: this.folder,
      env: { ...this.#env, ...env },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  }

  write(path: string, content = "x\n"): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), content);
  }

  /** Commits a new version of a file named after the subject; returns the hash. */
  commit(subject: string, env: Record<string, string> = {}): string {
    this.write(`${subject.replace(/\W+/g, "-").slice(0, 40)}.txt`, `${subject} ${Math.random()}\n`);
    this.git("add", "-A");
    this.gitWith(env, "commit", "-q", "--allow-empty-message", "-m", subject);
    return this.git("rev-parse", "HEAD");
  }
}

/** Environment in which git believes that a commit was made at `seconds` since 1970. */
export function at(seconds: number): Record<string, string> {
  return { GIT_AUTHOR_DATE: `@${seconds} +0000`, GIT_COMMITTER_DATE: `@${seconds} +0000` };
}
