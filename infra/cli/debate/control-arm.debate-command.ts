/** The control arm of a debate as plain text. */

import { wordsOf } from "../../../domain/base/words/words.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { Result } from "../../../domain/shapes/schemas/result.schema.ts";
import { armLines } from "../../../domain/show/report/control-arm.report.ts";
import { plainLine } from "../base/terminal.ts";

export function controlArmText({ controlArm: arm }: Result, debate: Pick<Debate, "usage">): string[] {
  if (!arm) return [];
  const groups = arm.groups.map(({ answer, count }) => `  - ${count}: ${plainLine(answer)}`);
  return ["", "Answers without the debate", ...armLines(arm, debate, wordsOf({})), ...groups];
}
