/** What the private answers of a debate show after a round. The limits that decide are in `stance-limits.ts`. */

import {
  CAUSED_SHARE,
  CONSENSUS_SPREAD,
  LARGE_CHANGE,
  REASONS_OVERLAP,
  STABLE_CHANGE,
  STABLE_ROUNDS,
} from "../../rules/protocols/stance-limits.ts";
import type { Conformity, Poll } from "../../shapes/schemas/poll.schema.ts";
import { isOutside } from "./cause.ts";
import { reasonsOverlap } from "./overlap.ts";

export type Polled = Pick<Poll, "participantId" | "round" | "stance" | "reasons" | "causeKind">;

/** A change since the participant's last answer, which is that of the round before unless that one is lost. */
interface Change {
  participantId: string;
  round: number;
  by: number;
  isCaused: boolean;
}

/** `polls`: of all rounds; later ones are left out. */
export function conformityOf(polls: Polled[], round: number): Omit<Conformity, "id"> {
  const known = polls.filter((poll) => poll.round <= round);
  const newest = known.filter((poll) => poll.round === round);
  const changes = changesIn(known);
  const changeOf = (id: string) => changes.find((c) => c.round === round && c.participantId === id)?.by ?? null;
  const large = changes.filter(({ by }) => Math.abs(by) >= LARGE_CHANGE);
  const caused = large.filter(({ isCaused }) => isCaused);
  const stances = newest.map(({ stance }) => stance);
  const spread = stances.length < 2 ? null : Math.max(...stances) - Math.min(...stances);
  const overlap = reasonsOverlap(newest.map(({ reasons }) => reasons));
  const hollowBecause: Conformity["hollowBecause"] = [];
  // Nobody has spoken before round 1, so nobody has conformed.
  if (round > 0 && spread !== null && spread <= CONSENSUS_SPREAD) {
    if (caused.length < CAUSED_SHARE * large.length) hollowBecause.push("uncaused_changes");
    if (overlap !== null && overlap < REASONS_OVERLAP) hollowBecause.push("reasons_differ");
  }
  return {
    round,
    stances: newest.map(({ participantId, stance }) => ({ participantId, stance, change: changeOf(participantId) })),
    meanChange: rounded(meanChange(changes, round)),
    spread,
    largeChanges: large.length,
    caused: caused.length,
    overlap: rounded(overlap),
    stable: Array.from({ length: STABLE_ROUNDS }, (_, i) => round - i).every((r) => isCalm(changes, r)),
    hollow: hollowBecause.length > 0,
    hollowBecause,
  };
}

function changesIn(polls: Polled[]): Change[] {
  const byParticipant = Map.groupBy(polls, ({ participantId }) => participantId);
  return [...byParticipant.values()].flatMap((own) => {
    const inOrder = own.toSorted((a, b) => a.round - b.round);
    return inOrder.slice(1).map(({ participantId, round, stance, causeKind }, i) => ({
      participantId,
      round,
      by: stance - (inOrder[i]?.stance ?? stance),
      isCaused: isOutside(causeKind),
    }));
  });
}

/** Of the amounts, whichever way they went; null with fewer than two: one alone shows nothing of a group. */
function meanChange(changes: Change[], round: number): number | null {
  const amounts = changes.filter((change) => change.round === round).map(({ by }) => Math.abs(by));
  return amounts.length < 2 ? null : amounts.reduce((sum, by) => sum + by, 0) / amounts.length;
}

function isCalm(changes: Change[], round: number): boolean {
  const change = meanChange(changes, round);
  return change !== null && change <= STABLE_CHANGE;
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1000) / 1000;
}
