/** Rulings of other judges, beside the debate's own verdict. */
import type { Rejudgement } from "../../around/rejudgement/rejudgement.ts";
import { money } from "../../base/words/figures.words.ts";
import { wordsOf } from "../../base/words/words.ts";
import type { Debate } from "../../shapes/schemas/debate.schema.ts";
import type { Result } from "../../shapes/schemas/result.schema.ts";
import type { TranscriptExport } from "../export/transcript.export.ts";
import { type Block, heading, list, paragraph, said, strong, table } from "./blocks.ts";
import { winnerName } from "./names.report.ts";
import { verdictSections } from "./verdict.report.ts";

export function rejudgementSections({ rejudgements = [], result, debate }: TranscriptExport): Block[] {
  if (rejudgements.length === 0) return [];
  const { say } = wordsOf(debate);
  const rows = [
    ["", debate.judge ? benchOf(debate.judge) : say("none"), ...rulingOf(result, debate)],
    ...rejudgements.map((r) => [r.id, benchOf(r.judge), ...rulingOf(r.result, debate)]),
  ];
  return [
    heading(2, say("Verdicts side by side")),
    table(["", say("Judge"), say("Winner"), say("Quality")], rows),
    ...rejudgements.flatMap((r) => ruling(r, debate)),
  ];
}

function benchOf({ model, panel }: { model: string; panel: string[] }): string {
  return panel.length > 0 ? panel.join(", ") : model;
}

function rulingOf(result: Result | null, debate: Debate): [string, string | number] {
  const { say } = wordsOf(debate);
  if (result?.type !== "verdict") return [say("no verdict"), ""];
  const { winner, qualityScore } = result.verdict;
  const name = winnerName({ winner: winner?.participant, side: winner?.side }, debate);
  return [result.contested ? say("contested") : name, qualityScore];
}

function ruling({ id, judge, result, error, costUsd, warnings }: Rejudgement, debate: Debate): Block[] {
  const { criteria } = judge;
  const { criteria: _theirs, ...bench } = debate.judge ?? { model: "", panel: [], usage: debate.usage, costUsd: null };
  // Scores follow the rejudgement's own rubric.
  const judged = { ...debate, judge: { ...bench, ...(criteria && { criteria }) } };
  const [, ...sections] = result ? verdictSections(result, judged) : [];
  const words = wordsOf(debate);
  const { say } = words;
  const facts = [
    say("Cost: {cost}, no part of the debate's own", { cost: money(costUsd, words) }),
    ...warnings.map(({ detail }) => detail),
    ...(result?.degraded ?? []).map(({ what, why }) => say("Lost: {what}: {why}", { what, why })),
  ];
  return [
    heading(2, say("Rejudgement {id}: ", { id }), said(benchOf(judge))),
    list(facts),
    ...(error
      ? [paragraph(strong(say("There is no ruling:")), " ", said(`${error.message} ${error.suggestion}`))]
      : []),
    ...sections,
  ];
}
