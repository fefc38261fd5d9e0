/** What the participants' models answered alone, and how the debate's answer compares with it. Browsers get this file too. */

import type { Text, Words } from "../../base/words/english.words.ts";
import { money, percent } from "../../base/words/figures.words.ts";
import type { ControlArm } from "../../shapes/schemas/control-arm.schema.ts";
import type { Result } from "../../shapes/schemas/result.schema.ts";
import { type Block, heading, paragraph, table } from "./blocks.ts";
import { frequencyLine } from "./plurality.report.ts";

export function controlArmSections({ controlArm: arm }: Result, words: Words): Block[] {
  if (arm === undefined) return [];
  const { say } = words;
  const rows = arm.groups.map(({ answer, count }) => [answer, count, percent(count / arm.answered)]);
  return [
    heading(3, say("Answers without the debate")),
    ...armLines(arm, words).map((line) => paragraph(line)),
    table([say("Answer"), say("Given by"), say("Share")], rows),
  ];
}

/** In sentences that quote no model. */
function armLines(arm: ControlArm, words: Words): string[] {
  const { say } = words;
  const { answered, calls, usage, costUsd } = arm;
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
      tokens: usage.inputTokens + usage.outputTokens,
      cost: money(costUsd, words),
    }),
  ];
}

function differenceLine({ differs, debate }: ControlArm): Text {
  if (debate === null) return "The debate gave no answer that could be compared.";
  if (differs === null) return "The debate's answer is one of those that are tied.";
  return differs ? "The debate's answer is another one." : "The debate's answer is the same.";
}

/** Only a known answer can tell whether a debate helped. */
function expectedLines({ expected }: ControlArm): Text[] {
  if (!expected) return [];
  const { effect, alone } = expected;
  switch (effect) {
    case "helped":
      return ["By the known answer the debate helped: it is right, and the most frequent answer is wrong."];
    case "hurt":
      return ["By the known answer the debate hurt: it is wrong, and the most frequent answer is right."];
    case "none":
      return [alone ? "By the known answer both are right." : "By the known answer both are wrong."];
    default:
      return ["The known answer cannot be compared with both."];
  }
}
