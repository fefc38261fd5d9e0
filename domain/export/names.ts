/** How a report writes participants and their scores. */
import { type Rubric, rubricOf } from "../judging/rubric.ts";
import type { Debate } from "../schemas/debate.ts";
import type { CriterionScores } from "../schemas/rubric.ts";

export function nameOf(debate: Pick<Debate, "participants">, id: string): string {
  return debate.participants.find((p) => p.id === id)?.name ?? id;
}

/**
 * The criteria of a table: the rubric's, without those that nobody has a score by, then others that somebody has one
 * by, as in the rounds that a fork took over before its criteria were changed.
 */
export function columnsOf(
  debate: Pick<Debate, "judge">,
  all: CriterionScores[],
): Pick<Rubric[number], "name" | "title">[] {
  const rubric = rubricOf(debate.judge);
  const scored = new Set(all.flatMap((scores) => Object.keys(scores)));
  const others = [...scored].filter((name) => rubric.every((line) => line.name !== name));
  return [...rubric.filter(({ name }) => scored.has(name)), ...others.map((name) => ({ name, title: name }))];
}

/** The scores in the columns' order, ready for a table's row. */
export function scoreCells(scores: CriterionScores | undefined, columns: { name: string }[]): (string | number)[] {
  return columns.map(({ name }) => scores?.[name] ?? "–");
}
