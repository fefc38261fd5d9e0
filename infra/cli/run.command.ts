/** Runs one command line to its exit code. */
import type { Cli } from "./base/cli.ts";
import { exitCodeAfter } from "./base/exit-code.ts";
import { createProgram } from "./program.command.ts";

export async function runCli(cli: Cli, argv: string[]): Promise<number> {
  const run = async () => {
    await createProgram(cli).parseAsync(argv, { from: "user" });
    return cli.exitCode;
  };
  return exitCodeAfter(run, cli.streams.err);
}
