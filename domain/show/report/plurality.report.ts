/** What the answers to a question came to, round by round. */

import { percent } from "../../base/words/percent.words.ts";
import { type Words, wordsOf } from "../../base/words/words.ts";
import type { Debate } from "../../shapes/schemas/debate.schema.ts";
import type { Plurality, RoundOfAnswers } from "../../shapes/schemas/plurality.schema.ts";
import { pluralityText } from "../../shapes/schemas/result-text.ts";
import { type Block, heading, paragraph, quote, table } from "./blocks.ts";
import { nameOf } from "./names.report.ts";

export function pluralitySections(plurality: Plurality, debate: Debate): Block[] {
  const words = wordsOf(debate);
  const { say } = words;
  const { rounds, groups } = { groups: plurality.rounds.at(-1)?.groups ?? [], ...plurality };
  return [
    heading(2, say("Answer")),
    quote(pluralityText(plurality) ?? say("Nobody gave an answer.")),
    ...pluralityLines(plurality, words).map((line) => paragraph(line)),
    heading(3, say("The answers by round")),
    table(
      ["", ...rounds.map(({ round }) => say("Round {round}", { round }))],
      [
        ...debate.participants.map(({ id }) => [nameOf(debate, id), ...rounds.map((round) => answerOf(round, id))]),
        [say("Most frequent"), ...rounds.map((round) => `${mostIn(round)} (${percent(round.share)})`)],
      ],
    ),
    ...(groups.length > 1
      ? [
          table(
            [say("Answer"), say("Given by")],
            groups.map(({ answer, count }) => [answer, count]),
          ),
        ]
      : []),
  ];
}

/** In sentences that quote no model. */
export function pluralityLines({ answer, share, asked, answered, expected }: Plurality, { say }: Words): string[] {
  const missing =
    answered < asked ? [say("{answered} of {asked} participants gave an answer.", { answered, asked })] : [];
  if (share === null) return missing;
  return [
    ...missing,
    say(
      answer === null
        ? "They are tied: {count} of {answered} gave each of the most frequent answers."
        : "{count} of {answered} gave the most frequent answer.",
      { count: Math.round(share * answered), answered },
    ),
    ...(expected ? knownLines(expected, say) : []),
  ];
}

function knownLines({ right, moves }: NonNullable<Plurality["expected"]>, say: Words["say"]): string[] {
  return [
    right === null
      ? say("It is tied, so it cannot be compared with the known answer.")
      : say(right ? "By the known answer it is right." : "By the known answer it is wrong."),
    say(
      "From the first round to the last: {gained} from wrong to right, {lost} from right to wrong, {right} stayed right, {wrong} stayed wrong.",
      { gained: moves.wrongToRight, lost: moves.rightToWrong, right: moves.stayedRight, wrong: moves.stayedWrong },
    ),
  ];
}

function answerOf({ given }: RoundOfAnswers, participantId: string): string {
  const found = given.find((each) => each.participantId === participantId);
  if (!found) return "–";
  return found.right === null ? found.answer : `${found.answer} ${found.right ? "✓" : "✗"}`;
}

function mostIn({ answer, tied = [] }: RoundOfAnswers): string {
  return answer ?? tied.join(" / ");
}
