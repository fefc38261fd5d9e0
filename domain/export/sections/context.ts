/** A line for each context warning and summary of a round. */
import { type LogEvent, sinceReset } from "../../events/events.ts";
import { nameOf } from "../names.ts";
import type { TranscriptExport } from "../transcript.ts";

const DONE = {
  all: "everything is shown",
  truncate: "older turns are left out",
  window: "older turns are left out",
  summarize: "older turns are summarised",
};

/** In log order, of the current generation. */
export function contextLines({ events, debate }: Pick<TranscriptExport, "events" | "debate">, round: number): string[] {
  const who = (participantId: string | null) => (participantId === null ? "the judge" : nameOf(debate, participantId));
  return sinceReset(events as LogEvent[]).flatMap(({ type, data }) => {
    if (type === "context.warning" && data.round === round) {
      const percent = Math.round(100 * data.use);
      return [`Context window: ${percent} % full for ${who(data.participantId)}; ${DONE[data.strategy]}`];
    }
    if (type === "context.summarized" && data.round === round) {
      const { until, before, after } = data.summary;
      const what = until
        ? `all turns up to turn ${until.index} of round ${until.round}`
        : `the view of ${who(data.participantId)}`;
      return [`Summary: ${what}, ${before} characters in ${after}`];
    }
    return [];
  });
}
