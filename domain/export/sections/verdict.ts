import { rubricOf } from "../../judging/rubric.ts";
import type { Ballot, Verdict } from "../../schemas/ballot.ts";
import type { Debate } from "../../schemas/debate.ts";
import type { EndedBy, VerdictResult } from "../../schemas/result.ts";
import { type Block, heading, list, paragraph, quote, said, strong, table } from "../blocks.ts";
import { columnsOf, nameOf, scoreCells, winnerName } from "../names.ts";
import { controlArmSections } from "./before-and-after.ts";

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
    verdictQuality(result),
    ...(verdict.winner ? [quote(verdict.winner.reasoning)] : []),
    ...(result.vote ? [heading(3, "Votes on the motion"), votes(result.vote)] : []),
    ...(result.controlArm ? controlArmSections(result.controlArm, debate) : []),
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
    ...part("Dissent", result.dissent),
    ...ballotSections(result, debate),
  ];
}

export function verdictQuality({ endedBy, verdict: { qualityScore } }: VerdictResult): Block {
  return paragraph(`The debate ended because ${ENDINGS[endedBy]}. Its quality: ${qualityScore} of 100.`);
}

/** The ballots: who voted how, in which order, and under which labels. */
export function ballotSections({ ballots, agreement, textFrom }: VerdictResult, debate: Debate): Block[] {
  if (ballots.length === 0) return [];
  const rows = ballots.map((ballot) => [
    ballot.judge,
    ballot.order,
    choiceOf(ballot, debate),
    labelsOf(ballot, debate),
  ]);
  const source = ballots.find(({ id }) => id === textFrom);
  const kept = [...new Set(ballots.flatMap(({ blind }) => blind?.kept ?? []))];
  return [
    heading(3, "Ballots"),
    table(["Judge", "Order", "Winner", "Shown as"], rows),
    ...(agreement === null ? [] : [paragraph(`Agreement of their scores (Krippendorff's alpha): ${agreement}`)]),
    ...(source === undefined || ballots.length === 1
      ? []
      : [paragraph("The words above are those of ", said(voteOf(source)), ".")]),
    ...(kept.length > 0 ? [paragraph("Judges saw these names: ", said(kept.join(", ")))] : []),
    list(ballots.flatMap((ballot) => reasonsOf(ballot, debate))),
  ];
}

function choiceOf({ valid, winner }: Ballot, debate: Debate): string {
  return valid ? winnerName({ winner }, debate) : "does not count";
}

function labelsOf({ blind }: Ballot, debate: Debate): string {
  return Object.entries(blind?.labels ?? {})
    .map(([label, id]) => `${label}: ${nameOf(debate, id)}`)
    .join(", ");
}

const voteOf = ({ judge, order }: Ballot) => `${judge}, ${order} order`;

function reasonsOf(ballot: Ballot, debate: Debate): string[] {
  const { reasoning, invalidBecause } = ballot;
  const why = invalidBecause ?? reasoning;
  const points = Object.entries(ballot.scores).map(([who, score]) => `${nameOf(debate, who)} ${score}`);
  return why === undefined ? [] : [`${[voteOf(ballot), ...points].join(", ")}: ${why}`];
}

function winnerLine({ verdict, contested }: VerdictResult, debate: Debate): Block {
  if (contested)
    return paragraph(
      strong("Contested:"),
      " the judges, or the orders in which they were shown the speakers, disagree. There is no winner.",
    );
  const { participant, side } = verdict.winner ?? {};
  if (side) return paragraph(strong("Winner:"), ` ${winnerName({ side }, debate)}`);
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
