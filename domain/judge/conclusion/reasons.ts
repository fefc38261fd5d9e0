/** A sentence for each reason of an answer's support, in the language of a report. */
import type { Text, Words } from "../../base/words/words.ts";
import type { Support, Weakness } from "../../shapes/schemas/conclusion.schema.ts";
import type { BenchAnswer, ContestedBecause } from "../../shapes/schemas/result.schema.ts";
import type { VoteSide } from "../../shapes/schemas/vote.schema.ts";

interface Ruled {
  /** How many are valid. */
  ballots: number;
  participants: readonly { id: string; name: string }[];
  winner: { participant?: string | undefined; side?: VoteSide | undefined } | null;
  contestedBecause?: ContestedBecause | undefined;
  bench?: Pick<BenchAnswer, "disputed"> | undefined;
  words: Words;
}

const CONTESTED: Record<ContestedBecause, Text> = {
  orders: "The two orders of the labels have different winners.",
  no_majority: "There is no clear majority, of the ballots or of the votes on the motion.",
  vote_and_scores: "The judges' scores oppose the votes on the motion.",
};

export function reasons(figures: Omit<Support, "level" | "because">, ruled: Ruled): string[] {
  const { words } = ruled;
  const { margin, probability, leads } = figures;
  return [
    outcomeLine(figures, ruled),
    ...(margin === null ? [] : [words.say("The winner leads by {margin} of 100 on average.", { margin })]),
    ...(typeof probability === "number"
      ? [words.say("Those who give it hold it to be right in {probability} of 100 cases.", { probability })]
      : []),
    orderLine(figures, words),
    ...(leads === undefined ? [oldBenchLine(figures, words)] : judgesLines(figures, words)),
    ...(figures.weakenedBy ?? []).flatMap((code) => weaknessLine(code, figures, words) ?? []),
  ];
}

function outcomeLine(figures: Omit<Support, "level" | "because">, ruled: Ruled): string {
  const { reviewed, leads } = figures;
  const { words, contestedBecause, bench } = ruled;
  const { say } = words;
  if (reviewed) {
    const { agree, disagree, cannotTell } = reviewed;
    return say(
      "Of the judges who were asked whether the answer follows, {agree} agree, {disagree} disagree and {open} cannot tell.",
      {
        agree,
        disagree,
        open: cannotTell,
      },
    );
  }
  if (leads !== "answer") return contestedBecause ? say(CONTESTED[contestedBecause]) : shareLine(figures, ruled);
  if (bench?.disputed) return say(DISPUTED[bench.disputed]);
  const votes = Math.round((figures.winnerShare ?? 0) * ruled.ballots);
  return say("{votes} of {count} ballots give this answer.", { votes, count: ruled.ballots });
}

const DISPUTED: Record<NonNullable<BenchAnswer["disputed"]>, Text> = {
  orders: "The ballots of the two orders answer differently.",
  no_majority: "The ballots agree on no answer.",
};

function judgesLines(figures: Omit<Support, "level" | "because">, { say }: Words): string[] {
  const { judges, families, independent = judges } = figures;
  if (judges === 1) return [];
  return [
    say("{count} judges of {families} model families count for about {votes} independent votes.", {
      count: judges,
      families: families.length,
      votes: independent,
    }),
  ];
}

/** null: another line says it. */
function weaknessLine(
  code: Weakness,
  { judges, families, ballots }: Omit<Support, "level" | "because">,
  { say }: Words,
) {
  const [family = ""] = families;
  switch (code) {
    case "one_order":
      return null;
    case "one_family":
      return judges === 1
        ? say("A single judge ruled, so the support is weak.")
        : say("All judges are of the family {family}, so the support is weak.", { family });
    case "lost_ballots":
      return say("Only {valid} of {asked} ballots count.", { valid: ballots?.valid ?? 0, asked: ballots?.asked ?? 0 });
    default:
      return say(WEAKENED[code]);
  }
}

export const CONTROL_ARM_DIFFERS = "The models alone, without a debate, answer otherwise.";

const WEAKENED: Record<Exclude<Weakness, "one_order" | "one_family" | "lost_ballots">, Text> = {
  debaters_family: "Fewer than two of the judges' families do not debate.",
  no_twin: "No twin debate was held, with everybody in the other's place.",
  argued_elsewhere: "Those who argued better are not known to hold it.",
  assessments: "The scores of the rounds lead elsewhere.",
  no_claim_verified: "Claims were checked against the exhibits, and none is supported by them.",
  nothing_checked: "No claim was checked: there were no exhibits.",
  control_arm: CONTROL_ARM_DIFFERS,
};

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

/** In debates from before. */
function oldBenchLine({ judges, families }: Pick<Support, "judges" | "families">, { say }: Words): string {
  if (judges === 1) return say("A single judge ruled, so the support is moderate at most.");
  const [family = ""] = families;
  return families.length === 1
    ? say("All {count} judges are of the family {family}, so the support is moderate at most.", {
        count: judges,
        family,
      })
    : say("{count} judges of {families} model families ruled.", { count: judges, families: families.length });
}
