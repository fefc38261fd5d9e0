/** Who argued best before and after a debate of an older version. */

import type { RuledControlArm } from "../../schemas/control-arm.ts";
import type { Debate } from "../../schemas/debate.ts";
import { type Block, heading, paragraph, table } from "../blocks.ts";
import { winnerName } from "../names.ts";
import { wordsOf } from "../words/words.ts";

export function ruledArmSections({ before, after, changed }: RuledControlArm, debate: Debate): Block[] {
  const { say, word } = wordsOf(debate);
  const rows = [
    [say("Before, each alone"), winnerIn(before, debate)],
    [say("After the debate"), winnerIn(after, debate)],
  ];
  // Without a round the ballots before are those of the result.
  if (debate.round === 0) return [paragraph(say("All gave the same answer, each alone, so no round was held."))];
  const given = say(
    before.unanimous ? "Before it all gave the same answer." : "Before it they gave different answers.",
  );
  const effect = say(changed ? "The debate changed who argued best." : "The debate did not change who argued best.");
  return [
    heading(3, say("Before and after")),
    table(["", say("Who argued best")], rows),
    paragraph(`${effect} ${given}`),
    table(
      [say("Judge before"), say("Order"), say("Winner")],
      before.ballots.map(({ judge, order, winner }) => [judge, word(order), winnerName({ winner }, debate)]),
    ),
  ];
}

function winnerIn({ winner, side, contested }: RuledControlArm["after"], debate: Debate): string {
  return contested ? wordsOf(debate).say("contested") : winnerName({ winner, side }, debate);
}
