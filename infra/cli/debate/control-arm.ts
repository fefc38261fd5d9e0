/** The control arm of a debate as plain text. */
import { armLines, isRuled } from "../../../domain/export/sections/control-arm.ts";
import { wordsOf } from "../../../domain/export/words/words.ts";
import type { RuledControlArm } from "../../../domain/schemas/control-arm.ts";
import type { Debate } from "../../../domain/schemas/debate.ts";
import type { Result } from "../../../domain/schemas/result.ts";
import { plainLine } from "../terminal.ts";
import { nameOf } from "./words.ts";

export function controlArmText({ controlArm: arm }: Result, debate: Debate): string[] {
  if (!arm) return [];
  if (isRuled(arm)) return ["", ruledLine(arm, debate)];
  const groups = arm.groups.map(({ answer, count }) => `  - ${count}: ${plainLine(answer)}`);
  return ["", "Answers without the debate", ...armLines(arm, wordsOf({})), ...groups];
}

/** How the debate changed the answers that each gave alone, in debates of older versions. */
function ruledLine({ before, changed }: RuledControlArm, debate: Debate): string {
  if (debate.round === 0) return "All gave the same answer, each alone, so no round was held";
  const { side, winner, contested } = before;
  const best = side ? `the side ${side}` : winner === null ? "nobody" : nameOf(winner, debate);
  const alone = contested ? "Each alone: the ballots disagreed" : `Each alone: ${best} argued best`;
  return `${alone}; the debate ${changed ? "changed" : "did not change"} that`;
}
