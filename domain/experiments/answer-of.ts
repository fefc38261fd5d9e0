/** An item's answer, as a debate's result gives it, whatever its format. */
import type { DebateConfig } from "../plan/config.ts";
import type { Result } from "../schemas/result.ts";
import { wordKey } from "../text/normalise-text.ts";
import { type AnswerForm, readAnswerText } from "./answers.ts";

interface Answered {
  /** null: nobody won, nobody ruled, or the text gives no answer of this form. */
  answer: string | null;
  /** Each participant's answers, round by round; empty where turns are speeches. */
  rounds: (string | null)[][];
}

export function answerOf(result: Result, about: { config: DebateConfig; form: AnswerForm }): Answered {
  return { answer: finalAnswer(result, about), rounds: [] };
}

function finalAnswer(result: Result, { config, form }: { config: DebateConfig; form: AnswerForm }): string | null {
  if (result.type === "unjudged") return null;
  if (result.type === "verdict") return stanceOf(result.verdict, { config, form });
  return readAnswerText(result.type === "answer" ? result.answer.text : result.solution.description, form);
}

type Verdict = Extract<Result, { type: "verdict" }>["verdict"];

/** The winner stands for a side, a position or, without either, a name: the first that has the form's shape. */
function stanceOf({ winner }: Verdict, { config, form }: { config: DebateConfig; form: AnswerForm }): string | null {
  if (!winner) return null;
  const speaker = config.participants.find(({ id }) => id === winner.participant);
  const side = winner.side ?? speaker?.side;
  const stands = [...spellings(side, form), speaker?.position, speaker?.name];
  for (const text of stands) {
    const answer = text === undefined ? null : readAnswerText(text, form);
    if (answer !== null) return answer;
  }
  return null;
}

/** Where the options are yes and no, the side for the motion says yes. */
function spellings(side: string | undefined, form: AnswerForm): string[] {
  if (side === undefined) return [];
  const keys = form.type === "choice" ? form.options.map(wordKey) : [];
  if (!keys.includes("yes") || !keys.includes("no")) return [side];
  return [side, side === "for" ? "yes" : side === "against" ? "no" : side];
}
