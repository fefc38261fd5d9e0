/** What a vote came to: whose answers count at last, and what was not bought. */

import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { QuestionPlan } from "../../shapes/plan/plan.ts";
import type { Plurality } from "../../shapes/schemas/plurality.schema.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { campsDebating, type Keyed, mostDebating, standingOf } from "./vote.answers.ts";

interface Placed extends Keyed {
  round: number;
  /** The turn's place in its round. */
  index: number;
}

interface Counted<T> {
  /** The answers that count. */
  last: T[];
  /** Left out: it was not debated. */
  settled?: boolean;
  /** Each speaker of the debate from the answer that it spoke for to its newest, else each answer as it stayed. */
  moves: { start: T; end: T }[];
}

type Asking = Pick<DebateConfig, "participants"> & { question: QuestionPlan };

/**
 * The newest answers of the debate count where more than half of them are the same, else those of the vote. A debate in which
 * all only change places settles nothing.
 */
export function countVote<T extends Placed>(
  given: readonly T[],
  { question, participants, hasMajority }: Asking & { hasMajority: (answers: readonly T[]) => boolean },
): Counted<T> {
  const bought = given.filter(({ round }) => round === 1);
  const camps = campsDebating(bought, { ...question, participants: participants.length });
  const moves = camps.flatMap(({ of }, i) => {
    const start = of[0];
    const end = given.findLast(({ round, index }) => round > 1 && index === i + 1);
    return start && end ? [{ start, end }] : [];
  });
  if (moves.length === 0) return { last: bought, moves: bought.map((each) => ({ start: each, end: each })) };
  const newest = moves.map(({ end }) => end);
  const settled = hasMajority(newest);
  return { last: settled ? newest : bought, settled, moves };
}

/** How the vote ended, and what was saved by it. Only where there was one. */
export function votedOf(
  { question, participants, maxRounds }: Asking & Pick<DebateConfig, "maxRounds">,
  { given, turns, settled }: { given: readonly Placed[]; turns: readonly Turn[]; settled: boolean | undefined },
): Plurality["vote"] {
  const { vote, ...comparing } = question;
  if (!vote) return undefined;
  const asked = turns.filter(({ round, phase }) => round === 1 && phase === "answer");
  const debated = turns.filter(({ round, phase }) => round > 1 && phase === "answer").length;
  const { camps, probability, lead } = standingOf(
    given.filter(({ round }) => round === 1),
    comparing,
  );
  const speakers = Math.min(Math.max(2, camps.length), mostDebating(participants.length));
  const turnsOfDebate = vote.lead === undefined ? 0 : speakers * (maxRounds - 1);
  const answers = Math.max(0, vote.most - asked.length);
  const calls = answers + Math.max(0, turnsOfDebate - debated);
  return {
    way: settled === undefined ? "vote" : "debate",
    most: vote.most,
    stopAt: vote.stopAt,
    bought: asked.length,
    probability,
    lead,
    debated,
    ...(settled !== undefined && { settled }),
    saved: { answers, calls, costUsd: costOf(calls, asked) },
  };
}

/** At the mean cost of the answers; null: a price is unknown, or nothing was asked. */
function costOf(calls: number, asked: readonly Turn[]): number | null {
  const costs = asked.map(({ costUsd }) => costUsd);
  const sum = costs.reduce<number | null>((all, one) => (all === null || one === null ? null : all + one), 0);
  return sum === null || asked.length === 0 ? null : Number(((calls * sum) / asked.length).toFixed(6));
}
