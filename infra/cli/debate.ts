/** `parley debate "topic"`: one debate in the terminal, live, to its verdict. `parley watch` follows one that exists. */
import type { Command } from "commander";
import type { Client } from "../../api/client/index.ts";
import type { Debate } from "../../domain/schemas/debate.ts";
import { EXIT } from "../exit.ts";
import { onInterrupt } from "../running.ts";
import { addDebateOptions, type DebateArguments } from "./arguments.ts";
import { type Cli, clientOf, connect } from "./cli.ts";
import { draftOf, requestOf } from "./debate-request.ts";
import { findHost, type Host } from "./host.ts";
import { type Showing, showDebate } from "./run-debate.ts";
import { addServerOptions, type ServerOptions } from "./server-options.ts";

export function registerDebate(program: Command, cli: Cli): void {
  addDebateOptions(program.command("debate"))
    .description("run a debate between language models, live in the terminal, to its verdict")
    .action(async (topic: string | undefined, options: DebateArguments) => {
      cli.exitCode = await debate(cli, { ...options, ...(topic !== undefined && { topic }) });
    });
}

export function registerWatch(program: Command, cli: Cli): void {
  addServerOptions(program.command("watch"))
    .description("follow a debate to its end")
    .argument("<id>", "the debate")
    .option("-o, --output <file>", "write the debate (x.json) or the result's text (any other name) to a file")
    .option("--report <file>", "write the transcript as Markdown to a file")
    .option("-v, --verbose", "more detail about the course of the debate")
    .action(async (id: string, options: ServerOptions & Showing) => {
      const client = await clientOf(cli, options);
      const find = () => client.get(id);
      cli.exitCode = await interruptible((signal) => follow({ cli, client, find, showing: options, signal }));
    });
}

async function debate(cli: Cli, args: DebateArguments): Promise<number> {
  const draft = await draftOf(args);
  const config = cli.config();
  let host: Host | null = null;
  const run = async (signal: AbortSignal) => {
    const { url, verbose = false } = args;
    host = await findHost({ url, config, verbose, say: (line) => cli.streams.err(`${line}\n`) });
    if (signal.aborted) return EXIT.interrupted;
    const client = connect(host.url, args.apiKey);
    const find = async () => client.create(await requestOf(draft, client));
    const told = follow({ cli, client, find, showing: args, signal, own: host.own });
    told.catch(() => {});
    return Promise.race([told, host.failed]);
  };
  try {
    return await interruptible(run, () => host?.stopNow());
  } finally {
    await (host as Host | null)?.stop();
  }
}

/** A second signal, by somebody impatient, ends the process at once. */
async function interruptible(run: (signal: AbortSignal) => Promise<number>, atOnce = () => {}): Promise<number> {
  const { signal, release } = onInterrupt(() => {
    atOnce();
    process.exit(EXIT.interrupted);
  });
  return run(signal).finally(release);
}

/** Shows the debate; Ctrl-C leaves it to itself. */
async function follow(input: {
  cli: Cli;
  client: Client;
  find: () => Promise<Debate>;
  showing: Showing;
  signal: AbortSignal;
  /** The Parley ends with us. */
  own?: boolean;
}): Promise<number> {
  const { client, showing, signal, own = false } = input;
  const { streams } = input.cli;
  let found: Debate | null = null;
  try {
    found = await input.find();
    return await showDebate({ debate: found, client, streams, showing, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    if (found) streams.err(farewell(found, own));
    return EXIT.interrupted;
  }
}

/** The debate is durable. */
function farewell({ id }: Debate, own: boolean): string {
  const rest = own ? "The debate rests, and goes on at the next start of Parley." : "The debate goes on without you.";
  return `\n${rest}\nWatch it again: npm run parley -- watch ${id}\n`;
}
