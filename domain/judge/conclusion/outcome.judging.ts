/** What the ballots came to, as the writer of the conclusion is shown it. */

import type { CastBallot } from "../../shapes/schemas/ballot.ts";
import type { BenchAnswer, ContestedBecause } from "../../shapes/schemas/result.schema.ts";
import type { VoteSide } from "../../shapes/schemas/vote.schema.ts";
import type { Count } from "../count.ts";
import { winnerOf } from "../winner.ts";

export interface Outcome {
  /** A participant's id; null: nobody, contested, or a side. */
  winner: string | null;
  side?: VoteSide;
  contested: boolean;
  contestedBecause?: ContestedBecause;
  /** What the bench answers, where it leads. Left out: who argued better does. */
  bench?: BenchAnswer;
  ballots: { winner: string | null; answer?: string; reasoning: string }[];
}

type Counted = Pick<Count, "verdict" | "contested" | "contestedBecause" | "bench">;

/** `ballots`: the valid ones. */
export function outcomeOf(
  { verdict, contested, contestedBecause, bench }: Counted,
  { ballots, answerLeads }: { ballots: CastBallot[]; answerLeads: boolean },
): Outcome {
  const { participant = null, side } = verdict.winner ?? {};
  return {
    winner: participant,
    ...(side && { side }),
    contested,
    ...(contestedBecause && { contestedBecause }),
    ...(bench && answerLeads && { bench }),
    ballots: ballots.map((ballot) => ({
      winner: winnerOf(ballot),
      ...(ballot.verdict.answer && { answer: ballot.verdict.answer.text }),
      reasoning: ballot.verdict.winner?.reasoning ?? ballot.verdict.reasoning,
    })),
  };
}

/** With labels for participants. */
export function blindOutcome(
  { winner, bench, ballots, ...outcome }: Outcome,
  { keysOf, hide }: { keysOf: (ids: string[]) => string[]; hide: (text: string) => string },
): Outcome {
  const keyOf = (id: string | null) => (id === null ? null : (keysOf([id])[0] ?? null));
  // A side or an option is nobody's id.
  const choiceOf = (choice: string | null) => keyOf(choice) ?? choice;
  return {
    ...outcome,
    winner: keyOf(winner),
    ...(bench && {
      bench: {
        ...bench,
        choice: choiceOf(bench.choice),
        text: bench.text && hide(bench.text),
        given: bench.given.map((each) => ({ ...each, choice: choiceOf(each.choice) })),
      },
    }),
    ballots: ballots.map(({ winner: named, answer, reasoning }) => ({
      winner: keyOf(named),
      ...(answer !== undefined && { answer: hide(answer) }),
      reasoning: hide(reasoning),
    })),
  };
}
