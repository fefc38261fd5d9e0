/**
 * The context strategies (docs/design/debate.md#110-context-window) as pure functions. A turn is shown whole or not at
 * all. What a call needs (`keeps`) is never dropped.
 */

import { isBehind, type Place } from "../../shapes/context/view.shape.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { isSpoken } from "../../shapes/state/interjections.state.ts";

export interface Reading {
  /** Everything that the reader may see, in order. */
  turns: Turn[];
  /** null: the judge, who has no turns. */
  reader: string | null;
  /** The newest round, and what the task refers to. */
  keeps: (turn: Turn) => boolean;
}

/**
 * The order in which turns are dropped: other speakers' turns first, the oldest first; a speaker's own turns are
 * dropped last. `window` keeps the first turn longest.
 */
export function dropOrder({ turns, reader, keeps }: Reading, strategy: "truncate" | "window"): Turn[] {
  const going = turns.filter((turn) => !keeps(turn));
  const first = strategy === "window" ? turns.find((turn) => isSpoken(turn) && !keeps(turn)) : undefined;
  const rest = going.filter((turn) => turn !== first);
  const own = (turn: Turn) => turn.participantId === reader;
  return [...rest.filter((turn) => !own(turn)), ...rest.filter(own), ...(first ? [first] : [])];
}

/**
 * The smallest number of dropped turns that fits; null if dropping all is not enough. `fits` must be monotonic:
 * dropping more never lengthens a prompt.
 */
export function fewest(order: Turn[], fits: (hidden: ReadonlySet<string>) => boolean): number | null {
  const without = (count: number) => fits(new Set(order.slice(0, count).map(({ id }) => id)));
  if (!without(order.length)) return null;
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (without(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Where the next summary ends: after the older half of the verbatim turns, by tokens, but before anything kept. null if
 * that is not worth a call.
 */
export function summaryPlace(
  { turns, keeps }: Omit<Reading, "reader">,
  { sizeOf, least }: { sizeOf: (turn: Turn) => number; least: number },
): Place | null {
  const half = turns.reduce((sum, turn) => sum + sizeOf(turn), 0) / 2;
  let [sum, last] = [0, null as Turn | null];
  for (const turn of turns) {
    if (sum >= half || keeps(turn)) break;
    sum += sizeOf(turn);
    last = turn;
  }
  return last && sum >= least ? { round: last.round, index: last.index } : null;
}

/** The newest round, and in a dialectic debate the proposals that it began with. */
export function newestRound(turns: Turn[]): (turn: Turn) => boolean {
  const last = Math.max(0, ...turns.filter(isSpoken).map(({ round }) => round));
  return ({ round, phase }) => round >= last || (round === last - 1 && phase === "refinement");
}

/** The turns that a summary up to this place newly replaces. */
export function newlyCovered(turns: Turn[], until: Place, before: Place | undefined): Turn[] {
  return turns.filter((turn) => turn.to === undefined && isBehind(turn, until) && !(before && isBehind(turn, before)));
}
