/** What all acts share that summarise. */

import type { Summary } from "../../shapes/schemas/summary.schema.ts";
import type { DraftEvent } from "../events/events.ts";
import { SUMMARIES } from "../records/kinds.record.ts";

/** Summaries need no variety, whatever the reader's own temperature. */
export const SUMMARY_TEMPERATURE = 0.3;

/** How every summary is stored and reported. */
export const reportsSummary = {
  kind: SUMMARIES,
  event: (summary: Summary): DraftEvent => {
    const { round, participantId, at } = summary;
    return { type: "context.summarized", at, data: { round, participantId, summary } };
  },
  said: ({ text, before, after }: Summary): string => `${before} characters in ${after}. ${text}`,
};
