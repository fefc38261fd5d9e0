/** One debate in the terminal: make or find it, tell it live, print its result. */
import { writeFile } from "node:fs/promises";
import { ROLES } from "../../domain/protocols/roles.ts";
import type { Debate } from "../../domain/schemas.ts";
import { FORMATS_BY_NAME } from "../../domain/formats/registry.ts";
import { EXIT } from "../exit.ts";
import type { DebateArguments, Speaker } from "./arguments.ts";
import { NAMES } from "./arguments.ts";
import { type Ask, createClarifier } from "./clarify.ts";
import type { Client, NewDebate, WireEvent } from "./client.ts";
import { createNarrator, introduction } from "./narrator.ts";
import { outcomeText } from "./outcome.ts";
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

const DEMO_DEBATER = "demo/debater";

/** Runs to the end and answers the exit code. Rejects with the signal's reason when it aborts. */
export async function runDebate(input: {
  args: DebateArguments;
  client: Client;
  streams: Streams;
  signal: AbortSignal;
  onDebate?: (debate: Debate) => void;
}): Promise<number> {
  const { args, client, streams, signal } = input;
  const debate =
    args.watch === undefined
      ? await client.createDebate(await requestOf(args, client))
      : await client.getDebate(args.watch);
  input.onDebate?.(debate);
  streams.err(introduction(debate, streams.style));
  const tell = createNarrator({ debate, write: streams.err, style: streams.style, verbose: args.verbose });
  const clarifier = createClarifier({ debate, client, write: streams.err, ask: streams.ask });
  try {
    for await (const event of client.events(debate.id, signal)) {
      tell(event);
      clarifier.hear(event);
      if (isStuck(event)) break;
    }
  } finally {
    clarifier.stop();
  }
  const finished = await client.getDebate(debate.id);
  streams.err("\n");
  streams.out(args.json ? `${JSON.stringify(finished, null, 2)}\n` : outcomeText(finished));
  await writeFiles({ args, client, finished, streams });
  return exitCodeOf(finished);
}

/** A debate in error waits for its owner, for days perhaps; the terminal does not. */
function isStuck(event: WireEvent): boolean {
  return event.type === "debate.status" && event.status === "error";
}

export function exitCodeOf(debate: Debate): number {
  if (debate.status === "completed") return EXIT.ok;
  return debate.error ? EXIT.provider : EXIT.general;
}

async function requestOf(args: DebateArguments, client: Client): Promise<NewDebate> {
  return {
    topic: args.topic ?? "",
    participants: cast(args, args.participants ?? (await defaultSpeakers(client))),
    ...(args.format && { format: args.format }),
    ...(args.rounds && { maxRounds: args.rounds }),
    ...(args.mode && { mode: args.mode }),
    ...(args.clarify && { clarifications: { enabled: true } }),
    ...(args.judge && { judge: { model: args.judge } }),
  };
}

/** Sides go by turns, as the speakers do. Roles go by their order; the server adds whoever is left out. */
function cast({ format }: DebateArguments, speakers: Speaker[]): Speaker[] {
  if (format && FORMATS_BY_NAME[format].sides)
    return speakers.map((speaker, i) => ({ ...speaker, side: i % 2 === 0 ? "for" : "against" }));
  if (format !== "proposer-skeptic") return speakers;
  return speakers.map((speaker, i) => ({ ...speaker, ...(ROLES[i] && { role: ROLES[i] }) }));
}

/** Two speakers on the server's default model, or on the demo model when it has no key. */
async function defaultSpeakers(client: Client): Promise<Speaker[]> {
  const { defaultModel } = await client.models();
  return NAMES.slice(0, 2).map((name) => ({ name, model: defaultModel ?? DEMO_DEBATER }));
}

async function writeFiles(input: {
  args: DebateArguments;
  client: Client;
  finished: Debate;
  streams: Streams;
}): Promise<void> {
  const { args, client, finished, streams } = input;
  if (args.output) {
    const whole = args.output.endsWith(".json");
    await writeFile(args.output, whole ? `${JSON.stringify(finished, null, 2)}\n` : outcomeText(finished));
  }
  if (!args.report) return;
  try {
    await writeFile(args.report, await client.report(finished.id));
  } catch (error) {
    // The debate is over and paid for: a report that can not be written is no reason to fail.
    streams.err(`warning: the report was not written: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}
