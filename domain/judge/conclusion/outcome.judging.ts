/** What the ballots came to, as the writer of the conclusion is shown it. */

import type { CastBallot } from "../../shapes/schemas/ballot.ts";
import type { ContestedBecause } from "../../shapes/schemas/result.schema.ts";
import type { VoteSide } from "../../shapes/schemas/vote.schema.ts";
import type { Count } from "../count.ts";
import { winnerOf } from "../winner.ts";

export interface Outcome {
  /** A participant's id; null: nobody, contested, or a side. */
  winner: string | null;
  side?: VoteSide;
  contested: boolean;
  contestedBecause?: ContestedBecause;
  ballots: { winner: string | null; reasoning: string }[];
}

type Counted = Pick<Count, "verdict" | "contested" | "contestedBecause">;

/** `ballots`: the valid ones. */
export function outcomeOf({ verdict, contested, contestedBecause }: Counted, ballots: CastBallot[]): Outcome {
  const { participant = null, side } = verdict.winner ?? {};
  return {
    winner: participant,
    ...(side && { side }),
    contested,
    ...(contestedBecause && { contestedBecause }),
    ballots: ballots.map((ballot) => ({
      winner: winnerOf(ballot),
      reasoning: ballot.verdict.winner?.reasoning ?? ballot.verdict.reasoning,
    })),
  };
}

/** With labels for participants. */
export function blindOutcome(
  { winner, ballots, ...outcome }: Outcome,
  { keysOf, hide }: { keysOf: (ids: string[]) => string[]; hide: (text: string) => string },
): Outcome {
  const keyOf = (id: string | null) => (id === null ? null : (keysOf([id])[0] ?? null));
  return {
    ...outcome,
    winner: keyOf(winner),
    ballots: ballots.map((ballot) => ({ winner: keyOf(ballot.winner), reasoning: hide(ballot.reasoning) })),
  };
}
