import type { Result } from "../schemas/result.ts";

/** A result in one text: its verdict's summary, its solution or its answer; null where nobody ruled. */
export function resultText(result: Result): string | null {
  if (result.type === "unjudged") return null;
  if (result.type === "verdict") return result.verdict.summary;
  return result.type === "solution" ? result.solution.description : result.answer.text;
}
