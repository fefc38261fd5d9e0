/** A line for each context warning and summary of a round. */

import { percent } from "../../base/words/figures.words.ts";
import { wordsOf } from "../../base/words/words.ts";
import { type LogEvent, sinceReset } from "../../play/events/events.ts";
import { nameOf } from "../../shapes/names.shape.ts";
import type { TranscriptExport } from "../export/transcript.export.ts";

const DONE = {
  all: "everything is shown",
  truncate: "older turns are left out",
  window: "older turns are left out",
  summarize: "older turns are summarised",
} as const;

/** In log order, of the current generation. */
export function contextLines({ events, debate }: Pick<TranscriptExport, "events" | "debate">, round: number): string[] {
  const { say } = wordsOf(debate);
  const who = (participantId: string | null) =>
    participantId === null ? say("the judge") : nameOf(debate, participantId);
  return sinceReset(events as LogEvent[]).flatMap(({ type, data }) => {
    if (type === "context.warning" && data.round === round) {
      const about = { share: percent(data.use), who: who(data.participantId), done: say(DONE[data.strategy]) };
      return [say("Context window: {share} full for {who}; {done}", about)];
    }
    if (type === "context.summarized" && data.round === round) {
      const { until, before, after } = data.summary;
      const what = until
        ? say("all turns up to turn {index} of round {round}", { index: until.index, round: until.round })
        : say("the view of {who}", { who: who(data.participantId) });
      return [say("Summary: {what}, {before} characters in {after}", { what, before, after })];
    }
    return [];
  });
}
