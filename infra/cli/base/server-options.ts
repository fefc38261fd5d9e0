/** Options for the server to use and for JSON output. */
import { type Command, InvalidArgumentError, Option } from "commander";

export interface ServerOptions {
  url?: string;
  apiKey?: string;
  json?: boolean;
}

export const JSON_OPTION = ["--json", "print JSON, and nothing else, on standard output"] as const;

export function addServerOptions(command: Command): Command {
  return command
    .addOption(
      new Option("--url <address>", "the Parley to use (default: the one that runs here)")
        .env("PARLEY_URL")
        .argParser(requireUrl),
    )
    .addOption(new Option("--api-key <key>", "its API key").env("PARLEY_API_KEY"))
    .option(...JSON_OPTION);
}

/** A command about one debate, which its first argument names. */
export function debateCommand(program: Command, name: string, summary: string): Command {
  return addServerOptions(program.command(name)).description(summary).argument("<id>", "the debate");
}

function requireUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError("It must be an http or https address.");
}
