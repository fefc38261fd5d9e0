/** What the participants' models answered alone, and how the debate's answer compares with it. Browsers get this file too. */

import type { Text, Words } from "../../base/words/english.words.ts";
import { money } from "../../base/words/figures.words.ts";
import type { ControlArm } from "../../shapes/schemas/control-arm.schema.ts";
import type { Result } from "../../shapes/schemas/result.schema.ts";
import type { Usage } from "../../shapes/schemas/spend.schema.ts";
import { type Block, heading, paragraph, table } from "./blocks.ts";
import type { Tale } from "./names.report.ts";
import { frequencyLine } from "./plurality.report.ts";

export function controlArmSections({ controlArm: arm }: Result, { debate, words }: Tale): Block[] {
  if (arm === undefined) return [];
  const { say } = words;
  const rows = arm.groups.map(({ answer, count }) => [answer, count]);
  return [
    heading(3, say("Answers without the debate")),
    ...armLines(arm, debate, words).map((line) => paragraph(line)),
    table([say("Answer"), say("Given by")], rows),
  ];
}

/** In sentences that quote no model. */
function armLines(arm: ControlArm, { usage: all }: Tale["debate"], words: Words): string[] {
  const { say } = words;
  const { answered, calls, usage, costUsd } = arm;
  const [own, whole] = [tokensOf(usage), all === undefined ? 0 : tokensOf(all)];
  return [
    answered < calls
      ? say(
          "The participants' models also answered alone, without position or name: {answered} answers of {calls} that were asked for.",
          { answered, calls },
        )
      : say("The participants' models also answered alone, without position or name: {answered} answers.", {
          answered,
        }),
    frequencyLine(arm, words),
    say(differenceLine(arm)),
    ...expectedLines(arm).map((line) => say(line)),
    say("They took {calls} calls, {tokens} tokens, {cost}.", {
      calls: usage.calls,
      tokens: own,
      cost: money(costUsd, words),
    }),
    ...(all !== undefined && own > 0 && whole > own
      ? [
          say("The debate itself took {calls} calls and {tokens} tokens, {times} times as many tokens.", {
            calls: all.calls - usage.calls,
            tokens: whole - own,
            times: words.digits((whole - own) / own, 1),
          }),
        ]
      : []),
  ];
}

function tokensOf({ inputTokens, outputTokens }: Pick<Usage, "inputTokens" | "outputTokens">): number {
  return inputTokens + outputTokens;
}

function differenceLine({ differs, debate }: ControlArm): Text {
  if (debate === null) return "The debate gave no answer that could be compared.";
  if (differs === null) return "The debate's answer is one of those that are tied.";
  return differs ? "The debate's answer is another one." : "The debate's answer is the same.";
}

/** Who is right. Whether debates help is a question about many of them. */
function expectedLines({ expected }: ControlArm): Text[] {
  if (!expected) return [];
  const { alone, debate } = expected;
  if (alone === null || debate === null) return ["The known answer cannot be compared with both."];
  if (alone === debate) return [alone ? "By the known answer both are right." : "By the known answer both are wrong."];
  return [
    debate
      ? "By the known answer the debate is right, and the most frequent answer is wrong. One debate does not show that debating helps."
      : "By the known answer the debate is wrong, and the most frequent answer is right. One debate does not show that debating harms.",
  ];
}
