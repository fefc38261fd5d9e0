/** Shows one debate in the terminal: its events live, then its result; writes the requested files. */
import { extname } from "node:path";
import type { Client, DebateEvent } from "../../../api/client/index.ts";
import type { Debate } from "../../../domain/schemas/debate.ts";
import type { Streams } from "../cli.ts";
import { exitCodeOf } from "../exit-code.ts";
import type { Showing } from "./arguments.ts";
import { createClarifier } from "./clarify.ts";
import { requireWritable, transcriptFor, writeNamed } from "./files.ts";
import { createNarrator, introduction } from "./narrator.ts";
import { outcomeText } from "./outcome.ts";

const OUTPUTS = [".json", ".md", ".txt"];
const REPORTS = [".md", ".html"];

type Source = Pick<Client, "get" | "answer" | "events" | "transcript" | "request">;

interface Shown {
  debate: Debate;
  client: Source;
  streams: Streams;
  showing: Showing;
  signal: AbortSignal;
}

/** Returns the exit code at the debate's end. Rejects with the signal's reason when it aborts. */
export async function showDebate(input: Shown): Promise<number> {
  const { client, streams, showing } = input;
  await showEvents(input);
  const finished = await client.get(input.debate.id);
  streams.err("\n");
  streams.out(showing.json ? `${JSON.stringify(finished, null, 2)}\n` : outcomeText(finished));
  await writeFiles(finished, input);
  return exitCodeOf(finished);
}

async function showEvents(input: Shown): Promise<void> {
  const { debate, client, streams, signal, showing } = input;
  streams.err(introduction(debate, streams.style));
  const { err: write, style, ask } = streams;
  const narrate = createNarrator({ debate, write, style, verbose: showing.verbose ?? false });
  const clarifier = createClarifier({ debate, client, write, ask });
  try {
    for await (const event of client.events(debate.id, { signal })) {
      narrate(event);
      clarifier.handle(event);
      if (isStuck(event) && !(await isFollowed(event, input))) break;
    }
  } finally {
    clarifier.stop();
  }
}

/** A debate in error, or one that was rejected, waits for its owner, possibly for days. The terminal does not wait. */
function isStuck(event: DebateEvent): boolean {
  return event.type === "debate.status" && (event.status === "error" || event.by === "rejected");
}

/** True if later events follow: somebody retried or changed it. */
async function isFollowed({ id }: DebateEvent, { client, debate }: Shown): Promise<boolean> {
  const path = `/v1/debates/${encodeURIComponent(debate.id)}/events?after=${id}&limit=1`;
  const { items } = await client.request<{ items: unknown[] }>({ path });
  return items.length > 0;
}

/** The paths were checked by `requireFiles`. */
async function writeFiles(finished: Debate, { showing, client, streams }: Shown): Promise<void> {
  const { output, report } = showing;
  const { id } = finished;
  const about = { id, err: streams.err };
  const transcript = (path: string) => transcriptFor(client, id, extname(path));
  const text = (path: string) => (/\.json$/i.test(path) ? transcript(path) : outcomeText(finished));
  if (output) await writeNamed({ path: output, text: () => text(output) }, about);
  if (report) await writeNamed({ path: report, text: () => transcript(report) }, about);
}

/** The options with the paths of the files that will be written. Throws `UsageError`. */
export async function requireFiles<S extends Showing>(showing: S): Promise<S> {
  const { output, report } = showing;
  return {
    ...showing,
    ...(output && { output: await requireWritable({ option: "--output", path: output, endings: OUTPUTS }) }),
    ...(report && { report: await requireWritable({ option: "--report", path: report, endings: REPORTS }) }),
  };
}
