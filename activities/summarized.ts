import type { Summary } from "../domain/schemas/summary.ts";
import type { ActivityDeps } from "./index.ts";
import type { ActOutcome } from "./take-turn.ts";
import { type Telling, told } from "./told.ts";

/** The end of every act that summarises: its text stays in the store. */
export function summarized(deps: ActivityDeps, telling: Telling, summary: Summary): Promise<ActOutcome> {
  const { text, ...digest } = summary;
  const { round, participantId, at, before, after } = summary;
  const about = { round, participantId };
  return told(deps, telling, {
    type: "context.summarized",
    at,
    whole: { ...about, summary },
    brief: { ...about, summary: digest },
    said: `${before} characters in ${after}. ${text}`,
  });
}
