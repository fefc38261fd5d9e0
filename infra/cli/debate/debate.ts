/** `parley debate "topic"` runs a debate live in the terminal. `parley watch` follows an existing one. */
import type { Command } from "commander";
import type { Client } from "../../../api/client/index.ts";
import type { Debate } from "../../../domain/schemas/debate.ts";
import { EXIT } from "../../exit.ts";
import { onInterrupt } from "../../running.ts";
import { type Cli, clientOf, connect } from "../cli.ts";
import { findHost, type Host } from "../host.ts";
import { debateCommand, type ServerOptions } from "../server-options.ts";
import { addDebateOptions, addShowingOptions, type DebateArguments, type Showing } from "./arguments.ts";
import { draftOf, requestOf } from "./request.ts";
import { requireFiles, showDebate } from "./run.ts";

export function registerDebate(program: Command, cli: Cli): void {
  addDebateOptions(program.command("debate"))
    .description("run a debate between language models, live in the terminal, to its verdict")
    .action(async (topic: string | undefined, options: DebateArguments) => {
      cli.exitCode = await debate(cli, { ...options, ...(topic !== undefined && { topic }) });
    });
}

export function registerWatch(program: Command, cli: Cli): void {
  addShowingOptions(debateCommand(program, "watch", "follow a debate to its end")).action(
    async (id: string, options: ServerOptions & Showing) => {
      const showing = await requireFiles(options);
      const client = await clientOf(cli, options);
      const find = () => client.get(id);
      cli.exitCode = await interruptible((signal) => follow({ cli, client, find, showing, signal }));
    },
  );
}

async function debate(cli: Cli, given: DebateArguments): Promise<number> {
  const draft = await draftOf(given);
  const args = await requireFiles(given);
  const config = cli.config();
  let host: Host | null = null;
  const run = async (signal: AbortSignal) => {
    const { url, verbose = false } = args;
    host = await findHost({ url, config, verbose, progress: (line) => cli.streams.err(`${line}\n`) });
    if (signal.aborted) return EXIT.interrupted;
    const client = connect(host.url, args.apiKey);
    const find = async () => client.create(requestOf(draft));
    const followed = follow({ cli, client, find, showing: args, signal, own: host.own });
    followed.catch(() => {});
    return Promise.race([followed, host.failed]);
  };
  try {
    return await interruptible(run, () => host?.stopNow());
  } finally {
    await (host as Host | null)?.stop();
  }
}

/** A second signal ends the process at once. */
async function interruptible(run: (signal: AbortSignal) => Promise<number>, atOnce = () => {}): Promise<number> {
  const { signal, release } = onInterrupt(() => {
    atOnce();
    process.exit(EXIT.interrupted);
  });
  return run(signal).finally(release);
}

/** Shows the debate. It continues after Ctrl-C. */
async function follow(input: {
  cli: Cli;
  client: Client;
  find: () => Promise<Debate>;
  showing: Showing;
  signal: AbortSignal;
  /** The Parley was started for this command and ends with it. */
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

function farewell({ id }: Debate, own: boolean): string {
  const rest = own
    ? "The debate waits, and continues at the next start of Parley."
    : "The debate continues without you.";
  return `\n${rest}\nWatch it again: npm run parley -- watch ${id}\n`;
}
