#!/usr/bin/env node
// The `heartbeat` command: runs one command and ends with its exit code. What a command throws is one line on stderr,
// with a hint under it; only what is no HeartbeatError, and so a defect, shows its stack.

import { CommanderError } from "commander";
import { HeartbeatError } from "../errors.js";
import { exitCodeOf, exitCodes } from "./exit-codes.js";
import { createProgram } from "./program.js";

// A reader that has seen enough (`heartbeat now | head`) is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit();
  throw error;
});

try {
  const program = createProgram((code) => {
    process.exitCode = code;
  });
  // Subcommands inherit it only if they are made after it; these were made before.
  for (const command of [program, ...program.commands]) command.exitOverride();
  await program.parseAsync();
} catch (error) {
  process.exitCode = report(error);
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  if (error instanceof HeartbeatError) {
    process.stderr.write(`heartbeat: ${error.message}\n${error.hint === undefined ? "" : `${error.hint}\n`}`);
  } else {
    process.stderr.write(`heartbeat: ${error instanceof Error ? error.stack : String(error)}\n`);
  }
  return exitCodeOf(error);
}
