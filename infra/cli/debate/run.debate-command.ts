/** Shows one debate in the terminal: its events live, then its result; writes the requested files. */
import type { Client, DebateEvent } from "../../../api/client/index.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { type EarnedRate, readEarned } from "../../../domain/show/report/earned.report.ts";
import type { Showing } from "../base/arguments.cli.ts";
import type { Streams } from "../base/cli.ts";
import { exitCodeOf } from "../base/exit-code.ts";
import { createClarifier } from "./clarify.debate-command.ts";
import { createDecider } from "./decider.ts";
import { endingOf, requireWritable, transcriptFor, writeNamed } from "./files.debate-command.ts";
import { createNarrator, introduction } from "./narrator.ts";
import { outcomeText } from "./outcome.debate-command.ts";

/** `.eval.json` is among them by its end. */
const OUTPUTS = [".json", ".md", ".txt", ".jsonl"];
const REPORTS = [".md", ".html"];

type Source = Pick<Client, "get" | "answer" | "decide" | "events" | "transcript" | "levels" | "request">;

interface Ended {
  text: string;
  code: number;
}

export type Ending = (finished: Debate, earned: readonly EarnedRate[], client: Source) => Ended | Promise<Ended>;

interface Shown {
  debate: Debate;
  client: Source;
  streams: Streams;
  showing: Showing;
  signal: AbortSignal;
  /** Aborts what is asked at the prompt, not the debate. */
  quiet?: AbortSignal;
  /** The debate's links work only as long as this command runs. */
  own?: boolean;
  /** Missing: the whole outcome, and the debate's own exit code. */
  ending?: Ending;
}

/** Returns the exit code at the debate's end. Rejects with the signal's reason when it aborts. */
export async function showDebate(input: Shown): Promise<number> {
  const { client, streams, showing } = input;
  await showEvents(input);
  const finished = await client.get(input.debate.id);
  const earned = await readEarned(finished, () => client.levels());
  const { text, code } = (await input.ending?.(finished, earned, client)) ?? {
    text: outcomeText(finished, { own: input.own, verbose: showing.verbose, introduced: streams.areOne, earned }),
    code: exitCodeOf(finished),
  };
  streams.err("\n");
  streams.out(showing.json ? `${JSON.stringify(finished, null, 2)}\n` : text);
  await writeFiles(finished, { ...input, earned });
  return code;
}

async function showEvents(input: Shown): Promise<void> {
  const { debate, client, streams, signal, showing, quiet } = input;
  const { err: write, style, ask, waiting } = streams;
  const verbose = showing.verbose ?? false;
  write(introduction(debate, { style, verbose }));
  const narrate = createNarrator({ debate, write, style, verbose, asks: ask !== undefined, waiting });
  const askers = [
    createClarifier({ debate, client, write, ask }),
    ...(ask ? [createDecider({ debateId: debate.id, client, write, ask })] : []),
  ];
  const stopAsking = () => askers.forEach((asker) => asker.stop());
  quiet?.addEventListener("abort", stopAsking);
  try {
    for await (const event of client.events(debate.id, { signal })) {
      narrate(event);
      if (!quiet?.aborted) for (const asker of askers) asker.handle(event);
      if (isStuck(event) && !(await isFollowed(event, input))) break;
    }
  } finally {
    stopAsking();
    waiting?.show(null);
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
async function writeFiles(
  finished: Debate,
  { showing, client, streams, own, earned }: Shown & { earned: readonly EarnedRate[] },
): Promise<void> {
  const { output, report } = showing;
  const { id } = finished;
  const about = { id, err: streams.err };
  const transcript = (path: string) => transcriptFor(client, id, endingOf(path));
  const text = (path: string) =>
    /\.jsonl?$/i.test(path) ? transcript(path) : outcomeText(finished, { own, verbose: true, earned });
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
