/**
 * Counts ballots into a verdict (docs/design/debate.md#113-judging): the majority of each order, and whether the orders
 * agree.
 */

import type { BallotOrder } from "../rules/judges/labels.ts";
import type { DebateConfig } from "../shapes/plan/config.plan.ts";
import { picked } from "../shapes/plan/picked.ts";
import type { AnswerForm } from "../shapes/schemas/answer-form.ts";
import type { Ballot, CastBallot, Verdict } from "../shapes/schemas/ballot.ts";
import type { Agreement, BenchAnswer, ContestedBecause, OrderCheck } from "../shapes/schemas/result.schema.ts";
import type { AudienceResult, VoteResult } from "../shapes/schemas/vote.schema.ts";
import { isTwinBallotId } from "../shapes/turn-ids.ts";
import { agreementOf } from "./agreement.judging.ts";
import { audienceDispute, judgesDispute } from "./audience.judging.ts";
import { benchAnswer } from "./bench.ts";
import { type Choice, contestedText, type OrderOutcome, reasonOf } from "./contested.ts";
import { scoreLead, winningSide } from "./motion.ts";
import { readingOf } from "./twin-ballots.ts";
import { winnerOf } from "./winner.ts";

interface CountInput {
  /** Valid ballots, at least one in each order. */
  ballots: CastBallot[];
  participants: { id: string; name: string; side?: string | undefined }[];
  /** Simultaneous rounds are reversed in the other order too. */
  mode: DebateConfig["mode"];
  /** Present if the motion is voted on: a side wins, not a speaker. */
  motion?: Motion;
  /** Of the ballots' answers, where the debate gives one. */
  answers?: AnswerForm | undefined;
}

/** `vote`: null if votes are missing. `ofAudience`: it was an audience that voted, and not the judges. */
export interface Motion {
  vote: VoteResult | null;
  ofAudience?: boolean;
  /** Of an audience's swing. */
  interval?: AudienceResult["interval"] | undefined;
  /** As the plan's. */
  testsSwing?: true | undefined;
}

export interface Count {
  verdict: Verdict;
  contested: boolean;
  contestedBecause?: ContestedBecause;
  /** Left out: ballots say only who argued better. */
  bench?: BenchAnswer;
  /** The ballot whose texts the verdict uses. */
  textFrom: string;
  orderCheck: OrderCheck;
  agreement: Agreement;
  dissent: string[];
}

/** Throws without a valid ballot. */
export function countBallots(input: CountInput): Count {
  const ballots = input.ballots.toSorted(byOrder);
  const [first] = ballots;
  if (!first) throw new Error("there is no valid ballot to count");
  const outcomes = outcomesOf({ ...input, ballots });
  const bench = benchAnswer(ballots, input.answers);
  const figures = {
    orderCheck: orderCheckOf(outcomes, input.mode),
    agreement: agreementOf(ballots),
    ...(bench && { bench }),
  };
  const dispute = disputeOf({ ...input, ballots }, outcomes);
  if (!dispute) return { ...settled({ ...input, ballots }, outcomes[0]?.choice), contested: false, ...figures };
  const { because: contestedBecause, why } = dispute;
  const { dissent, ...text } = contestedText(outcomes, { participants: input.participants, why });
  const verdict = {
    ...first.verdict,
    ...readersWords(first, ballots),
    ...means(ballots),
    ...text,
    dissent: [],
    winner: null,
  };
  return { verdict, contested: true, contestedBecause, textFrom: first.id, dissent, ...figures };
}

type Sorted = Pick<CountInput, "ballots" | "participants" | "motion">;

function outcomesOf({ ballots, participants, motion }: Sorted): OrderOutcome[] {
  return [...Map.groupBy(ballots, readingOf)].map(([order, cast]) => {
    const choice = motion ? (sideOf(cast, { participants, motion })?.side ?? null) : majorityOf(cast);
    return { order, choice, ballots: cast };
  });
}

function sideOf(ballots: CastBallot[], { participants, motion }: Pick<CountInput, "participants" | "motion">) {
  return winningSide({ vote: motion?.vote ?? null, scores: meanScores(ballots), participants });
}

interface Dispute {
  because: ContestedBecause;
  /** Left out: the ballots themselves name no winner. */
  why?: string | undefined;
}

