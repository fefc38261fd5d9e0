/** `npm run debate -- "topic"`: one debate in the terminal, live, to its verdict. */
import type { Debate } from "../../domain/schemas.ts";
import { type Config, ConfigError, loadConfig } from "../config.ts";
import { EXIT } from "../exit.ts";
import { NoTemporal } from "../local/temporal-binary.ts";
import { onInterrupt } from "../running.ts";
import { type DebateArguments, isHelp, parseArguments } from "./arguments.ts";
import { ApiError, createClient } from "./client.ts";
import { promptOf } from "./prompt.ts";
import { findHost, type Host } from "./host.ts";
import { runDebate, type Streams } from "./run-debate.ts";
import { plain, styleFor } from "./terminal.ts";

const streams: Streams = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  style: styleFor(process.stderr),
  ask: promptOf(process.stdin, process.stderr),
};

process.exitCode = await main(process.argv.slice(2));
// The embedded stack is down; whatever the SDKs still hold open shall not keep the terminal waiting.
process.stdout.write("", () => process.exit());

async function main(argv: string[]): Promise<number> {
  let args: DebateArguments;
  try {
    args = parseArguments(argv);
  } catch (error) {
    return isHelp(error) ? EXIT.ok : EXIT.arguments;
  }
  try {
    return await debateInTerminal(args, loadConfig(process.env));
  } catch (error) {
    streams.err(`${plain(error instanceof Error ? error.message : String(error))}\n`);
    return exitCodeOfError(error);
  }
}

async function debateInTerminal(args: DebateArguments, config: Config): Promise<number> {
  let host: Host | null = null;
  let current: Debate | null = null;
  const { signal, release } = onInterrupt(() => {
    host?.stopNow();
    process.exit(EXIT.interrupted);
  });
  try {
    host = await findHost({ url: args.url, config, verbose: args.verbose, say: (line) => streams.err(`${line}\n`) });
    signal.throwIfAborted();
    const client = createClient(host.url);
    const run = runDebate({ args, client, streams, signal, onDebate: (made) => (current = made) });
    run.catch(() => {});
    return await Promise.race([run, host.failed]);
  } catch (error) {
    if (!signal.aborted) throw error;
    if (host && current) streams.err(farewell(current, host));
    return EXIT.interrupted;
  } finally {
    await host?.stop();
    release();
  }
}

/** Ctrl-C leaves the debate to itself; it is durable. */
function farewell(debate: Debate, host: Host): string {
  const again = `Watch it again: npm run debate -- --watch ${debate.id}\n`;
  if (host.own) return `\nThe debate rests, and goes on at the next start of Parley.\n${again}`;
  return `\nThe debate goes on without you.\n${again}or: curl -N ${debate.links.events}\n`;
}

function exitCodeOfError(error: unknown): number {
  if (error instanceof ConfigError || error instanceof NoTemporal) return EXIT.configuration;
  if (!(error instanceof ApiError)) return EXIT.general;
  if (error.problem.errors?.some(({ detail }) => detail.startsWith("no key for "))) return EXIT.configuration;
  return error.status >= 400 && error.status < 500 ? EXIT.arguments : EXIT.general;
}
