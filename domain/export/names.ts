/** Names and scores in reports. */
import { type Rubric, rubricOf } from "../judging/rubric.ts";
import type { Debate } from "../schemas/debate.ts";
import type { CriterionScores } from "../schemas/rubric.ts";
import type { Turn } from "../schemas/turn.ts";

export function nameOf(debate: Pick<Debate, "participants">, id: string): string {
  return debate.participants.find((p) => p.id === id)?.name ?? id;
}

/** A turn by its speaker, kind and round. Exhibits and what is not among the turns stay as they are named. */
export function turnName(turns: Pick<Turn, "id" | "participant" | "phase" | "round">[], id: string): string {
  const turn = turns.find((one) => one.id === id);
  if (!turn) return id;
  const kind = turn.phase === "interjection" ? "remark" : turn.phase.replace("-", " ");
  return `${speakerOf(turn)}'s ${kind} in round ${turn.round}`;
}

/** Prompts call the owner the moderator; people read of an owner everywhere. */
export function speakerOf({ phase, participant }: Pick<Turn, "phase" | "participant">): string {
  return phase === "interjection" ? "The owner" : participant;
}

export function winnerName(
  { winner, side }: { winner?: string | null | undefined; side?: string | undefined },
  debate: Pick<Debate, "participants">,
): string {
  if (side) return `the side ${side} the motion`;
  return winner === null || winner === undefined ? "nobody" : nameOf(debate, winner);
}

/**
 * A table's criteria: those of the rubric that have scores, then others with scores. A fork may inherit rounds that
 * were scored by other criteria.
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

export function scoreCells(scores: CriterionScores | undefined, columns: { name: string }[]): (string | number)[] {
  return columns.map(({ name }) => scores?.[name] ?? "–");
}
