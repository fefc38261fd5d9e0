/** How far an answer can be relied on, counted from the ballots: no model is asked how certain it is. */

import { wordsOf } from "../../base/words/words.ts";
import { familyOf } from "../../rules/request/independence.ts";
import { parseModel } from "../../shapes/catalogue/catalogue.ts";
import type { CastBallot } from "../../shapes/schemas/ballot.ts";
import type { Support } from "../../shapes/schemas/conclusion.schema.ts";
import type { ContestedBecause, OrderCheck } from "../../shapes/schemas/result.schema.ts";
import type { VoteSide } from "../../shapes/schemas/vote.schema.ts";
import { ballotSeat } from "../../shapes/turn-ids.ts";
import { winnerOf } from "../winner.ts";
import { reasons, unvotedReason } from "./reasons.ts";

interface Ruled {
  /** Valid ones. */
  ballots: Pick<CastBallot, "id" | "judge" | "order" | "verdict">[];
  participants: { id: string; name: string; side?: string | undefined }[];
  winner: { participant?: string | undefined; side?: VoteSide | undefined } | null;
  contestedBecause?: ContestedBecause | undefined;
  orderCheck: OrderCheck;
}

/** Points of 100, and shares of the ballots, that a level needs. */
const STRONG_MARGIN = 5;
const MODERATE = { share: 0.75, margin: 2 };

export function supportOf(ruled: Ruled): Support {
  const { ballots, contestedBecause, orderCheck } = ruled;
  const judges = new Set(ballots.map(({ id }) => ballotSeat(id))).size;
  const families = [...new Set(ballots.map(({ judge }) => familyNamed(judge)))].toSorted();
  const figures = {
    winnerShare: contestedBecause ? null : shareOf(ruled),
    margin: marginOf(ruled),
    judges,
    families,
    orderCheck,
  };
  return {
    level: contestedBecause ? "contested" : levelOf(figures),
    ...figures,
    because: reasons(figures, { ...ruled, ballots: ballots.length, words: wordsOf({}) }),
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

function familyNamed(model: string): string {
  const ref = parseModel(model);
  return ref ? familyOf(ref) : model;
}

function levelOf({ winnerShare, margin, families, orderCheck }: Omit<Support, "level" | "because">): Support["level"] {
  if (winnerShare === null || margin === null) return "weak";
  const isPlural = families.length > 1 && orderCheck !== "none";
  if (winnerShare === 1 && isPlural && margin >= STRONG_MARGIN) return "strong";
  return winnerShare >= MODERATE.share && margin >= MODERATE.margin ? "moderate" : "weak";
}

function shareOf({ ballots, winner, participants }: Ruled): number | null {
  if (ballots.length === 0) return null;
  const wins = winningIds(winner, participants);
  const agree = ballots.filter((ballot) => {
    const named = winnerOf(ballot);
    return winner === null ? named === null : named !== null && wins.includes(named);
  });
  return Math.round((agree.length / ballots.length) * 1_000) / 1_000;
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
  return values.reduce((a, b) => a + b, 0) / values.length;
}
