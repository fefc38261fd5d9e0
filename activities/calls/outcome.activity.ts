import type { BriefEvent } from "../../domain/play/events/events.ts";
import type { SummaryNeed } from "../../domain/shapes/context/horizon.ts";

/** What an act reports to the workflow: the events it wrote, in brief, and the head of the log. */
export interface ActOutcome {
  head: number;
  events: BriefEvent[];
  /** The call was not made: this summary has to be there first. */
  needs?: SummaryNeed;
  /** For the Temporal UI. */
  preview?: string;
  /** Under a budget: the number of the last attempt that was made. */
  attempt?: number;
  /** Under a budget: a further attempt is wanted, which must be reserved first. */
  again?: { waitMs: number };
}
