/** Simulated debates that may end early: how often noise in a judge's scores or flags ends one that does not fade. */

import { measureRound } from "../../domain/judge/signals/signals.signal.ts";
import { convergenceSeeking } from "../../domain/rules/formats/convergence-seeking.ts";
import { requireJudged } from "../../domain/rules/formats/format.ts";
import { freeForm } from "../../domain/rules/formats/free-form.ts";
import { formatOf } from "../../domain/rules/formats/registry.format.ts";
import { initialState } from "../../domain/rules/protocols/initial-state.ts";
import { picked } from "../../domain/shapes/plan/picked.ts";
import type { DebatePlan } from "../../domain/shapes/plan/plan.ts";
import type { AssessmentDigest } from "../../domain/shapes/state/state.ts";
import { CALM } from "../support/random/drive.ts";
import { planFor } from "../support/random/plans.ts";
import { createDice } from "./dice.ts";

const ROUNDS = 10;

interface Opinion {
  quality: number;
  novelty: number;
  flagged?: boolean;
}

type Judge = (round: number) => Opinion;

interface Row {
  title: string;
  judge: () => Judge;
}

/** Scores that vary around the same means in each round. `shared` is the part of the variance that both have in common. */
function stationary({ deviation, shared = 0 }: { deviation: number; shared?: number }): () => Judge {
  return () => {
    const draw = createNormal();
    return () => {
      const mood = Math.sqrt(shared) * draw();
      const scored = (mean: number) => toHalf(mean + deviation * (mood + Math.sqrt(1 - shared) * draw()));
      return { quality: scored(7), novelty: scored(6) };
    };
  };
}

/**
 * In this share of rounds the judge says that returns diminish, for no reason. It says so again in the next round with
 * the probability `repeats`. `deviation`: of its scores.
 */
function flagging(share: number, { repeats = share, deviation = 0 } = {}): () => Judge {
  return () => {
    const roll = createDice();
    const scores = stationary({ deviation })();
    let flagged = false;
    return (round) => {
      flagged = roll() < (round > 1 && flagged ? repeats : share);
      return { ...scores(round), flagged };
    };
  };
}

export const FADING = {
  small: { title: "scores vary by 0.5", judge: stationary({ deviation: 0.5 }) },
  large: { title: "scores vary by 1", judge: stationary({ deviation: 1 }) },
  shared: {
    title: "scores vary by 1, quality and novelty half in common",
    judge: stationary({ deviation: 1, shared: 0.5 }),
  },
  flags: { title: "the judge flags 2 % of rounds for no reason", judge: flagging(0.02) },
  repeats: {
    title: "the same, and a flag repeats with probability 0.5",
    judge: flagging(0.02, { repeats: 0.5 }),
  },
  both: {
    title: "the same, and scores vary by 1",
    judge: flagging(0.02, { repeats: 0.5, deviation: 1 }),
  },
  real: {
    title: "returns do fade: both fall by a point in each round from 5 on, and the judge says so from 6 on",
    judge: () => (round: number) => ({
      quality: 8 - Math.max(0, round - 4),
      novelty: 7 - Math.max(0, round - 4),
      flagged: round > 5,
    }),
  },
} satisfies Record<string, Row>;

/** How a debate may end early. */
interface Rule extends Pick<DebatePlan, "fadingRounds" | "aloneRounds"> {
  format: "convergence-seeking" | "free-form";
}

/** `one`, `two`: so many signals running are enough, whosever they are. `now`: as new debates are configured. */
export const RULES = {
  one: { format: "convergence-seeking", fadingRounds: 1 },
  two: { format: "convergence-seeking", fadingRounds: 2 },
  now: { format: "convergence-seeking", ...picked(convergenceSeeking, ["fadingRounds", "aloneRounds"]) },
  stop: { format: "free-form" },
  stops: { format: "free-form", ...picked(freeForm, ["aloneRounds"]) },
} satisfies Record<string, Rule>;

/** Percent of debates of ten rounds that end before the last. */
export function endedEarly(row: Row, { debates, ...rule }: Rule & { debates: number }): number {
  const plan = planFor({ maxRounds: ROUNDS, ...rule });
  const judge = row.judge();
  const ended = Array.from({ length: debates }, () => lastRound(plan, judge)).filter((round) => round < ROUNDS);
  return Math.round((ended.length / debates) * 1_000) / 10;
}

function lastRound(plan: ReturnType<typeof planFor>, judge: Judge): number {
  const opinions: Opinion[] = [];
  const assessments: AssessmentDigest[] = [];
  for (let round = 1; ; round++) {
    opinions.push(judge(round));
    assessments.push(digestOf(opinions));
    if (requireJudged(formatOf(plan)).end(plan, { ...initialState(plan), round, assessments })) return round;
  }
}

/** Of the newest round, measured as in a debate whose turns do not repeat. */
function digestOf(opinions: Opinion[]): AssessmentDigest {
  const round = opinions.length;
  const assessments = opinions.map(({ quality, novelty }, i) => ({
    round: i + 1,
    qualityScore: quality,
    assessments: ["p1", "p2"].map((participant) => ({ participant, scores: { novelty } })),
  }));
  const measured = measureRound({ round, turns: [], assessments, mode: "sequential", threshold: 1 });
  const { quality, flagged = false } = opinions[round - 1]!;
  return {
    round,
    qualityScore: quality,
    shouldContinue: !flagged,
    flags: { ...CALM, diminishingReturns: flagged },
    measured,
  };
}

/** Standard normal numbers, by Box and Muller. */
export function createNormal(): () => number {
  const roll = createDice();
  return () => Math.sqrt(-2 * Math.log(1 - roll())) * Math.cos(2 * Math.PI * roll());
}

/** As judges score: 0 to 10, halves allowed. */
function toHalf(score: number): number {
  return Math.min(10, Math.max(0, Math.round(score * 2) / 2));
}
