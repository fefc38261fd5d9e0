/** What was ruled, found or answered, for each kind of result. Browsers get this file too. */

import type { Text, Words } from "../../base/words/english.words.ts";
import type { Result, Solution } from "../../shapes/schemas/result.schema.ts";
import { type Block, code, group, heading, list, named, paragraph, part, quote } from "./blocks.ts";
import { claimSections } from "./claims.report.ts";
import { conclusionSections } from "./conclusion.report.ts";
import { controlArmSections } from "./control-arm.report.ts";
import { councilSections } from "./council.report.ts";
import { answerCredit, endingLine } from "./ending.report.ts";
import type { Tale } from "./names.report.ts";
import { pluralitySections } from "./plurality.report.ts";
import { verdictSections } from "./verdict.report.ts";

interface Telling {
  /** What a reader needs first: the reasons are elsewhere. */
  isBrief?: boolean;
  /** It stands below its headline. */
  isTitled?: boolean;
  /** What a debate without a judge's ruling has not, as its protocol says it. */
  missing?: string;
}

/** The answer first, then what it rests on. `lookups`: the judge's. */
export function resultSections(
  result: Result,
  tale: Tale,
  { lookups = [], ...how }: Telling & { lookups?: Block[] } = {},
): Block[] {
  return [
    ...conclusionSections(result, tale, how),
    ...(how.isBrief ? [] : claimSections(result, tale)),
    ...lookups,
    ...rulingSections(result, tale, how),
    ...besideSections(result, tale),
  ];
}

export function rulingSections(result: Result, tale: Tale, how: Telling = {}): Block[] {
  const { say, word } = tale.words;
  const titled = (title: Text) => (how.isTitled ? [] : [heading(2, say(title))]);
  const ending = endingLine(result, tale.words);
  switch (result.type) {
    case "verdict":
      return verdictSections(result, tale, how);
    case "plurality":
      return pluralitySections(result, tale, how);
    case "council":
      return councilSections(result, tale, how);
    case "solution":
      return [...titled("Solution"), ...solutionSections(result.solution, { tale, ending, isBrief: how.isBrief })];
    case "answer":
      return [...titled("Answer"), answerCredit(result, tale), quote(result.answer.text, "answer")];
    default: {
      const missing = word(how.missing ?? "there is no verdict and no winner");
      return [
        ...titled("Nobody ruled"),
        paragraph(say("The judge failed, so {missing}. What was said stands below.", { missing })),
        paragraph(ending),
      ];
    }
  }
}

/** What the models answered alone, and the result as JSON. */
export function besideSections(result: Result, tale: Tale): Block[] {
  return [...controlArmSections(result, tale), ...outputSections(result, tale.words)];
}

export function outputSections({ output }: Result, { say }: Words): Block[] {
  if (output === undefined) return [];
  const title = say("The result as JSON");
  const blocks = [
    heading(3, title),
    code(JSON.stringify(output.value, null, 2)),
    paragraph(say("Written by "), named(output.model)),
  ];
  return group("output", blocks, { title });
}

function solutionSections(
  { description, implementation, tradeoffs, recommendations, confidence, synthesizedBy }: Solution,
  { tale, isBrief, ending }: { tale: Tale; isBrief?: boolean | undefined; ending: string },
): Block[] {
  const { say } = tale.words;
  return [
    paragraph(
      say("Made by "),
      named(synthesizedBy),
      `${say(" with confidence {confidence} of 100.", { confidence })} ${ending}`,
    ),
    quote(description, "answer"),
    ...(isBrief
      ? []
      : [
          ...(implementation ? [heading(3, say("Implementation")), quote(implementation, "answer")] : []),
          ...part(say("Tradeoffs"), tradeoffs),
          ...part(say("Recommendations"), recommendations),
        ]),
  ];
}

export function lostSections(losses: Result["degraded"], { say }: Words, level: 2 | 3 = 2): Block[] {
  return losses.length === 0
    ? []
    : [heading(level, say("What was lost")), list(losses.map(({ what, why }) => `${what}: ${why}`))];
}
