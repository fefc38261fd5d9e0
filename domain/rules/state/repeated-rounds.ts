/**
 * Rounds in which everybody repeats what was said before, as the code measures it. Two running end a debate that may end
 * early, as returns that diminish do. The texts stay in the store: events carry whether a turn repeats.
 */

import { heardAfter } from "../../shapes/plan/heard.ts";
import type { DebatePlan } from "../../shapes/plan/plan.ts";
import type { DebateState, RepetitionDigest } from "../../shapes/state/state.ts";

/** Rounds in a row in which every turn must repeat an earlier one. One alone is often noise. */
const REPEATED_ROUNDS = 2;
/** A closing round still looks at the two rounds before it, or, where the judge is heard a round later, at those before the last. */
const ROUNDS_KEPT = REPEATED_ROUNDS + 2;

/** After a whole turn. */
export function withSaid(state: DebateState, { round, repeats }: { round: number; repeats: boolean }): DebateState {
  return changed(state, round, ({ turns, repeating }) => ({
    turns: turns + 1,
    repeating: repeating + (repeats ? 1 : 0),
  }));
}

/** After an assessment, for which the turns of its round are also compared by meaning. */
export function withRepeating(state: DebateState, { round, found }: { round: number; found: number }): DebateState {
  return changed(state, round, ({ turns, repeating }) => ({ turns, repeating: Math.max(repeating, found) }));
}

function changed(
  state: DebateState,
  round: number,
  change: (before: Omit<RepetitionDigest, "round">) => Omit<RepetitionDigest, "round">,
): DebateState {
  // In the first round whoever begins has nothing to repeat, so that round never counts.
  if (round < 2) return state;
  const { repetition = [] } = state;
  const before = repetition.find((digest) => digest.round === round) ?? { turns: 0, repeating: 0 };
  // An earlier round in which somebody said something new is as good as one that is not kept. The one before may still be
  // assessed beside this one, and this one may have begun.
  const isKept = (one: RepetitionDigest) => one.round >= round - 1 || (one.round > round - ROUNDS_KEPT && isAll(one));
  const others = repetition.filter((one) => one.round !== round && isKept(one));
  return { ...state, repetition: [...others, { round, ...change(before) }].toSorted((a, b) => a.round - b.round) };
}

function isAll({ turns, repeating }: RepetitionDigest): boolean {
  return turns > 0 && repeating >= turns;
}

/** Every speaker repeats for two rounds running, the last of which counts after this round. None counts before `minRounds`. */
export function isRepeated(plan: DebatePlan, { repetition = [] }: DebateState, after: number): boolean {
  const round = heardAfter(plan, after);
  const running = repetition.filter((digest) => digest.round <= round && digest.round > round - REPEATED_ROUNDS);
  const repeats = running.filter(isAll);
  return round >= plan.minRounds && repeats.length === REPEATED_ROUNDS;
}
