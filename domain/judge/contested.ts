/** What a contested verdict says. The code writes it, so that it takes no side. */

import type { CastBallot, Verdict } from "../shapes/schemas/ballot.ts";
import { isTwinBallotId } from "../shapes/turn-ids.ts";
import { winnerOf } from "./winner.ts";

/** An order's result: a participant's id, a side, null for nobody, undefined without a majority. */
export type Choice = string | null | undefined;

export interface OrderOutcome {
  /** Of the labels: `given` or `reversed`, of this debate or its twin. */
  order: string;
  choice: Choice;
  /** Valid ones, in the order of the seats. */
  ballots: CastBallot[];
}

type Named = { id: string; name: string }[];

/** `dissent` has every ballot's reasons. `why`: where it is not the ballots that disagree. */
export function contestedText(
  outcomes: OrderOutcome[],
  { participants, why }: { participants: Named; why?: string | undefined },
): Pick<Verdict, "summary" | "reasoning" | "dissent"> {
  const ballots = outcomes.flatMap((outcome) => outcome.ballots);
  const firstOfEach = [...Map.groupBy(ballots, winnerOf).values()].flatMap(([first]) => first ?? []);
  return {
    summary: `The verdict is contested: ${why ?? `the ballots name no winner. ${outcomes.map((o) => outcomeLine(o, participants)).join(" ")}`}`,
    reasoning: firstOfEach.map((b) => reasonOf(b, participants)).join("\n\n"),
    dissent: ballots.map((b) => reasonOf(b, participants)),
  };
}

/** A ballot's reason, with whose it is. */
export function reasonOf(ballot: CastBallot, participants: Named): string {
  const { judge, order, verdict } = ballot;
  const reasoning = verdict.winner?.reasoning ?? verdict.reasoning;
  return `${judge}, ${isTwinBallotId(ballot.id) ? "twin's " : ""}${order} order, for ${nameOf(winnerOf(ballot), participants)}: ${reasoning}`;
}

function outcomeLine({ order, choice, ballots }: OrderOutcome, participants: Named): string {
  const tally = [...Map.groupBy(ballots, winnerOf)].map(([id, cast]) => `${nameOf(id, participants)} ${cast.length}`);
  const result = choice === undefined ? "no majority" : nameOf(choice, participants);
  return `In the ${order} order: ${result} (ballots: ${tally.join(", ")}).`;
}

/** Of a participant or a side. */
function nameOf(choice: string | null, participants: Named): string {
  if (choice === null) return "nobody";
  return participants.find(({ id }) => id === choice)?.name ?? `the side ${choice}`;
}
