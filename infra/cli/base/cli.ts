/** The context of every command. */
import { type Client, createClient } from "../../../api/client/index.ts";
import { type Config, loadConfig } from "../../base/config.infra-base.ts";
import { START } from "../../base/own-commands.ts";
import { runningApi } from "./host.cli.ts";
import type { Ask } from "./prompt.cli.ts";
import type { ServerOptions } from "./server-options.ts";
import type { Waiting } from "./spinner.ts";
import type { Style } from "./terminal.ts";

export interface Streams {
  /** The result. */
  out: (text: string) => void;
  /** Everything else. */
  err: (text: string) => void;
  style: Style;
  /** Missing: no person is at the terminal. */
  ask?: Ask | undefined;
  /** Says what is awaited. Missing: in lines of their own. */
  waiting?: Waiting | undefined;
  /** A person reads both on one terminal, so that nothing needs to stand in both. */
  areOne?: boolean;
}

export interface Cli {
  streams: Streams;
  /** Throws `ConfigError`. Not every command needs it. `servesApi`: the command may start a Parley of its own. */
  config(process?: { servesApi: boolean }): Config;
  /** The exit code, unless a command throws. */
  exitCode: number;
}

export function createCli(streams: Streams, env: NodeJS.ProcessEnv): Cli {
  return { streams, config: (process = { servesApi: false }) => loadConfig(env, process), exitCode: 0 };
}

/** A client of the given Parley, else of the one that runs on this data folder. */
export async function clientOf(cli: Cli, { url, apiKey }: ServerOptions): Promise<Client> {
  if (url !== undefined) return connect(url, apiKey);
  const { dataDir } = cli.config();
  const baseUrl = await runningApi(dataDir, (line) => cli.streams.err(`${line}\n`));
  if (baseUrl !== null) return connect(baseUrl, apiKey);
  const advice = `start one with \`${START}\`, or set --url or PARLEY_URL`;
  throw new Error(`no Parley runs here (data folder ${dataDir}): ${advice}`);
}

/** Fewer retries than a service has, since a person waits. */
export function connect(baseUrl: string, apiKey: string | undefined): Client {
  return createClient({ baseUrl, apiKey, retries: 2 });
}

export function printJson(cli: Cli, value: unknown): void {
  cli.streams.out(`${JSON.stringify(value, null, 2)}\n`);
}
