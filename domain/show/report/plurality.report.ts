/** What the answers to a question came to, round by round. Browsers get this file too. */

import type { Words } from "../../base/words/english.words.ts";
import type { Plurality, RoundOfAnswers } from "../../shapes/schemas/plurality.schema.ts";
import type { PluralityResult } from "../../shapes/schemas/result.schema.ts";
import { pluralityText } from "../../shapes/schemas/result-text.ts";
import { type Block, type Cell, heading, paragraph, quote, table } from "./blocks.ts";
import { contestedBlock, endingLine } from "./ending.report.ts";
import { person, type Tale } from "./names.report.ts";
import { voteLines } from "./vote.report.ts";

/** `isTitled`: its title is the answer. */
export function pluralitySections(
  result: PluralityResult,
  { debate, words }: Tale,
  { isTitled = false } = {},
): Block[] {
  const { plurality } = result;
  const { say } = words;
  const { rounds, groups } = { groups: plurality.rounds.at(-1)?.groups ?? [], ...plurality };
  const answers = debate.participants.map(({ id }) => [
    person(debate, id),
    ...rounds.map((round) => answerOf(round, id)),
  ]);
  const most = [say("Most frequent"), ...rounds.map((round) => ({ said: mostIn(round), share: round.share }))];
  return [
    ...(isTitled ? [] : [heading(2, say("Answer")), quote(pluralityText(plurality) ?? say("Nobody gave an answer."))]),
    ...(result.contested ? [contestedBlock(result, words)] : []),
    ...pluralityLines(plurality, words).map((line) => paragraph(line)),
    ...(isVoted(result) ? [] : [paragraph(endingLine(result, words))]),
    heading(3, say("The answers by round")),
    table(["", ...rounds.map(({ round }) => say("Round {round}", { round }))], [...answers, most], "answers"),
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

/** A vote decided alone: its sentence says how it ended. */
function isVoted({ plurality: { vote }, endedBy }: PluralityResult): boolean {
  return vote?.way === "vote" && (endedBy === "convergence" || endedBy === "limit");
}

/** In sentences that quote no model. */
function pluralityLines({ asked, answered, share, answer, vote, expected }: Plurality, words: Words): string[] {
  const { say } = words;
  const lost = vote
    ? "{answered} of {asked} answers that were asked for were given."
    : "{answered} of {asked} participants gave an answer.";
  const missing = [
    ...(vote ? voteLines(vote, words) : []),
    ...(answered < asked ? [say(lost, { answered, asked })] : []),
  ];
  if (share === null) return missing;
  return [
    ...missing,
    frequencyLine({ answer, share, answered }, words),
    ...(expected ? knownLines(expected, say) : []),
  ];
}

/** How many gave the answer that most gave. */
export function frequencyLine(
  { answer, share, answered }: { answer: string | null; share: number; answered: number },
  { say }: Words,
): string {
  return say(
    answer === null
      ? "They are tied: {count} of {answered} gave each of the most frequent answers."
      : "{count} of {answered} gave the most frequent answer.",
    { count: Math.round(share * answered), answered },
  );
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

/** Pages colour it by the rank of the answer in its round. */
function answerOf({ given, groups }: RoundOfAnswers, participantId: string): Cell {
  const own = given.filter((each) => each.participantId === participantId);
  const [found] = own;
  if (!found) return "–";
  const rank = groups.findIndex(({ answer }) => answer === found.answer);
  const isOne = own.every(({ answer }) => answer === found.answer);
  return {
    said: [...Map.groupBy(own, said)].map(timesSaid).join(", "),
    ...(isOne && { rank: Math.min(Math.max(rank, 0), 3) }),
  };
}

function said({ answer, right }: RoundOfAnswers["given"][number]): string {
  return `${answer}${right === null ? "" : right ? " ✓" : " ✗"}`;
}

/** In a vote somebody may answer more than once. */
function timesSaid([text, answers]: [string, unknown[]]): string {
  return answers.length > 1 ? `${answers.length} × ${text}` : text;
}

function mostIn({ answer, tied = [] }: RoundOfAnswers): string {
  return answer ?? tied.join(" / ");
}
