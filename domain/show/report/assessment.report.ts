/** What a judge found of a round: an assessment or an evaluation, and what the code measured. Browsers get this file too. */
import type { Words } from "../../base/words/english.words.ts";
import { percent } from "../../base/words/figures.words.ts";
import type { Assessment, Flip } from "../../shapes/schemas/assessment.schema.ts";
import type { Evaluation } from "../../shapes/schemas/evaluation.schema.ts";
import { type Block, group, heading, list, paragraph, quote, type Span, said, strong, table, woven } from "./blocks.ts";
import { measuredLines } from "./measured.ts";
import { columnsOf, person, scoreCells, type Tale, turnLink } from "./names.report.ts";

/** Scores first; a page folds the reasons. */
export function assessmentSections(assessment: Assessment, tale: Tale): Block[] {
  const { words } = tale;
  const { round, flips = [], reasoning, measured } = assessment;
  return [
    heading(3, words.say("The judge on round {round}", { round })),
    paragraph(assessmentGist(assessment, words)),
    scores(assessment, tale),
    ...(flips.length > 0 ? [list(flips.map((flip) => flipSpans(flip, tale)))] : []),
    ...group("fold", [quote(reasoning), ...findings(assessment, tale)], { title: words.say("Reasons") }),
    ...measuredBlocks(measuredLines(measured, tale), words),
  ];
}

/** On one line, for a terminal. */
export function assessmentLine(
  assessment: Parameters<typeof assessmentGist>[0] & Pick<Assessment, "round">,
  words: Words,
): string {
  const { round } = assessment;
  return `${words.say("The judge on round {round}", { round })}: ${assessmentGist(assessment, words)}`;
}

/** `Quality 7.5 of 10; the debate repeats itself; it could end here.` */
export function assessmentGist(
  { qualityScore, flags, shouldContinue }: Pick<Assessment, "qualityScore" | "flags" | "shouldContinue">,
  { say }: Words,
): string {
  const raised = Object.entries(FLAGS).flatMap(([name, text]) =>
    flags[name as keyof typeof FLAGS] ? [say(text)] : [],
  );
  return [
    say("Quality {score} of 10", { score: qualityScore }),
    ...(raised.length > 0 ? [say("; the debate {flags}", { flags: raised.join(", ") })] : []),
    ...(shouldContinue ? [] : [say("; it could end here")]),
    ".",
  ].join("");
}

const FLAGS = {
  repetitive: "repeats itself",
  drifting: "drifts from the topic",
  diminishingReturns: "brings less and less",
  convergenceReached: "has converged",
} as const satisfies Record<keyof Assessment["flags"], string>;

/** `The judge on round 2: 60 % confident` */
export function evaluationGist(
  { round, confidence }: Pick<Evaluation, "round" | "confidence">,
  { say }: Words,
): string {
  return say("The judge on round {round}: {share} confident", { round, share: percent(confidence / 100) });
}

export function evaluationSections(evaluation: Evaluation, tale: Tale): Block[] {
  const { words } = tale;
  const { bestRefinement: best, reasoning } = evaluation;
  return [
    heading(3, evaluationGist(evaluation, words)),
    ...(best ? [paragraph(...woven(words.say("Best refinement: {turn}"), { turn: [turnLink(tale, best)] }))] : []),
    quote(reasoning),
  ];
}

/** Apart from the judge's flags. */
export function measuredBlocks(lines: string[], { say }: Words): Block[] {
  return lines.length === 0 ? [] : [paragraph(strong(say("Measured by the code:"))), list(lines)];
}

function scores({ assessments }: Assessment, tale: Tale): Block {
  const { say } = tale.words;
  const columns = columnsOf(
    tale,
    assessments.map((row) => row.scores),
  );
  const rows = assessments.map((row) => [
    person(tale.debate, row.participant),
    ...scoreCells(row.scores, columns),
    row.score,
  ]);
  return table([say("Participant"), ...columns.map(({ title }) => title), say("Score")], rows, "tens");
}

function findings({ assessments, agreementAreas = [], recommendations }: Assessment, tale: Tale): Block[] {
  const { say } = tale.words;
  const lines = [
    ...assessments.flatMap(({ participant, strengths, weaknesses }) => {
      const name = [person(tale.debate, participant)];
      return [
        ...strengths.map((text) => woven(say("{name}, strength: {text}"), { name, text: [said(text)] })),
        ...weaknesses.map((text) => woven(say("{name}, weakness: {text}"), { name, text: [said(text)] })),
      ];
    }),
    ...agreementAreas.map((text) => woven(say("Agreement: {text}"), { text: [said(text)] })),
    ...recommendations.map((text) => woven(say("Recommendation: {text}"), { text: [said(text)] })),
  ];
  return lines.length > 0 ? [list(lines)] : [];
}

/** A change of position, with its cause. */
export function flipSpans({ participant, from, to, cause, prompted, position }: Flip, tale: Tale): Span[] {
  const { say } = tale.words;
  const why: Span[] = prompted
    ? woven(say("because of {cause}"), { cause: [turnLink(tale, cause ?? "")] })
    : [{ own: say("unprompted") }];
  const changed =
    position === "held"
      ? say("{name} left the position that it was to hold, from “{from}” to “{to}”, {why}.")
      : say("{name} changed position, from “{from}” to “{to}”, {why}.");
  return woven(changed, { name: [person(tale.debate, participant)], from: [said(from)], to: [said(to)], why });
}
