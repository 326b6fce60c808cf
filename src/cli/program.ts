// The command line, as data for commander: names, options, help. Each command's code is loaded only when it runs.

import { Command, Option } from "commander";
import { type DataFolder, dataDir, dataFolder } from "../config/data-folder.js";
import { packageVersion } from "../version.js";
import { finiteNumber, wholeNumber } from "./arguments.js";
import type { DemoOptions } from "./commands/demo.js";
import type { ExportOptions } from "./commands/export.js";
import type { ForgetOptions } from "./commands/forget.js";
import type { NowOptions } from "./commands/now.js";
import type { PulseOptions } from "./commands/pulse.js";
import type { ReplayOptions } from "./commands/replay.js";
import { addPast } from "./program-past.js";

/** What a command ends with, if not 0. */
export type SetExitCode = (code: number) => void;

const examples = `
Examples:
  heartbeat start                          start the daemon in the background
  heartbeat now                            what every tool should know right now
  heartbeat pulse "asked Claude: ..."      tell it something, once for all tools
  make 2>&1 | tail -5 | heartbeat pulse - --type build --source make
  heartbeat pulse "Stand-up" --source calendar --time 2026-03-13T10:30:00+01:00 --until 2026-03-13T10:45:00+01:00
  heartbeat why p5                         where a pulse went, and by which rule; also for a line's b12 or i1
  heartbeat day                            today's beats: tokens per section, drift
  heartbeat pause 30m                      take in nothing from collectors for half an hour

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 no daemon runs on the data folder,
4 verify found damage.`;

export function createProgram(setExitCode: SetExitCode): Command {
  const program = new Command("heartbeat")
    .description("A local daemon that holds your context: pulses in, a token-budgeted snapshot out.")
    .version(packageVersion())
    .option("--data <dir>", "data folder (HEARTBEAT_DATA; default by the platform's convention)")
    .configureHelp({ showGlobalOptions: true })
    .addHelpText("after", examples);
  const folder = (): DataFolder => dataFolder(dataDir(program.opts<{ data?: string }>().data));
  addLifecycle(program, folder, setExitCode);
  addContext(program, folder);
  addPast(program, folder);
  addReplay(program, folder);
  addVerify(program, folder, setExitCode);
  addPrivacy(program, folder);
  return program;
}

function addLifecycle(program: Command, folder: () => DataFolder, setExitCode: SetExitCode): void {
  program
    .command("run")
    .description("run the daemon in the foreground; Ctrl-C stops it")
    .addOption(portOption())
    .action(async (options: { port?: number }) => {
      const { run } = await import("./commands/run.js");
      await run({ dataDir: folder().dir, ...options });
    });
  program
    .command("start")
    .description("start the daemon in the background; answers when it is healthy")
    .addOption(portOption())
    .action(async (options: { port?: number }) => {
      const { start } = await import("./commands/start.js");
      await start({ dataDir: folder().dir, ...options });
    });
  program
    .command("stop")
    .description("stop the daemon; answers when it is gone")
    .option("--force", "kill it if it is not gone after 5 s; what was acked stays in the log", false)
    .action(async (options: { force: boolean }) => {
      const { stop } = await import("./commands/stop.js");
      await stop(folder(), options);
    });
  program
    .command("status")
    .description("say how the daemon is")
    .option("--json", "as /health says it", false)
    .action(async (options: { json: boolean }) => {
      const { status } = await import("./commands/status.js");
      setExitCode(await status(folder(), options));
    });
}

function addContext(program: Command, folder: () => DataFolder): void {
  program
    .command("now")
    .description("print the current snapshot")
    .option("--json", "with items, refs and tokens, as JSON", false)
    .option("--window <tokens>", "the largest snapshot of at most so many tokens", wholeNumber(1, 1e9))
    .action(async (options: NowOptions) => {
      const { now } = await import("./commands/now.js");
      await now(folder(), options);
    });
  program
    .command("pulse")
    .description("send a pulse and print its ref; a text over 8 KiB is shortened")
    .argument("[text]", "a statement that stands alone; - reads it from stdin")
    .option("--source <name>", "who says it", "cli")
    .option("--type <type>", "what kind, such as commit or message.user (default: signal)")
    .option("--key <key>", "state key: a newer pulse of the same source and key replaces the older")
    .option("--time <time>", "when it happens: RFC 3339 with offset, or ms since 1970 (default: now)")
    .option("--until <time>", "when it stops being true")
    .option("--importance <n>", "0 to 1 (default: by type)", finiteNumber)
    .option("--retract", "what source and key said no longer holds")
    .option("--beat", "make a snapshot right after")
    .action(async (text: string | undefined, options: PulseOptions) => {
      const { pulse } = await import("./commands/pulse.js");
      await pulse(folder(), text, options);
    });
  program
    .command("beat")
    .description("make a snapshot now")
    .action(async () => {
      const { beat } = await import("./commands/beat.js");
      await beat(folder());
    });
}

