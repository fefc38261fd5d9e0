/** The verdict's part of a report. */
import { RUBRIC } from "../judging/rubric.ts";
import { CRITERIA, type Debate, type EndedBy, type Verdict, type VerdictResult } from "../schemas.ts";
import { inline, list, quote, table } from "./markdown-text.ts";
import { nameOf, scoreCells } from "./names.ts";

export const ENDINGS: Record<EndedBy, string> = {
  judge: "the judge saw no need for another round",
  limit: "the last round was held",
  convergence: "the participants came together, or had little left to add",
  budget: "the budget was spent",
  owner: "its owner ended it",
  policy: "it could not go on as planned",
};

export function verdictSections(result: VerdictResult, debate: Debate): string[] {
  const { verdict } = result;
  return [
    "## Verdict",
    winnerLine(result, debate),
    `The debate ended because ${ENDINGS[result.endedBy]}. Its quality: ${verdict.qualityScore} of 100.`,
    ...(verdict.winner ? [quote(verdict.winner.reasoning)] : []),
    ...(result.vote ? [`### Votes on the motion\n\n${votes(result.vote)}`] : []),
    `### Scores\n\n${scores(verdict, debate)}`,
    `### Summary\n\n${quote(verdict.summary)}`,
    ...Object.entries(verdict.keyPoints).flatMap(([id, points]) => part(`Key points of ${nameOf(debate, id)}`, points)),
    ...part("Agreement", verdict.areasOfAgreement),
    ...part("Disagreement", verdict.areasOfDisagreement),
    ...part("Findings", criteriaFindings(verdict)),
    `### Reasoning\n\n${quote(verdict.reasoning)}`,
    ...part("Insights", verdict.insights),
    ...part("Dissent", verdict.dissent),
  ];
}

function winnerLine({ verdict, contested }: VerdictResult, debate: Debate): string {
  if (contested) return "**Contested:** the judges disagree, so there is no winner.";
  const { participant, side } = verdict.winner ?? {};
  if (side) return `**Winner:** the side ${side === "for" ? "for" : "against"} the motion`;
  return participant === undefined ? "**No winner.**" : `**Winner:** ${inline(nameOf(debate, participant))}`;
}

function votes({ before, after, swing }: NonNullable<VerdictResult["vote"]>): string {
  const row = (name: string, counts: typeof before) => [name, counts.for, counts.against, counts.undecided];
  const rows = [row("Before", before), row("After", after), ["Swing", swing.for, swing.against, ""]];
  return table(["", "For", "Against", "Undecided"], rows);
}

function scores(verdict: Verdict, debate: Debate): string {
  const rows = Object.entries(verdict.scores)
    .toSorted(([, a], [, b]) => b - a)
    .map(([id, score]) => [nameOf(debate, id), ...scoreCells(verdict.criterionScores[id]), score]);
  return table(["Participant", ...CRITERIA.map((key) => RUBRIC[key].title), "Of 100"], rows);
}

function criteriaFindings({ criteria }: Verdict): string[] {
  return CRITERIA.flatMap((key) => (criteria[key] ? [`${RUBRIC[key].title}: ${criteria[key]}`] : []));
}

export function part(title: string, items: string[]): string[] {
  return items.length === 0 ? [] : [`### ${inline(title)}\n\n${list(items)}`];
}
