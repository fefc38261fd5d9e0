/** What every command of the terminal works with. */
import { type Client, createClient } from "../../api/client/index.ts";
import { type Config, loadConfig } from "../config.ts";
import type { Ask } from "./clarify.ts";
import { runningApi } from "./host.ts";
import type { ServerOptions } from "./server-options.ts";
import type { Style } from "./terminal.ts";

export interface Streams {
  /** The result. */
  out: (text: string) => void;
  /** Everything else. */
  err: (text: string) => void;
  style: Style;
  /** Left out: nobody sits there to be asked. */
  ask?: Ask | undefined;
}

export interface Cli {
  streams: Streams;
  /** Throws `ConfigError`; not every command needs it. */
  config(): Config;
  /** What the program exits with unless a command throws. */
  exitCode: number;
}

export function createCli(streams: Streams, env: NodeJS.ProcessEnv): Cli {
  return { streams, config: () => loadConfig(env), exitCode: 0 };
}

/** The client of the Parley that is named, else of the one that runs on this data folder. */
export async function clientOf(cli: Cli, { url, apiKey }: ServerOptions): Promise<Client> {
  const baseUrl = url ?? (await runningApi(cli.config().dataDir));
  if (baseUrl !== null) return connect(baseUrl, apiKey);
  throw new Error("no Parley runs here: start one with `npm start`, or name one with --url or PARLEY_URL");
}

/** Somebody waits at the terminal: it gives up sooner than a service would. */
export function connect(baseUrl: string, apiKey: string | undefined): Client {
  return createClient({ baseUrl, apiKey, retries: 2 });
}

export function printJson(cli: Cli, value: unknown): void {
  cli.streams.out(`${JSON.stringify(value, null, 2)}\n`);
}
