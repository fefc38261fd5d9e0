/** Runs one command line to its exit code. */
import { CommanderError } from "commander";
import { ParleyError } from "../../domain/errors.ts";
import type { Problem } from "../../domain/schemas/faults.ts";
import type { Cli } from "./cli.ts";
import { exitCodeOfError } from "./exit-code.ts";
import { createProgram } from "./program.ts";
import { plain } from "./terminal.ts";

export async function runCli(cli: Cli, argv: string[]): Promise<number> {
  try {
    await createProgram(cli).parseAsync(argv, { from: "user" });
    return cli.exitCode;
  } catch (error) {
    // Commander has said it already.
    if (!(error instanceof CommanderError)) cli.streams.err(`${plain(messageOf(error))}\n`);
    return exitCodeOfError(error);
  }
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const faults = error instanceof ParleyError ? ((error.details.errors ?? []) as Problem[]) : [];
  return [message, ...faults.map(({ pointer, detail }) => `  ${pointer.slice(1)} ${detail}`)].join("\n");
}