function disputeOf({ ballots, participants, motion }: Sorted, outcomes: OrderOutcome[]): Dispute | null {
  const { vote, ofAudience, testsSwing, interval } = motion ?? {};
  const lead = () => scoreLead({ scores: meanScores(ballots), participants });
  if (vote && ofAudience) return audienceDispute(vote, { lead: lead(), ...(testsSwing && { interval }) });
  const because = disagreement(outcomes);
  if (because) return { because };
  return vote && testsSwing ? judgesDispute(vote, lead()) : null;
}

function disagreement(outcomes: OrderOutcome[]): ContestedBecause | undefined {
  if (outcomes.some(({ choice }) => choice === undefined)) return "no_majority";
  return new Set(outcomes.map(({ choice }) => choice)).size > 1 ? "orders" : undefined;
}

function orderCheckOf(outcomes: OrderOutcome[], mode: CountInput["mode"]): OrderCheck {
  if (outcomes.some(({ ballots }) => ballots.some(({ id }) => isTwinBallotId(id)))) return "twin";
  if (outcomes.length < 2) return "none";
  return mode === "simultaneous" ? "labels and chronology" : "labels";
}

/** The verdict that all orders agree on, in the words of the first ballot that does. */
function settled(
  { ballots, participants, motion }: Sorted,
  choice: Choice,
): Pick<Count, "verdict" | "textFrom" | "dissent"> {
  const agrees = (b: CastBallot) => motion !== undefined || winnerOf(b) === choice;
  const speaker = ballots.find(agrees) as CastBallot;
  const winner = motion ? sideOf(ballots, { participants, motion }) : speaker.verdict.winner;
  const others = ballots.filter((b) => !agrees(b));
  return {
    verdict: { ...speaker.verdict, ...readersWords(speaker, ballots), ...means(ballots), winner },
    textFrom: speaker.id,
    dissent: [...speaker.verdict.dissent, ...others.map((b) => reasonOf(b, participants))],
  };
}

/** What readers want beside the ruling. One ballot alone is asked for it; in debates from before all were. */
function readersWords(speaker: CastBallot, ballots: CastBallot[]) {
  const { verdict } = [speaker, ...ballots].find((ballot) => ballot.verdict.summary !== "") ?? speaker;
  return picked(verdict, ["summary", "criteria", "areasOfAgreement", "areasOfDisagreement", "insights"]);
}

export function shownBallot({ id, judge, order, verdict, blind }: CastBallot): Ballot {
  const { winner, answer, probability, scores, reasoning } = verdict;
  const twin = isTwinBallotId(id) && { twin: true as const };
  const answered = { ...(answer && { answer }), ...(probability !== undefined && { probability }) };
  const base = { id, judge, order, ...twin, winner: winner?.participant ?? null, ...answered, scores, valid: true };
  return { ...base, reasoning: winner?.reasoning ?? reasoning, blind };
}

const ORDERS: BallotOrder[] = ["given", "reversed"];

function byOrder(a: CastBallot, b: CastBallot): number {
  const twin = ({ id }: CastBallot) => Number(isTwinBallotId(id));
  return (
    twin(a) - twin(b) ||
    ORDERS.indexOf(a.order) - ORDERS.indexOf(b.order) ||
    a.id.localeCompare(b.id, "en", { numeric: true })
  );
}

function majorityOf(ballots: CastBallot[]): Choice {
  const choices = ballots.map(winnerOf);
  return choices.find((choice) => choices.filter((other) => other === choice).length * 2 > choices.length);
}

function means(ballots: CastBallot[]): Pick<Verdict, "scores" | "criterionScores" | "qualityScore"> {
  const [first] = ballots;
  const criteria = Object.entries(first?.verdict.criterionScores ?? {});
  return {
    scores: meanScores(ballots),
    criterionScores: Object.fromEntries(
      criteria.map(([id, by]) => {
        const of = (name: string) => ballots.flatMap((b) => b.verdict.criterionScores[id]?.[name] ?? []);
        return [id, Object.fromEntries(Object.keys(by).map((name) => [name, mean(of(name), 2)]))];
      }),
    ),
    qualityScore: mean(
      ballots.map((b) => b.verdict.qualityScore),
      1,
    ),
  };
}

function meanScores(ballots: CastBallot[]): Record<string, number> {
  const ids = Object.keys(ballots[0]?.verdict.scores ?? {});
  return Object.fromEntries(
    ids.map((id) => [
      id,
      mean(
        ballots.flatMap((b) => b.verdict.scores[id] ?? []),
        1,
      ),
    ]),
  );
}

function mean(values: number[], decimals: number): number {
  const unit = 10 ** decimals;
  return Math.round((values.reduce((a, b) => a + b, 0) / values.length) * unit) / unit;
}
