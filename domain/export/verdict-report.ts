/** The verdict's part of a report. */
import { rubricOf } from "../judging/rubric.ts";
import type { Debate, EndedBy, Verdict, VerdictResult } from "../schemas.ts";
import { type Block, heading, list, paragraph, quote, said, strong, table } from "./blocks.ts";
import { columnsOf, nameOf, scoreCells } from "./names.ts";

export const ENDINGS: Record<EndedBy, string> = {
  judge: "the judge saw no need for another round",
  limit: "the last round was held",
  convergence: "the participants came together, or had little left to add",
  budget: "the budget was spent",
  owner: "its owner ended it",
  policy: "it could not go on as planned",
};

export function verdictSections(result: VerdictResult, debate: Debate): Block[] {
  const { verdict } = result;
  return [
    heading(2, "Verdict"),
    winnerLine(result, debate),
    paragraph(`The debate ended because ${ENDINGS[result.endedBy]}. Its quality: ${verdict.qualityScore} of 100.`),
    ...(verdict.winner ? [quote(verdict.winner.reasoning)] : []),
    ...(result.vote ? [heading(3, "Votes on the motion"), votes(result.vote)] : []),
    heading(3, "Scores"),
    scores(verdict, debate),
    heading(3, "Summary"),
    quote(verdict.summary),
    ...Object.entries(verdict.keyPoints).flatMap(([id, points]) => part(`Key points of ${nameOf(debate, id)}`, points)),
    ...part("Agreement", verdict.areasOfAgreement),
    ...part("Disagreement", verdict.areasOfDisagreement),
    ...part("Findings", criteriaFindings(verdict, debate)),
    heading(3, "Reasoning"),
    quote(verdict.reasoning),
    ...part("Insights", verdict.insights),
    ...part("Dissent", verdict.dissent),
  ];
}

function winnerLine({ verdict, contested }: VerdictResult, debate: Debate): Block {
  if (contested) return paragraph(strong("Contested:"), " the judges disagree, so there is no winner.");
  const { participant, side } = verdict.winner ?? {};
  if (side) return paragraph(strong("Winner:"), ` the side ${side === "for" ? "for" : "against"} the motion`);
  if (participant === undefined) return paragraph(strong("No winner."));
  return paragraph(strong("Winner:"), " ", said(nameOf(debate, participant)));
}

function votes({ before, after, swing }: NonNullable<VerdictResult["vote"]>): Block {
  const row = (name: string, counts: typeof before) => [name, counts.for, counts.against, counts.undecided];
  const rows = [row("Before", before), row("After", after), ["Swing", swing.for, swing.against, ""]];
  return table(["", "For", "Against", "Undecided"], rows);
}

function scores(verdict: Verdict, debate: Debate): Block {
  const columns = columnsOf(debate, Object.values(verdict.criterionScores));
  const rows = Object.entries(verdict.scores)
    .toSorted(([, a], [, b]) => b - a)
    .map(([id, score]) => [nameOf(debate, id), ...scoreCells(verdict.criterionScores[id], columns), score]);
  return table(["Participant", ...columns.map(({ title }) => title), "Of 100"], rows);
}

function criteriaFindings({ criteria }: Verdict, { judge }: Debate): string[] {
  return rubricOf(judge).flatMap(({ name, title }) => (criteria[name] ? [`${title}: ${criteria[name]}`] : []));
}

export function part(title: string, items: string[]): Block[] {
  return items.length === 0 ? [] : [heading(3, said(title)), list(items)];
}
