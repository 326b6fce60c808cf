// The commands that look back, as data for commander: day, show, diff, why.

import { type Command, Option } from "commander";
import type { DataFolder } from "../config/data-folder.js";
import { beatName, dayName, wholeNumber } from "./arguments.js";
import type { LookOptions } from "./commands/look.js";
import type { WhyOptions } from "./commands/why.js";

export function addPast(program: Command, folder: () => DataFolder): void {
  program
    .command("day")
    .description("list a day's beats: tokens per section, what was trimmed, drift")
    .argument("[date]", "a local date, YYYY-MM-DD (default: that of the newest beat)", dayName)
    .option("--json", "as JSON", false)
    .addOption(windowOption())
    .action(async (date: string | undefined, options: LookOptions) => {
      const { day } = await import("./commands/day.js");
      await day(folder(), date, options);
    });
  program
    .command("show")
    .description("print a stored snapshot, as /now gave it")
    .argument("<beat>", "its id: YYYY-MM-DD/NNN or YYYY-MM-DD/NNN.k", beatName)
    .option("--json", "with items, refs and tokens, as JSON", false)
    .addOption(windowOption())
    .action(async (beat: string, options: LookOptions) => {
      const { show } = await import("./commands/look.js");
      await show(folder(), beat, options);
    });
  program
    .command("diff")
    .description("the lines that two snapshots differ by")
    .argument("<a>", "the first beat", beatName)
    .argument("<b>", "the second beat", beatName)
    .option("--json", "as JSON", false)
    .addOption(windowOption())
    .action(async (a: string, b: string, options: LookOptions) => {
      const { diff } = await import("./commands/look.js");
      await diff(folder(), a, b, options);
    });
  program
    .command("why")
    .description("why something stands in a snapshot, or does not")
    .argument("<ref>", "what a line begins with: p5, i1, b12, p5..p60@log; or any pulse's p<seq>")
    .addOption(new Option("--beat <id>", "at that beat (default: the newest)").argParser(beatName).conflicts("day"))
    .addOption(new Option("--day <date>", "at every beat of that UTC day").argParser(dayName))
    .option("--json", "as JSON", false)
    .addOption(windowOption())
    .action(async (ref: string, options: WhyOptions) => {
      const { why } = await import("./commands/why.js");
      await why(folder(), ref, options);
    });
}

function windowOption(): Option {
  return new Option("--window <tokens>", "the largest snapshot of at most so many tokens").argParser(
    wholeNumber(1, 1e9),
  );
}
