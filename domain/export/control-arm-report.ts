/** What the debate has changed, in a report: who argued best before it and after it. */
import type { Debate } from "../schemas/debate.ts";
import type { ControlArm } from "../schemas/result.ts";
import { type Block, heading, paragraph, table } from "./blocks.ts";
import { nameOf } from "./names.ts";

export function controlArmSections({ before, after, changed }: ControlArm, debate: Debate): Block[] {
  const rows = [
    ["Before, each alone", winnerIn(before, debate)],
    ["After the debate", winnerIn(after, debate)],
  ];
  // No round was held, so the ballots before are those of the result.
  if (debate.round === 0) return [paragraph("All gave the same answer, each alone, so no round was held.")];
  const given = before.unanimous ? "Before it all gave the same answer." : "Before it they gave different answers.";
  return [
    heading(3, "Before and after"),
    table(["", "Who argued best"], rows),
    paragraph(`The debate ${changed ? "changed" : "did not change"} who argued best. ${given}`),
    table(
      ["Ballot before", "Judge", "Order", "Winner"],
      before.ballots.map(({ id, judge, order, winner }) => [
        id,
        judge,
        order,
        winner === null ? "nobody" : nameOf(debate, winner),
      ]),
    ),
  ];
}

function winnerIn({ winner, side, contested }: ControlArm["after"], debate: Debate): string {
  if (contested) return "contested";
  if (side) return `the side ${side} the motion`;
  return winner === null ? "nobody" : nameOf(debate, winner);
}
