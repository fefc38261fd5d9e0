/** The answers to a question as plain text. */
import { pluralityText } from "../../../domain/export/result-text.ts";
import { pluralityLines as linesOf } from "../../../domain/export/sections/plurality.ts";
import { wordsOf } from "../../../domain/export/words/words.ts";
import type { Debate } from "../../../domain/schemas/debate.ts";
import type { Plurality } from "../../../domain/schemas/plurality.ts";
import { plain, plainLine } from "../terminal.ts";
import { nameOf } from "./words.ts";

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
