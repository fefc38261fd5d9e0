/** What all acts share that conclude a debate. */

import type { DraftEvent } from "../events/events.ts";
import { resultText } from "../export/result-text.ts";
import { RESULTS } from "../records/kinds.ts";
import type { Result } from "../schemas/result.ts";

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
