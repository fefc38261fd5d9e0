/** One debate in the terminal: tell it live, print its result, write what was asked for. */
import { writeFile } from "node:fs/promises";
import type { Client, DebateEvent } from "../../api/client/index.ts";
import type { Debate } from "../../domain/schemas/debate.ts";
import { createClarifier } from "./clarify.ts";
import type { Streams } from "./cli.ts";
import { exitCodeOf } from "./exit-code.ts";
import { createNarrator, introduction } from "./narrator.ts";
import { outcomeText } from "./outcome.ts";

export interface Showing {
  json?: boolean | undefined;
  verbose?: boolean | undefined;
  /** Files for the debate or its result, and for the report. */
  output?: string | undefined;
  report?: string | undefined;
}

type Source = Pick<Client, "get" | "answer" | "events" | "transcript" | "request">;

/** Runs to the end and answers the exit code. Rejects with the signal's reason when it aborts. */
export async function showDebate(input: {
  debate: Debate;
  client: Source;
  streams: Streams;
  showing: Showing;
  signal: AbortSignal;
}): Promise<number> {
  const { client, streams, showing } = input;
  await tell(input);
  const finished = await client.get(input.debate.id);
  streams.err("\n");
  streams.out(showing.json ? `${JSON.stringify(finished, null, 2)}\n` : outcomeText(finished));
  await writeFiles({ showing, client, finished, streams });
  return exitCodeOf(finished);
}

async function tell(input: Parameters<typeof showDebate>[0]): Promise<void> {
  const { debate, client, streams, signal, showing } = input;
  streams.err(introduction(debate, streams.style));
  const narrate = createNarrator({
    debate,
    write: streams.err,
    style: streams.style,
    verbose: showing.verbose ?? false,
  });
  const clarifier = createClarifier({ debate, client, write: streams.err, ask: streams.ask });
  try {
    for await (const event of client.events(debate.id, { signal })) {
      narrate(event);
      clarifier.hear(event);
      if (isStuck(event) && !(await isFollowed(event, input))) break;
    }
  } finally {
    clarifier.stop();
  }
}

/** A debate in error waits for its owner, for days perhaps; the terminal does not. */
function isStuck(event: DebateEvent): boolean {
  return event.type === "debate.status" && event.status === "error";
}

/** Somebody had it tried again: the fault is history. */
async function isFollowed({ id }: DebateEvent, input: { client: Source; debate: Debate }): Promise<boolean> {
  const path = `/v1/debates/${encodeURIComponent(input.debate.id)}/events?after=${id}&limit=1`;
  const { items } = await input.client.request<{ items: unknown[] }>({ path });
  return items.length > 0;
}

async function writeFiles(input: {
  showing: Showing;
  client: Source;
  finished: Debate;
  streams: Streams;
}): Promise<void> {
  const { showing, client, finished, streams } = input;
  if (showing.output) {
    const whole = showing.output.endsWith(".json");
    await writeFile(showing.output, whole ? `${JSON.stringify(finished, null, 2)}\n` : outcomeText(finished));
  }
  if (!showing.report) return;
  try {
    await writeFile(showing.report, await client.transcript(finished.id, "markdown"));
  } catch (error) {
    // The debate is over and paid for: a report that can not be written is no reason to fail.
    streams.err(`warning: the report was not written: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}
