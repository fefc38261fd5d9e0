/**
 * Counts ballots into a verdict (docs/design/debate.md#113-judging): the majority of each order, and whether the orders
 * agree.
 */
import type { Ballot, CastBallot, Verdict } from "../schemas/ballot.ts";
import type { VoteResult } from "../schemas/vote.ts";
import { krippendorffAlpha } from "./agreement.ts";
import type { BallotOrder } from "./blind/labels.ts";
import { winningSide } from "./motion.ts";

interface CountInput {
  /** Valid ballots, at least one in each order. */
  ballots: CastBallot[];
  participants: { id: string; name: string; side?: string | undefined }[];
  /** Present if the motion is voted on: a side wins, not a speaker. `vote` is null if votes are missing. */
  motion?: { vote: VoteResult | null };
}

export interface Count {
  verdict: Verdict;
  contested: boolean;
  /** The ballot whose texts the verdict uses. */
  textFrom: string;
  agreement: number | null;
  dissent: string[];
}

/** An order's result: a participant's id, a side, null for nobody, undefined without a majority. */
type Choice = string | null | undefined;

/** Throws without a valid ballot. */
export function countBallots({ ballots, participants, motion }: CountInput): Count {
  const inOrder = ballots.toSorted(byOrder);
  const orders = [...new Set(inOrder.map((b) => b.order))];
  const sideOf = (of: CastBallot[]) =>
    winningSide({ vote: motion?.vote ?? null, scores: meanScores(of), participants });
  const choices = orders.map((order): Choice => {
    const cast = inOrder.filter((b) => b.order === order);
    return motion ? (sideOf(cast)?.side ?? null) : majorityOf(cast);
  });
  const [choice] = choices;
  const contested = choice === undefined || choices.some((other) => other !== choice);
  const agrees = (b: CastBallot) => motion !== undefined || (!contested && choiceOf(b) === choice);
  const speaker = inOrder.find(agrees) ?? inOrder[0];
  if (!speaker) throw new Error("there is no valid ballot to count");
  const winner = contested ? null : motion ? sideOf(inOrder) : speaker.verdict.winner;
  return {
    verdict: { ...speaker.verdict, ...means(inOrder), winner },
    contested,
    textFrom: speaker.id,
    agreement: krippendorffAlpha(ratingsOf(inOrder)),
    dissent: [
      ...speaker.verdict.dissent,
      ...inOrder.filter((b) => b !== speaker && !agrees(b)).map((b) => dissentOf(b, participants)),
    ],
  };
}

export function shownBallot({ id, judge, order, verdict, blind }: CastBallot): Ballot {
  const { winner, scores, reasoning } = verdict;
  const base = { id, judge, order, winner: winner?.participant ?? null, scores, valid: true };
  return { ...base, reasoning: winner?.reasoning ?? reasoning, blind };
}

const ORDERS: BallotOrder[] = ["given", "reversed"];

function byOrder(a: CastBallot, b: CastBallot): number {
  return ORDERS.indexOf(a.order) - ORDERS.indexOf(b.order) || a.id.localeCompare(b.id, "en", { numeric: true });
}

function choiceOf({ verdict }: CastBallot): string | null {
  return verdict.winner?.participant ?? null;
}

function majorityOf(ballots: CastBallot[]): Choice {
  const choices = ballots.map(choiceOf);
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

/** The ballots' scores for each participant and criterion. */
function ratingsOf(ballots: CastBallot[]): number[][] {
  const rated = new Map<string, number[]>();
  for (const { verdict } of ballots)
    for (const [id, by] of Object.entries(verdict.criterionScores))
      for (const [name, score] of Object.entries(by)) {
        const unit = JSON.stringify([id, name]);
        rated.set(unit, [...(rated.get(unit) ?? []), score]);
      }
  return [...rated.values()];
}

function dissentOf({ judge, order, verdict }: CastBallot, participants: CountInput["participants"]): string {
  const { winner, reasoning } = verdict;
  const name = participants.find((p) => p.id === winner?.participant)?.name ?? "nobody";
  return `${judge}, ${order} order, for ${name}: ${winner?.reasoning ?? reasoning}`;
}
