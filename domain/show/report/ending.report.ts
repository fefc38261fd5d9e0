/** How a debate ended, and what it came to, in a few words. Browsers get this file too. */
import type { Text, Words } from "../../base/words/english.words.ts";
import type { EndedBy, Result } from "../../shapes/schemas/result.schema.ts";
import { pluralityText } from "../../shapes/schemas/result-text.ts";
import { type Block, paragraph, strong } from "./blocks.ts";
import { person, type Tale } from "./names.report.ts";

const ENDINGS = {
  judge: "the judge saw no need for another round",
  limit: "the last round was held",
  convergence: "the participants came together, or had little left to add",
  budget: "the budget was spent",
  owner: "its owner ended it",
  policy: "it could not go on as planned",
} as const satisfies Record<EndedBy, Text>;

export function endingLine({ type, endedBy }: Pick<Result, "type" | "endedBy">, { say }: Words): string {
  const reason =
    type === "plurality" && endedBy === "convergence"
      ? "all answers were the same, or nobody changed one"
      : ENDINGS[endedBy];
  return say("The debate ended because {reason}.", { reason: say(reason) });
}

/**
 * The title of its part of a page, and how other pages and the announcer name it.
 *
 * @example
 * import { ENGLISH } from "../../base/words/english.words.ts";
 * headline({ type: "solution" }, { debate: {}, words: ENGLISH }) // → "The solution"
 */
export function headline(result: Result, { debate, words: { say, word } }: Pick<Tale, "debate" | "words">): string {
  if (result.type === "solution") return say("The solution");
  if (result.type === "answer") return say("The answer");
  if (result.type === "council") return say("The council's answer");
  if (result.type === "unjudged") return say("Nobody ruled");
  if (result.type === "plurality") {
    const answers = pluralityText(result.plurality);
    if (answers === null) return say("Nobody gave an answer.");
    return result.plurality.answer === null ? say("A tie: {answers}", { answers }) : answers;
  }
  const { winner } = result.verdict;
  if (!winner) return say(result.contested ? "The verdict is contested" : "The verdict: no winner");
  if (winner.side) return say("The side “{side}” wins", { side: word(winner.side) });
  return say(debate.ballotAnswers === "lead" ? "{name} argued better" : "{name} wins", {
    name: winner.participant === undefined ? say("Somebody") : person(debate, winner.participant).said,
  });
}

/** Why a contested result names nobody. */
export function contestedBlock(result: Result, { say }: Words): Block {
  const isMoved = result.type === "verdict" && result.audience !== undefined;
  const why =
    result.type === "plurality"
      ? "Contested: equally many gave different answers."
      : result.contestedBecause === "vote_and_scores"
        ? "Contested: the judges’ scores oppose the votes on the motion, so nobody is named the winner."
        : isMoved
          ? "Contested: the audience did not clearly move, so nobody is named the winner."
          : "Contested: the ballots disagree, so nobody is named the winner.";
  return { kind: "paragraph", spans: [strong(say(why))], as: "warn" };
}

/** What an answer took, and who wrote it. */
export function answerCredit(result: Extract<Result, { type: "answer" }>, { debate, words }: Tale): Block {
  const { rounds, score, synthesizedBy, earlyStopped } = result.answer;
  const { say } = words;
  const most = debate.maxRounds;
  if (rounds === 0) return paragraph(say("All gave this answer, each alone, so no round was held."));
  const ending = earlyStopped
    ? say("The skeptic was content after round {rounds} of at most {most}.", { rounds, most })
    : result.endedBy === "owner"
      ? say("Its owner ended the debate in round {rounds} of at most {most}.", { rounds, most })
      : result.endedBy === "convergence"
        ? endingLine(result, words)
        : say("The debate ran to its end, round {rounds}.", { rounds });
  const scored = score === null ? "" : ` ${say("The skeptic's last score: {score} of 10.", { score })}`;
  return paragraph(say("Written by "), person(debate, synthesizedBy), `. ${ending}${scored}`);
}
