/** Ballots on the twin debate, as this debate counts them: a participant is the same by its name. */

import type { CastBallot, Verdict } from "../shapes/schemas/ballot.ts";
import { isTwinBallotId, twinBallotId } from "../shapes/turn-ids.ts";

type Named = { id: string; name: string }[];

/** Which debate was read, and in which order of the labels. */
export function readingOf({ id, order }: Pick<CastBallot, "id" | "order">): string {
  return isTwinBallotId(id) ? `twin's ${order}` : order;
}

/** `winnerPlace`: the id of the place in the twin that its winner spoke from. */
export type TwinBallot = CastBallot & { winnerPlace: string | null };

export function ownBallot(
  ballot: CastBallot,
  { twin, participants }: { twin: Named; participants: Named },
): TwinBallot {
  const idOf = (id: string) => {
    const name = twin.find((p) => p.id === id)?.name;
    return participants.find((p) => p.name === name)?.id ?? id;
  };
  const winnerPlace = ballot.verdict.winner?.participant ?? null;
  return { ...ballot, id: twinBallotId(ballot.id), verdict: ownVerdict(ballot.verdict, idOf), winnerPlace };
}

/**
 * Its texts name turns of the twin, so they serve as reasons and not as the verdict's own. Its answer is that of a place,
 * whose position is the same in both debates: whoever sits there, the place is not renamed.
 */
function ownVerdict(verdict: Verdict, idOf: (id: string) => string): Verdict {
  const renamed = <T>(by: Record<string, T>) =>
    Object.fromEntries(Object.entries(by).map(([id, value]) => [idOf(id), value]));
  const { winner, findings } = verdict;
  const named = winner?.participant;
  return {
    ...verdict,
    winner: winner && named !== undefined ? { ...winner, participant: idOf(named) } : winner,
    scores: renamed(verdict.scores),
    criterionScores: renamed(verdict.criterionScores),
    keyPoints: renamed(verdict.keyPoints),
    findings: findings.map((finding) => ({
      ...finding,
      points: renamed(finding.points),
      prevailed: finding.prevailed && idOf(finding.prevailed),
    })),
  };
}
