/** `parley backup`: copies the data folder, also while Parley runs on it. */
import type { Command } from "commander";
import { backUpFolder } from "../local/backup-folder.ts";
import { type Cli, printJson } from "./base/cli.ts";

export function registerBackup(program: Command, cli: Cli): void {
  program
    .command("backup")
    .description("copy all that Parley keeps on this machine into a new folder, also while it runs")
    .argument("<folder>", "the copy; it must not exist yet")
    .option("--json", "print the folder and its bytes as JSON")
    .action(async (target: string, { json }: { json?: boolean }) => {
      const progress = (line: string) => cli.streams.err(`${line}\n`);
      const copied = await backUpFolder(cli.config(), target, progress);
      if (json) return printJson(cli, copied);
      cli.streams.out(`${copied.folder}: ${(copied.bytes / 1_000_000).toFixed(1)} MB\n`);
    });
}
