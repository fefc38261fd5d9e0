/** Which Parley a command talks to, and how it prints what it gets. */
import { type Command, InvalidArgumentError, Option } from "commander";

export interface ServerOptions {
  url?: string;
  apiKey?: string;
  json?: boolean;
}

export function addServerOptions(command: Command): Command {
  return command
    .addOption(
      new Option("--url <address>", "the Parley to use; else the one that runs here")
        .env("PARLEY_URL")
        .argParser(requireUrl),
    )
    .addOption(new Option("--api-key <key>", "the key to use there").env("PARLEY_API_KEY"))
    .option("--json", "print JSON, and nothing else, on standard output");
}

function requireUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError("It must be an http or https address.");
}
