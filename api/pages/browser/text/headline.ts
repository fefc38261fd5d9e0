/** A result in a few words: the title of its part of the page, and how other pages name it. */
import { nameOf } from "../base/cast.page-base.ts";
import { type Words, wordsIn } from "../base/say.ts";
import type { Debate, Plurality, Result } from "../base/wire.page-base.ts";

/** Also for the announcer. */
export function headline(debate: Debate, result: Result) {
  const { say, word } = wordsIn(debate);
  if (result.type === "solution") return say("The solution");
  if (result.type === "answer") return say("The answer");
  if (result.type === "plurality") return pluralityHeadline(result.plurality, wordsIn(debate));
  if (result.type === "council") return say("The council's answer");
  if (result.type === "unjudged") return say("Nobody ruled");
  const { winner } = result.verdict;
  if (!winner) return say(result.contested ? "The verdict is contested" : "The verdict: no winner");
  if (winner.side) return say("The side “{side}” wins", { side: word(winner.side) });
  return say("{name} wins", { name: nameOf(debate, winner.participant) });
}

function pluralityHeadline({ answer, tied, answers }: Plurality, { say }: Words): string {
  const unit = answers.type === "number" && answers.unit ? ` ${answers.unit}` : "";
  if (answer !== null) return `${answer}${unit}`;
  return tied
    ? say("A tie: {answers}", { answers: tied.map((each) => `${each}${unit}`).join(" / ") })
    : say("Nobody gave an answer.");
}
