import type { Plurality } from "./plurality.schema.ts";
import type { Result } from "./result.schema.ts";

/**
 * A result in one text: its verdict's summary, its solution or its answer; null where nobody ruled or answered.
 *
 * @example
 * resultText({ type: "answer", answer: { text: "Yes." } }) // → "Yes."
 * resultText({ type: "unjudged" }) // → null
 */
export function resultText(result: Result): string | null {
  if (result.type === "unjudged") return null;
  if (result.type === "verdict") return result.verdict.summary || result.verdict.reasoning;
  if (result.type === "plurality") return pluralityText(result.plurality);
  if (result.type === "council") return result.council.answer;
  return result.type === "solution" ? result.solution.description : result.answer.text;
}

/** The answer with its unit; of a tie all of them; null where nobody answered. */
export function pluralityText({ answer, tied, answers }: Plurality): string | null {
  const unit = answers.type === "number" && answers.unit !== undefined ? ` ${answers.unit}` : "";
  if (answer !== null) return `${answer}${unit}`;
  return tied ? tied.map((each) => `${each}${unit}`).join(" / ") : null;
}

/** Whether no answer stands: where the result rests on what the ballots answer, that is not who argued better. */
export function isOpen({ contested, conclusion }: Pick<Result, "contested" | "conclusion">): boolean {
  return conclusion?.support.leads === "answer" ? conclusion.support.level === "contested" : contested;
}
