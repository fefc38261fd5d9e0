/** Rulings of other judges, beside the debate's own verdict. */
import type { Rejudgement } from "../../rejudgement/rejudgement.ts";
import type { Debate } from "../../schemas/debate.ts";
import type { Result } from "../../schemas/result.ts";
import { type Block, heading, list, paragraph, said, strong, table } from "../blocks.ts";
import { winnerName } from "../names.ts";
import type { TranscriptExport } from "../transcript.ts";
import { verdictSections } from "./verdict.ts";

export function rejudgementSections({ rejudgements = [], result, debate }: TranscriptExport): Block[] {
  if (rejudgements.length === 0) return [];
  const rows = [
    ["", debate.judge ? benchOf(debate.judge) : "none", ...rulingOf(result, debate)],
    ...rejudgements.map((r) => [r.id, benchOf(r.judge), ...rulingOf(r.result, debate)]),
  ];
  return [
    heading(2, "Verdicts side by side"),
    table(["", "Judge", "Winner", "Quality"], rows),
    ...rejudgements.flatMap((r) => ruling(r, debate)),
  ];
}

function benchOf({ model, panel }: { model: string; panel: string[] }): string {
  return panel.length > 0 ? panel.join(", ") : model;
}

function rulingOf(result: Result | null, debate: Debate): [string, string | number] {
  if (result?.type !== "verdict") return ["no verdict", ""];
  const { winner, qualityScore } = result.verdict;
  const name = winnerName({ winner: winner?.participant, side: winner?.side }, debate);
  return [result.contested ? "contested" : name, qualityScore];
}

function ruling({ id, judge, result, error, costUsd, warnings }: Rejudgement, debate: Debate): Block[] {
  const { criteria } = judge;
  const { criteria: _theirs, ...bench } = debate.judge ?? { model: "", panel: [], usage: debate.usage, costUsd: null };
  // Scores follow the rejudgement's own rubric.
  const judged = { ...debate, judge: { ...bench, ...(criteria && { criteria }) } };
  const [, ...sections] = result ? verdictSections(result, judged) : [];
  const facts = [
    `Cost: ${costUsd === null ? "unknown" : `$${costUsd}`}, no part of the debate's own`,
    ...warnings.map(({ detail }) => detail),
    ...(result?.degraded ?? []).map(({ what, why }) => `Lost: ${what}: ${why}`),
  ];
  return [
    heading(2, `Rejudgement ${id}: `, said(benchOf(judge))),
    list(facts),
    ...(error ? [paragraph(strong("There is no ruling:"), " ", said(`${error.message} ${error.suggestion}`))] : []),
    ...sections,
  ];
}
