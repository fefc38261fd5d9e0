/** How far judges agree with one another, and each with itself in the other order. */

import type { CastBallot } from "../shapes/schemas/ballot.ts";
import type { Agreement } from "../shapes/schemas/result.schema.ts";
import { ballotSeat, isTwinBallotId } from "../shapes/turn-ids.ts";
import { winnerOf } from "./winner.ts";

type Counted = Pick<CastBallot, "id" | "order" | "verdict">;

/** Below so many judges, alpha says nothing. */
const LEAST_JUDGES = 3;

/** `ballots`: all valid ones. Pooling scores over criteria and orders would hide who won, so only winners are compared. */
export function agreementOf(ballots: Counted[]): Agreement {
  const alike = (pairs: [Counted, Counted][]) => share(pairs.map(([a, b]) => winnerOf(a) === winnerOf(b)));
  const pairs = pairsOf(ballots);
  return {
    winnerAgreement: {
      judges: alike(pairs.filter(([a, b]) => a.order === b.order && isTwinBallotId(a.id) === isTwinBallotId(b.id))),
      orders: alike(pairs.filter(([a, b]) => ballotSeat(a.id) === ballotSeat(b.id))),
    },
    alpha: krippendorffAlpha(marginsOf(ballots)),
  };
}

function pairsOf<T>(all: T[]): [T, T][] {
  return all.flatMap((a, i) => all.slice(i + 1).map((b): [T, T] => [a, b]));
}

/** 0–1, rounded to thousandths; null of nothing. */
function share(hits: boolean[]): number | null {
  return hits.length === 0 ? null : rounded(hits.filter(Boolean).length / hits.length);
}

/**
 * The units of alpha: for each ordered pair of participants, by how much each judge scores the first above the second.
 * A judge's orders are averaged first. A pair counts in both directions, so that 0, no difference, is the scale's middle.
 */
function marginsOf(ballots: Counted[]): number[][] {
  const judges = [...Map.groupBy(ballots, ({ id }) => ballotSeat(id)).values()];
  if (judges.length < LEAST_JUDGES) return [];
  const ids = Object.keys(ballots[0]?.verdict.scores ?? {});
  const margin = (cast: Counted[], a: string, b: string) =>
    mean(cast.map(({ verdict: { scores } }) => (scores[a] ?? 0) - (scores[b] ?? 0)));
  return ids.flatMap((a) => ids.filter((b) => b !== a).map((b) => judges.map((cast) => margin(cast, a, b))));
}

/**
 * Krippendorff's alpha for interval data: 1 for full agreement, 0 for agreement by chance, below 0 for less. K.
 * Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011).
 *
 * `units`: the ratings of each rated thing; units with fewer than two are ignored. null if nothing can be compared, or
 * if all ratings are equal.
 */
export function krippendorffAlpha(units: number[][]): number | null {
  const pairable = units.filter((ratings) => ratings.length >= 2);
  const all = pairable.flat();
  const expected = squaredDifferences(all) / (all.length - 1);
  if (all.length === 0 || expected === 0) return null;
  const observed = pairable.reduce((sum, ratings) => sum + squaredDifferences(ratings) / (ratings.length - 1), 0);
  return rounded(1 - observed / expected);
}

function squaredDifferences(values: number[]): number {
  return values.reduce((sum, a) => sum + values.reduce((inner, b) => inner + (a - b) ** 2, 0), 0);
}

function mean(values: number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
