/**
 * How far an answer can be relied on, counted from the ballots and from what else the debate shows
 * (docs/design/debate.md#113-judging).
 */

import { wordsOf } from "../../base/words/words.ts";
import { familiesIn } from "../../rules/request/independence.ts";
import { familyOfId } from "../../shapes/catalogue/family.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { CastBallot } from "../../shapes/schemas/ballot.ts";
import type { AnswerReview, Support, Weakness } from "../../shapes/schemas/conclusion.schema.ts";
import type { BenchAnswer, ContestedBecause, OrderCheck, VerdictResult } from "../../shapes/schemas/result.schema.ts";
import type { VoteSide } from "../../shapes/schemas/vote.schema.ts";
import { ballotSeat, isTwinBallotId } from "../../shapes/turn-ids.ts";
import { winnerOf } from "../winner.ts";
import { reasons, unvotedReason } from "./reasons.ts";
import { voteWeights } from "./vote-weights.ts";

export interface Ruled {
  /** Valid ones. Of the twin debate's, `winnerPlace` is the place that the winner spoke from there. */
  ballots: (Pick<CastBallot, "id" | "judge" | "order" | "verdict"> & { winnerPlace?: string | null })[];
  /** How many ballots were asked for; as many as there are when left out. */
  asked?: number;
  participants: { id: string; name: string; side?: string | undefined }[];
  winner: { participant?: string | undefined; side?: VoteSide | undefined } | null;
  contestedBecause?: ContestedBecause | undefined;
  orderCheck: OrderCheck;
  /** What the bench answers, where that leads. Left out: who argued better does. */
  bench?: BenchAnswer | undefined;
  /** What judges say of a written answer that the ballots did not give. Left out: it is the ballots'. */
  reviews?: Pick<AnswerReview, "judge" | "finding">[] | undefined;
  /** Families of the debaters' models. */
  debaters?: string[];
  /** Participants whose mean score over the rounds leads; left out: no round was assessed. */
  assessedBest?: string[] | undefined;
  /** Statuses of the claims that were checked against exhibits; left out: none were. */
  claims?: string[] | undefined;
}

/** Conventions: shares of the votes, points of 100, and means of the ballots' probabilities that a level needs. */
const STRONG = { margin: 10, probability: 75 };
const MODERATE = { share: 0.75, margin: 5, probability: 50 };
/** The share of the ballots asked for that must be there. */
const LEAST_CAST = 0.75;
/**
 * The share of the ballots of a debate, and of its twin, whose winner argues for the answer there. An error about the
 * question itself is the same in the twin, so answers alone would call it strong (`npm run simulate`).
 */
const LEAST_ARGUED = 0.8;

/** These keep an answer from being strong, and the first three from being moderate. */
const WEAK: readonly Weakness[] = ["one_order", "one_family", "lost_ballots"];
const NAMED_ONLY: readonly Weakness[] = ["nothing_checked"];

export function supportOf(ruled: Ruled): Support {
  const { ballots, orderCheck, bench, reviews } = ruled;
  const votes = reviews
    ? reviews.map(({ judge, finding }) => ({ judge, agrees: Number(finding === "agree") }))
    : votesOf(ruled);
  const judges = new Set(ballots.map(({ id }) => ballotSeat(id))).size;
  const families = familiesOf(ballots.map(({ judge }) => judge));
  const isOpen = isContested(ruled, votes);
  const figures = {
    leads: bench ? ("answer" as const) : ("winner" as const),
    winnerShare: isOpen ? null : shareOf(ruled),
    margin: bench ? null : marginOf(ruled),
    ...(bench && !reviews && { probability: bench.probability }),
    ...(reviews && { reviewed: tally(reviews) }),
    judges,
    independent: Math.round(sum(voteWeights(votes.map(({ judge }) => judge))) * 10) / 10,
    families,
    orderCheck,
    ballots: { valid: ballots.length, asked: ruled.asked ?? ballots.length },
    weakenedBy: weaknesses(ruled),
  };
  const level = isOpen ? "contested" : levelOf(figures, { share: weightedShare(votes), ruled });
  return {
    level,
    ...figures,
    because: reasons(figures, { ...ruled, ballots: ballots.length, words: wordsOf({}) }),
  };
}

type Counted = Pick<VerdictResult, "verdict" | "contestedBecause" | "bench" | "ballots">;

/** What the support of a counted verdict rests on. `ballots`: the valid ones. */
export function ruledOf(
  { verdict, contestedBecause, bench, ballots: all }: Counted,
  { ballots, orderCheck, config }: Pick<Ruled, "ballots" | "orderCheck"> & { config: DebateConfig },
): Ruled {
  return {
    ballots,
    asked: all.length,
    participants: config.participants,
    winner: verdict.winner,
    contestedBecause,
    orderCheck,
    ...(config.ballotAnswers === "lead" && { bench }),
    debaters: familiesIn(config).debaters,
  };
}

/** Of a solution or an answer: one model wrote it, and nobody voted on it. */
export function unvoted(writer: string): Support {
  return {
    level: "weak",
    winnerShare: null,
    margin: null,
    judges: 0,
    families: [],
    orderCheck: "none",
    because: [unvotedReason(writer, wordsOf({}))],
  };
}

/** How far one judge agrees with the outcome, 0–1. */
interface JudgeVote {
  judge: string;
  agrees: number;
}

/** One for each judge: of both orders, the mean. */
function votesOf(ruled: Ruled): JudgeVote[] {
  const bySeat = Map.groupBy(ruled.ballots, ({ id }) => ballotSeat(id));
  return [...bySeat.values()].flatMap((own) => {
    const [first] = own;
    return first ? [{ judge: first.judge, agrees: mean(own.map((ballot) => Number(stands(ballot, ruled)))) }] : [];
  });
}

