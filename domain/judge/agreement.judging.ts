/** How far judges agree with one another, and each with itself in the other order. */

import type { CastBallot } from "../shapes/schemas/ballot.ts";
import type { Agreement } from "../shapes/schemas/result.schema.ts";
import { ballotSeat, isTwinBallotId } from "../shapes/turn-ids.ts";
import { winnerOf } from "./winner.ts";

type Counted = Pick<CastBallot, "id" | "order" | "verdict">;

/** `ballots`: all valid ones. Pooling scores over criteria and orders would hide who won, so only winners are compared. */
export function agreementOf(ballots: Counted[]): Agreement {
  const alike = (pairs: [Counted, Counted][]) => share(pairs.map(([a, b]) => winnerOf(a) === winnerOf(b)));
  const pairs = pairsOf(ballots);
  return {
    winnerAgreement: {
      judges: alike(pairs.filter(([a, b]) => a.order === b.order && isTwinBallotId(a.id) === isTwinBallotId(b.id))),
      orders: alike(pairs.filter(([a, b]) => ballotSeat(a.id) === ballotSeat(b.id))),
    },
  };
}

function pairsOf<T>(all: T[]): [T, T][] {
  return all.flatMap((a, i) => all.slice(i + 1).map((b): [T, T] => [a, b]));
}

/** 0–1, rounded to thousandths; null of nothing. */
function share(hits: boolean[]): number | null {
  return hits.length === 0 ? null : rounded(hits.filter(Boolean).length / hits.length);
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
