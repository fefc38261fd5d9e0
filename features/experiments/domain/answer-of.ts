/** An item's answer, as a debate's result gives it, whatever its format. */

import { drawOne } from "../../../domain/base/statistics/random.ts";
import { readAnswerText } from "../../../domain/rules/answers/same.ts";
import type { DebateConfig } from "../../../domain/shapes/plan/config.plan.ts";
import type { AnswerForm } from "../../../domain/shapes/schemas/answer-form.ts";
import type { BenchAnswer, Result } from "../../../domain/shapes/schemas/result.schema.ts";
import { resultText } from "../../../domain/shapes/schemas/result-text.ts";
import type { AnswerRound } from "./experiment.ts";

interface Answered {
  /** null: nobody won, nobody ruled, or the text gives no answer of this form. */
  answer: string | null;
  /** Each participant's answers, round by round; empty where turns are speeches. */
  rounds: Pick<AnswerRound, "by" | "answers">[];
}

interface About {
  config: DebateConfig;
  form: AnswerForm;
  /** A tie is broken by a draw from it. */
  seed: string;
}

export function answerOf(result: Result, about: About): Answered {
  if (result.type !== "plurality") return { answer: finalAnswer(result, about), rounds: [] };
  const { answer, tied, rounds, vote } = result.plurality;
  return {
    answer: answer ?? (tied ? drawOne(tied.toSorted(), about.seed) : null),
    // After a vote somebody speaks for all who answered alike, so no round is compared with it.
    rounds: (vote ? rounds.slice(0, 1) : rounds).map(({ given }) => ({
      by: given.map(({ participantId }) => participantId),
      answers: given.map((each) => each.answer),
    })),
  };
}

type Written = Exclude<Result, { type: "plurality" }>;

function finalAnswer(result: Written, about: Pick<About, "config" | "form">): string | null {
  if (result.type === "unjudged") return null;
  if (result.type === "verdict")
    return result.bench ? benchChoice(result.bench, about) : stanceOf(result.verdict, about);
  const { stance = null } = result.conclusion?.answer ?? {};
  return first([stance, resultText(result)], about);
}

type Verdict = Extract<Result, { type: "verdict" }>["verdict"];

/** What the bench answers, whoever argued better. */
function benchChoice({ choice }: BenchAnswer, about: Pick<About, "config" | "form">): string | null {
  if (choice === null) return null;
  const holder = about.config.participants.find(({ id }) => id === choice);
  return first(holder ? [holder.position, holder.name] : [choice], about);
}

/** In debates from before the winner stands for a side, a position or, without either, a name. Where the options are yes and no, for is yes. */
function stanceOf({ winner }: Verdict, about: Pick<About, "config" | "form">): string | null {
  if (!winner) return null;
  const speaker = about.config.participants.find(({ id }) => id === winner.participant);
  return first([winner.side ?? speaker?.side, speaker?.position, speaker?.name], about);
}

/** The first text that has the form's shape. */
function first(texts: (string | null | undefined)[], { config, form }: Pick<About, "config" | "form">): string | null {
  for (const text of texts) {
    const answer = readAnswerText(text ?? "", form, config.language);
    if (answer !== null) return answer;
  }
  return null;
}