/** Whether a ballot is for the outcome: the bench's answer where that leads, else the winner. */
function stands({ verdict }: Ruled["ballots"][number], ruled: Ruled): boolean {
  const { bench, winner, participants } = ruled;
  if (bench) return !bench.disputed && verdict.answer?.choice === bench.choice;
  const named = winnerOf({ verdict });
  return winner === null ? named === null : named !== null && winningIds(winner, participants).includes(named);
}

function isContested({ bench, reviews, contestedBecause }: Ruled, votes: JudgeVote[]): boolean {
  if (reviews) return weightedShare(votes) <= 0.5;
  return bench ? bench.disputed !== undefined : contestedBecause !== undefined;
}

/** By how independent they are. */
function weightedShare(votes: JudgeVote[]): number {
  const weights = voteWeights(votes.map(({ judge }) => judge));
  return sum(votes.map(({ agrees }, i) => agrees * (weights[i] ?? 0))) / sum(weights);
}

type Figures = Omit<Support, "level" | "because">;

function levelOf(
  { leads, margin, probability, weakenedBy = [] }: Figures,
  { share, ruled }: { share: number; ruled: Ruled },
): Support["level"] {
  if (ruled.winner === null && leads === "winner") return "weak";
  // Nobody is asked how likely an answer is that all were shown.
  const reaches = (least: { margin: number; probability: number }) =>
    leads === "winner"
      ? (margin ?? 0) >= least.margin
      : ruled.reviews !== undefined || (probability ?? 0) >= least.probability;
  const has = (codes: readonly Weakness[]) => weakenedBy.some((code) => codes.includes(code));
  if (!(share >= MODERATE.share && reaches(MODERATE)) || has(WEAK)) return "weak";
  const isHeld = weakenedBy.every((code) => NAMED_ONLY.includes(code));
  return share === 1 && reaches(STRONG) && isHeld ? "strong" : "moderate";
}

function weaknesses(ruled: Ruled): Weakness[] {
  const { ballots, asked = ballots.length, orderCheck, debaters = [], claims } = ruled;
  const models = ballots.map(({ judge }) => judge);
  const families = familiesOf(models);
  const outside = families.filter((family) => !debaters.includes(family));
  const found: Record<Weakness, boolean> = {
    one_order: orderCheck === "none",
    one_family: families.length < 2,
    lost_ballots: ballots.length < LEAST_CAST * asked,
    debaters_family: families.length > 1 && outside.length < 2,
    no_twin: orderCheck !== "twin",
    argued_elsewhere: ruled.bench !== undefined && !isArguedBest(ruled),
    assessments: ruled.assessedBest !== undefined && !ruled.assessedBest.some((id) => holders(ruled).includes(id)),
    no_claim_verified: claims !== undefined && !claims.includes("supported"),
    nothing_checked: claims === undefined,
    control_arm: false,
  };
  return (Object.keys(found) as Weakness[]).filter((code) => found[code]);
}

/** In this debate and in its twin alike, those who hold the answer argue better. */
function isArguedBest(ruled: Ruled): boolean {
  const holding = holders(ruled);
  const readings = Map.groupBy(ruled.ballots, ({ id }) => isTwinBallotId(id));
  return [...readings.values()].every((read) => {
    const argued = read.filter((ballot) => {
      const place = ballot.winnerPlace === undefined ? winnerOf(ballot) : ballot.winnerPlace;
      return place !== null && holding.includes(place);
    });
    return argued.length >= LEAST_ARGUED * read.length;
  });
}

/** Those who stand for the outcome. */
function holders({ bench, winner, participants }: Ruled): string[] {
  const choice = bench ? bench.choice : (winner?.side ?? winner?.participant ?? null);
  return participants.flatMap(({ id, side }) => (id === choice || side === choice ? [id] : []));
}

function familiesOf(models: string[]): string[] {
  return [...new Set(models.map(familyOfId))].toSorted();
}

function tally(reviews: NonNullable<Ruled["reviews"]>): NonNullable<Support["reviewed"]> {
  const count = (wanted: string) => reviews.filter(({ finding }) => finding === wanted).length;
  return { agree: count("agree"), disagree: count("disagree"), cannotTell: count("cannot tell") };
}

function shareOf(ruled: Ruled): number | null {
  const { ballots, reviews } = ruled;
  const agree = reviews
    ? reviews.map(({ finding }) => finding === "agree")
    : ballots.map((ballot) => stands(ballot, ruled));
  return agree.length === 0 ? null : Math.round((agree.filter(Boolean).length / agree.length) * 1_000) / 1_000;
}

function winningIds(winner: Ruled["winner"], participants: Ruled["participants"]): string[] {
  if (winner?.side) return participants.filter(({ side }) => side === winner.side).map(({ id }) => id);
  return winner?.participant === undefined ? [] : [winner.participant];
}

/** Of a side, the mean of its speakers counts. */
function marginOf({ ballots, winner, participants }: Ruled): number | null {
  if (winner === null || ballots.length === 0) return null;
  const wins = winningIds(winner, participants);
  const leads = ballots.map(({ verdict: { scores } }) => {
    const others = Object.keys(scores).filter((id) => !wins.includes(id));
    const own = mean(wins.flatMap((id) => scores[id] ?? []));
    const next = winner.side
      ? mean(others.map((id) => scores[id] ?? 0))
      : Math.max(...others.map((id) => scores[id] ?? 0));
    return own - next;
  });
  const margin = mean(leads.filter(Number.isFinite));
  return Number.isFinite(margin) ? Math.round(margin * 10) / 10 : null;
}

function mean(values: number[]): number {
  return sum(values) / values.length;
}

function sum(values: number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
