/** A sentence for each reason of an answer's support, in the language of a report. */
import type { Text, Words } from "../../base/words/words.ts";
import type { Support } from "../../shapes/schemas/conclusion.schema.ts";
import type { ContestedBecause } from "../../shapes/schemas/result.schema.ts";
import type { VoteSide } from "../../shapes/schemas/vote.schema.ts";

interface Ruled {
  /** How many are valid. */
  ballots: number;
  participants: readonly { id: string; name: string }[];
  winner: { participant?: string | undefined; side?: VoteSide | undefined } | null;
  contestedBecause?: ContestedBecause | undefined;
  words: Words;
}

const CONTESTED: Record<ContestedBecause, Text> = {
  orders: "The two orders of the labels have different winners.",
  no_majority: "There is no clear majority, of the ballots or of the votes on the motion.",
  vote_and_scores: "The judges' scores oppose the votes on the motion.",
};

export function reasons(figures: Omit<Support, "level" | "because">, ruled: Ruled): string[] {
  const { words, contestedBecause } = ruled;
  const { margin } = figures;
  return [
    contestedBecause ? words.say(CONTESTED[contestedBecause]) : shareLine(figures, ruled),
    ...(margin === null ? [] : [words.say("The winner leads by {margin} of 100 on average.", { margin })]),
    orderLine(figures, words),
    benchLine(figures, words),
  ];
}

export function unvotedReason(model: string, { say }: Words): string {
  return say("{model} wrote it from the record, and no judge voted on it.", { model });
}

function shareLine(
  { winnerShare }: Pick<Support, "winnerShare">,
  { ballots: count, winner, participants, words: { say } }: Ruled,
): string {
  const name = winner?.side
    ? say("the side {side}", { side: say(winner.side) })
    : (participants.find(({ id }) => id === winner?.participant)?.name ?? say("nobody"));
  const votes = winnerShare === null ? 0 : Math.round(winnerShare * count);
  return say("{votes} of {count} ballots name {name}.", { votes, count, name });
}

function orderLine({ orderCheck }: Pick<Support, "orderCheck">, { say }: Words): string {
  if (orderCheck === "none")
    return say("The judges ruled in one order only, so an effect of the order cannot be seen.");
  if (orderCheck === "twin")
    return say("The judges ruled on the twin debate too, in which everybody had the other's place.");
  return say("The judges ruled in two orders, which differ in {what}.", { what: say(orderCheck) });
}

function benchLine({ judges, families }: Pick<Support, "judges" | "families">, { say }: Words): string {
  if (judges === 1) return say("A single judge ruled, so the support is moderate at most.");
  const [family = ""] = families;
  return families.length === 1
    ? say("All {count} judges are of the family {family}, so the support is moderate at most.", {
        count: judges,
        family,
      })
    : say("{count} judges of {families} model families ruled.", { count: judges, families: families.length });
}
