/** Who argued best before and after the debate. */
import type { Debate } from "../../schemas/debate.ts";
import type { ControlArm } from "../../schemas/result.ts";
import { type Block, heading, paragraph, table } from "../blocks.ts";
import { winnerName } from "../names.ts";

export function controlArmSections({ before, after, changed }: ControlArm, debate: Debate): Block[] {
  const rows = [
    ["Before, each alone", winnerIn(before, debate)],
    ["After the debate", winnerIn(after, debate)],
  ];
  // Without a round the ballots before are those of the result.
  if (debate.round === 0) return [paragraph("All gave the same answer, each alone, so no round was held.")];
  const given = before.unanimous ? "Before it all gave the same answer." : "Before it they gave different answers.";
  return [
    heading(3, "Before and after"),
    table(["", "Who argued best"], rows),
    paragraph(`The debate ${changed ? "changed" : "did not change"} who argued best. ${given}`),
    table(
      ["Judge before", "Order", "Winner"],
      before.ballots.map(({ judge, order, winner }) => [judge, order, winnerName({ winner }, debate)]),
    ),
  ];
}

function winnerIn({ winner, side, contested }: ControlArm["after"], debate: Debate): string {
  return contested ? "contested" : winnerName({ winner, side }, debate);
}
