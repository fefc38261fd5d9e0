/** What all acts share that conclude a debate. */

import { unvoted } from "../../judge/conclusion/support.ts";
import type { ConclusionText } from "../../shapes/schemas/conclusion.schema.ts";
import type { Degradation } from "../../shapes/schemas/faults.schema.ts";
import type { Result } from "../../shapes/schemas/result.schema.ts";
import { resultText } from "../../shapes/schemas/result-text.ts";
import type { DraftEvent } from "../events/events.ts";
import { RESULTS } from "../records/kinds.record.ts";

/** The ballots of a result that rests on none. */
export const NO_BALLOTS: Pick<Result, "contested" | "ballots" | "agreement" | "dissent"> = {
  contested: false,
  ballots: [],
  agreement: null,
  dissent: [],
};

/** How every result is stored and reported. */
export const concludes = {
  kind: RESULTS,
  event: (result: Result): DraftEvent => ({ type: "result.completed", at: result.at, data: { result } }),
  said: (result: Result): string => resultText(result) ?? "Nobody ruled.",
};

/** Of a debate that nobody votes on. `text` null: it was faulty twice, and is left out; undefined: none was asked for. */
export function unvotedConclusion(
  text: ConclusionText | null | undefined,
  { writer, round, degraded }: { writer: string; round: number; degraded: Degradation[] },
): Pick<Result, "conclusion" | "degraded"> {
  if (text === undefined) return { degraded };
  if (text === null) return { degraded: [...degraded, lostConclusion(FAULTY, round)] };
  return { conclusion: { ...text, support: unvoted(writer), writtenBy: writer }, degraded };
}

/** What a result says that was to have a conclusion and has none. */
export function lostConclusion(why: string, round: number): Degradation {
  return { what: "the conclusion", why, round };
}

const FAULTY = "it was faulty twice, so it is left out";