function addReplay(program: Command, folder: () => DataFolder): void {
  program
    .command("replay")
    .description("recompute a day from the log and compare it; or run a recorded file through the same fold")
    .argument("[date]", "UTC day, such as 2026-03-13: recompute it and compare every hash")
    .option("--pulses <file>", "NDJSON, pulses one a line as GET /pulses gives them, or an export; needs no daemon")
    .option("--intentions <file>", "Markdown (default: none, or an export's own)")
    .option("--config <file>", "TOML (default: the defaults, or an export's own)")
    .option("--zone <name>", "IANA zone of the local times (default: the configuration's, else UTC)")
    .option("--from <when>", "first beat written: a UTC day, a beat or a time with offset")
    .option("--to <when>", "last beat written")
    .option("--out <dir>", "where to write DIR/YYYY-MM-DD/NNN.json and .md")
    .action(async (date: string | undefined, options: ReplayOptions) => {
      const { replay } = await import("./commands/replay.js");
      await replay(folder, date, options);
    });
  program
    .command("export")
    .description("write pulses and ticks to stdout as NDJSON; replay --pulses gives the same hashes from it")
    .option("--from <when>", "a UTC day, a beat or a time with offset; begins with the fold's state before it")
    .option("--to <when>", "last beat")
    .action(async (options: ExportOptions) => {
      const { exportLog } = await import("./commands/export.js");
      await exportLog(folder(), options);
    });
  program
    .command("demo")
    .description("play a recorded day of a developer through the fold, in the terminal; needs no daemon")
    .option("--speed <n>", "beats a second; 0 for as fast as it goes", finiteNumber, 5)
    .action(async (options: DemoOptions) => {
      const { demo } = await import("./commands/demo.js");
      await demo(options);
    });
}

function addVerify(program: Command, folder: () => DataFolder, setExitCode: SetExitCode): void {
  program
    .command("verify")
    .description("check every stored frame and snapshot against its hash and the chain; the daemon may run meanwhile")
    .option("--json", "all that was found, as JSON", false)
    .action(async (options: { json: boolean }) => {
      const { verify } = await import("./commands/verify.js");
      setExitCode(await verify(folder(), options));
    });
}

function addPrivacy(program: Command, folder: () => DataFolder): void {
  program
    .command("token")
    .description("print the token that HTTP clients need")
    .option("--rotate", "make a new one; the old one is worth nothing at once", false)
    .action(async (options: { rotate: boolean }) => {
      const { token } = await import("./commands/token.js");
      await token(folder(), options);
    });
  program
    .command("forget")
    .description("erase what pulses said, wherever it is kept; answers when no byte of it is left")
    .argument("[ref]", "p5, b12 or p5..p60@log: the pulse or line, and all of its source that says the same")
    .option("--source <name>", "all pulses of a source")
    .option(
      "--between <times...>",
      "two UTC days or times with an offset: all that happened or was received from A to B",
    )
    .action(async (ref: string | undefined, options: ForgetOptions) => {
      const { forget } = await import("./commands/forget.js");
      await forget(folder(), ref, options);
    });
  program
    .command("prune")
    .description("drop old pulses to make room; snapshots and beats stay")
    .requiredOption("--before <date>", "a UTC day or a time with an offset")
    .action(async (options: { before: string }) => {
      const { prune } = await import("./commands/forget.js");
      await prune(folder(), options);
    });
  program
    .command("pause")
    .description("take in nothing from collectors, for a while or until resumed")
    .argument("[duration]", "such as 30m, 2h or 1h30m")
    .action(async (duration: string | undefined) => {
      const { pause } = await import("./commands/pause.js");
      await pause(folder(), duration);
    });
  program
    .command("resume")
    .description("take in from collectors again")
    .action(async () => {
      const { resume } = await import("./commands/pause.js");
      await resume(folder());
    });
}

function portOption(): Option {
  return new Option("--port <n>", "TCP port on 127.0.0.1; 0 for any free one (default: as configured, 8180)")
    .env("HEARTBEAT_PORT")
    .argParser(wholeNumber(0, 65_535));
}
