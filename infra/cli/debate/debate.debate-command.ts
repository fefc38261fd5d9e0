/** `parley debate "topic"` runs a debate live in the terminal. `parley watch` follows an existing one. */

import type { Command } from "commander";
import type { Client, NewDebate } from "../../../api/client/index.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { EXIT } from "../../base/exit.ts";
import { ownCommand } from "../../base/own-commands.ts";
import { type Interrupt, onInterrupt } from "../../running.ts";
import { addDebateOptions, addShowingOptions, type DebateArguments, type Showing } from "../base/arguments.cli.ts";
import { type Cli, clientOf, connect, type Streams } from "../base/cli.ts";
import { findHost, type Host } from "../base/host.cli.ts";
import { debateCommand, type ServerOptions } from "../base/server-options.ts";
import { requireAffordable } from "./cost.debate-command.ts";
import { holdable, offerToStop } from "./leaving.ts";
import { type MaterialFile, materialIn, takeBack, withMaterial } from "./material.debate-command.ts";
import { draftOf, withAgents } from "./request.debate-command.ts";
import { type Ending, requireFiles, showDebate } from "./run.debate-command.ts";

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
      cli.exitCode = await interruptible((interrupt) =>
        follow({ streams: cli.streams, client, find, showing, interrupt }),
      );
    },
  );
}

async function debate(cli: Cli, given: DebateArguments): Promise<number> {
  const say = (line: string) => cli.streams.err(`${line}\n`);
  const draft = await draftOf(given, say);
  const showing = await requireFiles(given);
  const material = await materialIn(given, say);
  const { yes: isAgreed = false } = given;
  const request = (client: Client) => withAgents(draft, { args: given, client, warn: say });
  return hostedDebate(cli, { server: given, showing, request, material, offersToStop: true, asksAbove: { isAgreed } });
}

interface Hosted extends Pick<Following, "showing" | "ending" | "offersToStop"> {
  server: ServerOptions;
  request: (client: Client) => Promise<NewDebate>;
  /** Files to hand in first. */
  material?: readonly MaterialFile[];
  /** Says what it may cost, and asks where that is much, unless a person has agreed. Left out: it starts unasked. */
  asksAbove?: { isAgreed: boolean };
}

/** Runs a debate on the Parley that is there, or on one of its own, and returns the exit code. */
export async function hostedDebate(
  cli: Cli,
  { server, showing, request, material = [], asksAbove, ...rest }: Hosted,
): Promise<number> {
  const config = cli.config({ servesApi: true });
  let host: Host | null = null;
  const run = async (interrupt: Interrupt) => {
    const { verbose = false } = showing;
    const progress = (line: string) => cli.streams.err(`${line}\n`);
    const { waiting } = cli.streams;
    if (!verbose) waiting?.show("Parley starts");
    host = await findHost({ url: server.url, config, verbose, progress });
    if (interrupt.signal.aborted) return EXIT.interrupted;
    // The log of a Parley of its own is written over the line in place.
    const streams = host.own && verbose ? { ...cli.streams, waiting: undefined } : cli.streams;
    streams.waiting?.show("the debate is prepared");
    const client = connect(host.url, server.apiKey);
    const { signal } = interrupt;
    const find = async () => {
      const asked = await request(client);
      const whole = await withMaterial({ client, material, request: asked, say: progress, signal });
      if (asksAbove)
        await requireAffordable({
          what: "debate",
          estimate: () => client.estimate(whole),
          maxCostUsd: whole.limits?.maxCostUsd,
          streams,
          signal,
          ...asksAbove,
        }).catch(async (error) => {
          await takeBack(client, { whole, request: asked });
          throw error;
        });
      return client.create(whole);
    };
    const followed = follow({ ...rest, streams, client, find, showing, interrupt, own: host.own });
    followed.catch(() => {});
    return Promise.race([followed, host.failed]);
  };
  try {
    return await interruptible(run, () => host?.stopNow());
  } finally {
    cli.streams.waiting?.show(null);
    await (host as Host | null)?.stop();
  }
}

/** A second signal ends the process at once. */
export async function interruptible(
  run: (interrupt: Interrupt) => Promise<number>,
  atOnce = () => {},
): Promise<number> {
  const interrupt = onInterrupt(() => {
    atOnce();
    process.exit(EXIT.interrupted);
  });
  return run(interrupt).finally(interrupt.release);
}

interface Following {
  streams: Streams;
  client: Client;
  find: () => Promise<Debate>;
  showing: Showing;
  interrupt: Interrupt;
  /** The Parley was started for this command and ends with it. */
  own?: boolean;
  /** Ctrl-C offers to stop the debate, where a person is at the terminal. */
  offersToStop?: boolean;
  /** What is printed at the end, and the exit code. Missing: the whole outcome, and the debate's own code. */
  ending?: Ending;
}

/** Shows the debate. It continues after this command has left it. */
async function follow(following: Following): Promise<number> {
  const { client, showing, interrupt, own = false } = following;
  const { streams, hold, release } = holdable(following.streams);
  const [leave, quiet, over] = [new AbortController(), new AbortController(), new AbortController()];
  let found: Debate | null = null;
  let asking: Promise<void> | undefined;
  const leaveOrAsk = async () => {
    quiet.abort();
    const { ask } = following.offersToStop && interrupt.first() === "SIGINT" ? streams : {};
    if (!found || !ask) return leave.abort();
    hold();
    const { err } = following.streams;
    const leaves = await offerToStop({ debate: found, client, ask, err, own, signal: over.signal }).catch(() => true);
    release();
    if (leaves) leave.abort();
  };
  interrupt.signal.addEventListener("abort", () => {
    asking = leaveOrAsk();
  });
  try {
    found = await following.find();
    return await showDebate({
      debate: found,
      client,
      streams,
      showing,
      own,
      ...(following.ending && { ending: following.ending }),
      signal: leave.signal,
      quiet: quiet.signal,
    });
  } catch (error) {
    if (!leave.signal.aborted) throw error;
    if (found) streams.err(farewell(found, own));
    return EXIT.interrupted;
  } finally {
    over.abort();
    await asking;
  }
}

function farewell({ id }: Debate, own: boolean): string {
  const rest = own
    ? "The debate waits, and continues at the next start of Parley."
    : "The debate continues without you.";
  return `\n${rest}\nWatch it again: ${ownCommand(`watch ${id}`)}\n`;
}
