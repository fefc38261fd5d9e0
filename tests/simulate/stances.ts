/**
 * Simulated private answers: how often a debate counts as stable while stances still move, and how often a consensus is called
 * hollow whose changes are owed to arguments, or to nothing.
 */

import { conformityOf, type Polled } from "../../domain/judge/conformity/conformity.judging.ts";
import { FIRST_STABLE_END } from "../../domain/rules/protocols/stance-limits.ts";
import { createDice } from "./dice.ts";
import { createNormal } from "./fading.ts";

const ROUNDS = 10;
/** What the two participants begin with. */
const STARTS = [85, 15];
const REASONS = ["The toll pays for the trams."];

interface Mind {
  /** Points of 100 that a participant moves towards the middle in a round, until it is there. */
  step: number;
  /** Standard deviation of an answer around what it holds. */
  deviation: number;
  /** How often an answer names a turn of somebody else as the cause of its change. */
  names?: number;
}

const MIDDLE = 50;

export const STANCES = {
  settled: { title: "nobody moves, answers vary by 2", step: 0, deviation: 2 },
  vague: { title: "nobody moves, answers vary by 5", step: 0, deviation: 5 },
  loose: { title: "nobody moves, answers vary by 10", step: 0, deviation: 10 },
  slow: { title: "both move by 5 a round, answers vary by 2", step: 5, deviation: 2 },
  steady: { title: "both move by 8 a round, answers vary by 2", step: 8, deviation: 2 },
  unsteady: { title: "both move by 8 a round, answers vary by 5", step: 8, deviation: 5 },
} satisfies Record<string, Mind & { title: string }>;

export const CHANGED = {
  convinced: { title: "arguments move both, and 90 % of answers name one", step: 20, deviation: 3, names: 0.9 },
  careless: { title: "arguments move both, and 70 % of answers name one", step: 20, deviation: 3, names: 0.7 },
  excused: { title: "nothing moves both, and 30 % of answers name a turn", step: 20, deviation: 3, names: 0.3 },
  conforming: { title: "nothing moves both, and 10 % of answers name a turn", step: 20, deviation: 3, names: 0.1 },
} satisfies Record<string, Mind & { title: string }>;

/** Percent of debates of ten rounds that count as stable before the last round, and before both have come to rest. */
export function stableIn(mind: Mind, debates: number): { ended: number; tooEarly: number } {
  const draw = dicesOf();
  const rest = mind.step === 0 ? 0 : Math.ceil((STARTS[0]! - MIDDLE) / mind.step);
  const ends = Array.from({ length: debates }, () => {
    const polls = pollsOf(mind, draw);
    const rounds = Array.from({ length: ROUNDS - FIRST_STABLE_END }, (_, i) => FIRST_STABLE_END + i);
    return rounds.find((round) => conformityOf(polls, round).stable) ?? ROUNDS;
  });
  return {
    ended: percent(ends.filter((round) => round < ROUNDS).length / debates),
    tooEarly: percent(ends.filter((round) => round < Math.min(rest, ROUNDS)).length / debates),
  };
}

/** Percent of debates that agree after the fourth round, and of these the hollow ones. */
export function hollowIn(mind: Mind, debates: number): { agreed: number; hollow: number } {
  const draw = dicesOf();
  const found = Array.from({ length: debates }, () => conformityOf(pollsOf(mind, draw), 4));
  const agreed = found.filter(({ spread }) => spread !== null && spread <= 10);
  return {
    agreed: percent(agreed.length / debates),
    hollow: percent(agreed.filter(({ hollow }) => hollow).length / agreed.length),
  };
}

interface Draw {
  roll: () => number;
  normal: () => number;
}

function dicesOf(): Draw {
  return { roll: createDice(7), normal: createNormal() };
}

function pollsOf({ step, deviation, names = 1 }: Mind, { roll, normal }: Draw): Polled[] {
  return Array.from({ length: ROUNDS + 1 }).flatMap((_, round) =>
    STARTS.map((start, i) => {
      const moved = Math.min(Math.abs(start - MIDDLE), step * round);
      const held = start > MIDDLE ? start - moved : start + moved;
      const stance = Math.min(100, Math.max(0, Math.round(held + deviation * normal())));
      const causeKind = roll() < names ? ("turn" as const) : null;
      return { participantId: `p${i + 1}`, round, stance, reasons: REASONS, causeKind };
    }),
  );
}

function percent(share: number): number {
  return Math.round(share * 1_000) / 10;
}
