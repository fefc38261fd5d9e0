/** The answers to a question as plain text. */

import { wordsOf } from "../../../domain/base/words/words.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { Plurality } from "../../../domain/shapes/schemas/plurality.schema.ts";
import { pluralityText } from "../../../domain/shapes/schemas/result-text.ts";
import { pluralityLines as linesOf } from "../../../domain/show/report/plurality.report.ts";
import { plain, plainLine } from "../base/terminal.ts";
import { nameOf } from "./words.debate-command.ts";

export function pluralityLines(plurality: Plurality, debate: Debate): string[] {
  return [
    "Answer",
    plain(pluralityText(plurality) ?? "Nobody gave an answer."),
    "",
    ...linesOf(plurality, wordsOf({})),
    ...plurality.rounds.flatMap(({ round, given }) => [
      `Round ${round}`,
      ...given.map(({ participantId, answer }) => `  ${nameOf(participantId, debate)}: ${plainLine(answer)}`),
    ]),
  ];
}
