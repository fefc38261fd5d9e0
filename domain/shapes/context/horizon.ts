/** How much of a debate a call is shown, and what replaces the rest. */
import type { Place } from "./view.shape.ts";

/** What a turn may see: all whole turns before this place. */
export interface Horizon {
  round: number;
  index: number;
  /** Number of these turns. */
  count: number;
}

export interface SummaryRef {
  id: string;
  /** It replaces the rounds before this one. */
  round: number;
}

export interface SummaryNeed {
  /** It replaces the turns up to this place. */
  until: Place;
  /** The reader; missing: the judge. */
  participantId?: string;
}
