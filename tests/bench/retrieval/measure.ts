/** Asks a search all labelled questions. */
import { MOST, type Outcome } from "./figures.ts";
import { readQuestions } from "./read.ts";
import { rightPassages } from "./right.ts";

interface FoundPassage {
  /** The name of its text. */
  file: string;
  /** Its place in the text, from 1. */
  n: number;
}

/** The nearest first. */
type FindPassages = (wanted: { query: string; topK: number }) => Promise<readonly FoundPassage[]>;

/** `passages` are those of each text, by its name. */
export async function measure(
  passages: ReadonlyMap<string, readonly string[]>,
  find: FindPassages,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const question of readQuestions()) {
    const right = rightPassages(passages.get(question.file) ?? [], question.spans);
    const found = await find({ query: question.question, topK: MOST });
    const at = found.findIndex(({ file, n }) => file === question.file && right.has(n));
    outcomes.push({ question, right: right.size, rank: at < 0 ? null : at + 1 });
  }
  return outcomes;
}
