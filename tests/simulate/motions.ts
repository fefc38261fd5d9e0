/** Simulated audiences, whose votes on a motion are counted as those of a debate: how often a winner is named. */

import { audienceResult } from "../../domain/judge/audience.judging.ts";
import { countBallots } from "../../domain/judge/count.ts";
import { voteResult } from "../../domain/judge/motion.ts";
import type { Vote } from "../../domain/shapes/schemas/vote.schema.ts";
import { audienceVoteId } from "../../domain/shapes/turn-ids.ts";
import { ballotOf, configFor, verdictOf } from "../support/debates/transcripts.ts";
import { createDice } from "./dice.ts";

/** In this share of the second votes a voter names the other side, for no reason. */
const NOISE = 0.1;

interface Row {
  title: string;
  voters: number;
  /** They have one model each in turn. */
  models?: number;
  /** The share of voters who are against the motion at first: half, when left out. */
  against?: number;
  /** The share of those against the motion whom the debate moves to be for it. */
  moved?: number;
  /** In this share of debates all voters of a model have the same noise or none. */
  joint?: number;
}

export const MOTIONS = {
  five: { title: "5 voters, nobody is moved", voters: 5 },
  nine: { title: "9 voters, nobody is moved", voters: 9 },
  many: { title: "25 voters, nobody is moved", voters: 25 },
  joint: { title: "9 voters, nobody is moved, in 30 % of debates all err alike", voters: 9, joint: 0.3 },
  models: {
    title: "9 voters of 3 models, nobody is moved, in 30 % of debates a model errs",
    voters: 9,
    models: 3,
    joint: 0.3,
  },
  half: { title: "9 voters, all against at first, half are moved", voters: 9, against: 1, moved: 0.5 },
  most: { title: "9 voters, all against at first, nine in ten are moved", voters: 9, against: 1, moved: 0.9 },
  halfOfMany: { title: "25 voters, all against at first, half are moved", voters: 25, against: 1, moved: 0.5 },
} satisfies Record<string, Row>;

type Choice = Vote["vote"];

const config = configFor({ speakers: 2 });
const participants = config.participants.map((p, i) => ({
  ...p,
  side: i === 0 ? ("for" as const) : ("against" as const),
}));
const even = verdictOf(config, { scores: Object.fromEntries(config.participants.map(({ id }) => [id, 60])) });
const ballots = [ballotOf(config, { id: "g1-b1-given", order: "given", verdict: even })];

/** Percent of debates in which a side wins. `testsSwing`: as new debates are configured. */
export function motionsCarried(row: Row, { debates, testsSwing }: { debates: number; testsSwing?: true }): number {
  const roll = createDice();
  const named = Array.from({ length: debates }, () => {
    const cast = votesOf(row, roll);
    const interval = audienceResult(cast, { voters: row.voters, testsSwing })?.interval;
    const motion = { vote: voteResult(cast), ofAudience: true, interval, testsSwing };
    return !countBallots({ ballots, participants, mode: "sequential", motion }).contested;
  });
  return Math.round((named.filter(Boolean).length / debates) * 1_000) / 10;
}

function votesOf({ voters, models = 1, against = 0.5, moved = 0, joint = 0 }: Row, roll: () => number) {
  const shared = Array.from({ length: models }, () => (roll() < joint ? roll() < NOISE : null));
  return Array.from({ length: voters }, (_, i) => {
    const before: Choice = roll() < against ? "against" : "for";
    const held = before === "against" && roll() < moved ? "for" : before;
    const errs = shared[i % models] ?? roll() < NOISE;
    const after = errs ? (held === "for" ? "against" : "for") : held;
    const judge = `demo/${i % models}`;
    return (["before", "after"] as const).map((when) => ({
      id: audienceVoteId(1, when, i + 1),
      when,
      vote: when === "before" ? before : after,
      judge,
    }));
  }).flat();
}
