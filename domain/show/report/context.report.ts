/** A line for each context warning and summary of a round. */

import { percent } from "../../base/words/figures.words.ts";
import { wordsOf } from "../../base/words/words.ts";
import { type EventPayloads, type LogEvent, sinceReset } from "../../play/events/events.ts";
import { nameOf } from "../../shapes/names.shape.ts";
import type { Summary } from "../../shapes/schemas/summary.schema.ts";
import type { TranscriptExport } from "../export/transcript.export.ts";
import type { Tale } from "./names.report.ts";

const DONE = {
  all: "everything is shown",
  truncate: "older turns are left out",
  window: "older turns are left out",
  summarize: "older turns are summarised",
} as const;

/** In log order, of the current generation. */
export function contextLines({ events, debate }: Pick<TranscriptExport, "events" | "debate">, round: number): string[] {
  const telling = { debate, words: wordsOf(debate) };
  return sinceReset(events as LogEvent[]).flatMap(({ type, data }) => {
    if (type === "context.warning" && data.round === round) return [windowLine(data, telling)];
    if (type === "context.summarized" && data.round === round) return [summaryLine(data, telling)];
    return [];
  });
}

type Telling = Pick<Tale, "debate" | "words">;

/** `Context window: 85 % full for Ada; older turns are summarised` */
export function windowLine(
  { participantId, use, strategy }: Pick<EventPayloads["context.warning"], "participantId" | "use" | "strategy">,
  telling: Telling,
): string {
  const { say } = telling.words;
  const about = { share: percent(use), who: reader(participantId, telling), done: say(DONE[strategy]) };
  return say("Context window: {share} full for {who}; {done}", about);
}

/** `Summary: the view of Ada, 13402 characters in 2311` */
export function summaryLine(
  { participantId, summary }: { participantId: string | null; summary: Pick<Summary, "until" | "before" | "after"> },
  telling: Telling,
): string {
  const { until, before, after } = summary;
  const { say } = telling.words;
  const what = until
    ? say("all turns up to turn {index} of round {round}", { index: until.index, round: until.round })
    : say("the view of {who}", { who: reader(participantId, telling) });
  return say("Summary: {what}, {before} characters in {after}", { what, before, after });
}

function reader(participantId: string | null, { debate, words }: Telling): string {
  return participantId === null ? words.say("the judge") : nameOf(debate, participantId);
}
