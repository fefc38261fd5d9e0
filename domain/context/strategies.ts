/**
 * The strategies of spec §1.10 as pure functions: from turns, and whether what is left of them fits, to what is shown.
 * A turn is shown whole or not at all. What a call can not do without (`keeps`) never goes.
 */
import { isSpoken } from "../interjections.ts";
import type { Turn } from "../schemas/turn.ts";
import { isBehind, type Place } from "./view.ts";

export interface Reading {
  /** What the reader could be shown, in its order. */
  turns: Turn[];
  /** null: the judge, who has no turns of its own. */
  reader: string | null;
  /** The newest round, and what the task speaks of. */
  keeps: (turn: Turn) => boolean;
}

/** In which order turns go: the others' before the reader's own, the oldest first. `window` holds on to the first. */
export function dropOrder({ turns, reader, keeps }: Reading, strategy: "truncate" | "window"): Turn[] {
  const going = turns.filter((turn) => !keeps(turn));
  const first = strategy === "window" ? turns.find((turn) => isSpoken(turn) && !keeps(turn)) : undefined;
  const rest = going.filter((turn) => turn !== first);
  const own = (turn: Turn) => turn.participantId === reader;
  return [...rest.filter((turn) => !own(turn)), ...rest.filter(own), ...(first ? [first] : [])];
}

/**
 * How many of `order` must go at the least so that the rest fits; null when it does not fit without all of them.
 * `fits` must hold for more once it holds: leaving out a further turn makes no prompt longer.
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
 * Up to where a summary is to reach: over the older half, by tokens, of what is shown word for word, but not over what
 * is kept. null when there is too little to be worth a call.
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

/** How many turns a summary that reaches so far newly stands for. */
export function newlyCovered(turns: Turn[], until: Place, before: Place | undefined): Turn[] {
  return turns.filter((turn) => turn.to === undefined && isBehind(turn, until) && !(before && isBehind(turn, before)));
}
