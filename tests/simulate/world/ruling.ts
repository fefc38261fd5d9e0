/** What the ballots of a simulated debate come to. The product's own functions count. */

import { supportOf } from "../../../domain/judge/conclusion/support.ts";
import { countBallots } from "../../../domain/judge/count.ts";
import { familyOf } from "../../../domain/shapes/catalogue/family.ts";
import type { CastBallot } from "../../../domain/shapes/schemas/ballot.ts";
import type { Support } from "../../../domain/shapes/schemas/conclusion.schema.ts";
import { config } from "./bench.ts";
import type { Question } from "./world.ts";

export interface Ruled {
  /** null: contested. */
  isRight: boolean | null;
  level: Support["level"];
  /** All ballots say the same. */
  isUnanimous: boolean;
}

/** `leads`: the answer is what the bench answers, or the position of who argued better, as in debates from before. */
export function ruled(ballots: CastBallot[], { right }: Question, leads: "answer" | "winner" = "answer"): Ruled {
  const { participants, mode } = config;
  const { verdict, contestedBecause, orderCheck, bench } = countBallots({ ballots, participants, mode });
  const { winner } = verdict;
  const said = leads === "answer" ? (bench?.choice ?? null) : (winner?.participant ?? null);
  const { level } = supportOf({
    ballots,
    participants,
    winner,
    contestedBecause,
    orderCheck,
    debaters: participants.map(familyOf),
    ...(leads === "answer" && { bench }),
  });
  const ownWord = ({ verdict: { answer, winner: named } }: CastBallot) =>
    leads === "answer" ? answer?.choice : named?.participant;
  return {
    isRight: said === null ? null : said === right,
    level,
    isUnanimous: new Set(ballots.map(ownWord)).size === 1,
  };
}
