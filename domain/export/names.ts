/** How a report writes participants and their scores. */
import { CRITERIA, type CriterionScores, type Debate } from "../schemas.ts";

export function nameOf(debate: Pick<Debate, "participants">, id: string): string {
  return debate.participants.find((p) => p.id === id)?.name ?? id;
}

/** The scores in the rubric's order, ready for a table's row. */
export function scoreCells(scores: CriterionScores | undefined): (string | number)[] {
  return CRITERIA.map((key) => scores?.[key] ?? "–");
}
