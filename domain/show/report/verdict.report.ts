import { percent } from "../../base/words/percent.words.ts";
import { type Words, wordsOf } from "../../base/words/words.ts";
import type { Ballot, Verdict } from "../../shapes/schemas/ballot.ts";
import type { Debate } from "../../shapes/schemas/debate.schema.ts";
import type { EndedBy, VerdictResult } from "../../shapes/schemas/result.schema.ts";
import { audienceSections } from "./audience.report.ts";
import { type Block, heading, list, paragraph, quote, said, strong, table } from "./blocks.ts";
import { columnsOf, nameOf, scoreCells, titledRubric, voteOf, winnerName } from "./names.report.ts";

export const ENDINGS = {
  judge: "the judge saw no need for another round",
  limit: "the last round was held",
  convergence: "the participants came together, or had little left to add",
  budget: "the budget was spent",
  owner: "its owner ended it",
  policy: "it could not go on as planned",
} as const satisfies Record<EndedBy, string>;

export function verdictSections(result: VerdictResult, debate: Debate): Block[] {
  const { verdict } = result;
  const words = wordsOf(debate);
  const { say } = words;
  return [
    heading(2, say("Verdict")),
    winnerLine(result, debate),
    verdictQuality(result, words),
    ...(verdict.winner ? [quote(verdict.winner.reasoning)] : []),
    ...(result.vote ? [heading(3, say("Votes on the motion")), votes(result.vote, words)] : []),
    ...(result.audience ? audienceSections(result.audience, words) : []),
    heading(3, say("Scores")),
    scores(verdict, debate),
    heading(3, say("Summary")),
    quote(verdict.summary),
    ...Object.entries(verdict.keyPoints).flatMap(([id, points]) =>
      part(say("Key points of {name}", { name: nameOf(debate, id) }), points),
    ),
    ...part(say("Agreement"), verdict.areasOfAgreement),
    ...part(say("Disagreement"), verdict.areasOfDisagreement),
    ...part(say("Findings"), criteriaFindings(verdict, debate)),
    heading(3, say("Reasoning")),
    quote(verdict.reasoning),
    ...part(say("Insights"), verdict.insights),
    ...part(say("Dissent"), result.dissent),
    ...ballotSections(result, debate),
  ];
}

export function verdictQuality({ endedBy, verdict: { qualityScore } }: VerdictResult, { say }: Words): Block {
  const ending = say("The debate ended because {reason}.", { reason: say(ENDINGS[endedBy]) });
  return paragraph(`${ending} ${say("Its quality: {score} of 100.", { score: qualityScore })}`);
}

/** The ballots: who voted how, in which order, and under which labels. */
export function ballotSections({ ballots, agreement, textFrom, contested }: VerdictResult, debate: Debate): Block[] {
  if (ballots.length === 0) return [];
  const words = wordsOf(debate);
  const { say, word } = words;
  const rows = ballots.map((ballot) => [
    ballot.judge,
    word(ballot.order),
    choiceOf(ballot, debate),
    labelsOf(ballot, debate),
  ]);
  const source = ballots.find(({ id }) => id === textFrom);
  const kept = [...new Set(ballots.flatMap(({ blind }) => blind?.kept ?? []))];
  return [
    heading(3, say("Ballots")),
    table([say("Judge"), say("Order"), say("Winner"), say("Shown as")], rows),
    ...agreementLines(agreement, words).map((line) => paragraph(line)),
    ...(source === undefined || ballots.length === 1
      ? []
      : [
          paragraph(
            say(contested ? "The key points above are those of " : "The words above are those of "),
            said(voteOf(source, words)),
            ".",
          ),
        ]),
    ...(kept.length > 0 ? [paragraph(say("Judges saw these names: "), said(kept.join(", ")))] : []),
    list(ballots.flatMap((ballot) => reasonsOf(ballot, debate))),
  ];
}

function agreementLines(agreement: VerdictResult["agreement"], { say }: Words): string[] {
  if (!agreement) return [];
  const { judges, orders } = agreement.winnerAgreement;
  return [
    ...(judges === null ? [] : [say("Pairs of judges that name the same winner: {share}", { share: percent(judges) })]),
    ...(orders === null
      ? []
      : [say("Judges that name the same winner in both orders: {share}", { share: percent(orders) })]),
  ];
}

function choiceOf({ valid, winner }: Ballot, debate: Debate): string {
  return valid ? winnerName({ winner }, debate) : wordsOf(debate).say("does not count");
}

function labelsOf({ blind }: Ballot, debate: Debate): string {
  return Object.entries(blind?.labels ?? {})
    .map(([label, id]) => `${label}: ${nameOf(debate, id)}`)
    .join(", ");
}

function reasonsOf(ballot: Ballot, debate: Debate): string[] {
  const { reasoning, invalidBecause } = ballot;
  const why = invalidBecause ?? reasoning;
  const words = wordsOf(debate);
  const points = Object.entries(ballot.scores).map(([who, score]) => `${nameOf(debate, who)} ${words.number(score)}`);
  return why === undefined ? [] : [`${[voteOf(ballot, words), ...points].join(", ")}: ${why}`];
}

/** Of a verdict on a motion that an audience votes on, the summary says why. */
function winnerLine({ verdict, contested, contestedBecause, audience }: VerdictResult, debate: Debate): Block {
  const { say } = wordsOf(debate);
  if (contested && (audience || contestedBecause === "vote_and_scores"))
    return paragraph(strong(say("Contested:")), " ", say("there is no winner."));
  if (contested)
    return paragraph(
      strong(say("Contested:")),
      " ",
      say("the judges, or the orders in which they were shown the speakers, disagree. There is no winner."),
    );
  const { participant, side } = verdict.winner ?? {};
  if (side) return paragraph(strong(say("Winner:")), ` ${winnerName({ side }, debate)}`);
  if (participant === undefined) return paragraph(strong(say("No winner.")));
  return paragraph(strong(say("Winner:")), " ", said(nameOf(debate, participant)));
}

function votes({ before, after, swing }: NonNullable<VerdictResult["vote"]>, { say }: Words): Block {
  const row = (name: string, counts: typeof before) => [name, counts.for, counts.against, counts.undecided];
  const rows = [row(say("Before"), before), row(say("After"), after), [say("Swing"), swing.for, swing.against, ""]];
  return table(["", say("For"), say("Against"), say("Undecided")], rows);
}

function scores(verdict: Verdict, debate: Debate): Block {
  const columns = columnsOf(debate, Object.values(verdict.criterionScores));
  const rows = Object.entries(verdict.scores)
    .toSorted(([, a], [, b]) => b - a)
    .map(([id, score]) => [nameOf(debate, id), ...scoreCells(verdict.criterionScores[id], columns), score]);
  const { say } = wordsOf(debate);
  return table([say("Participant"), ...columns.map(({ title }) => title), say("Of 100")], rows);
}

function criteriaFindings({ criteria }: Verdict, debate: Debate): string[] {
  return titledRubric(debate).flatMap(({ name, title }) => (criteria[name] ? [`${title}: ${criteria[name]}`] : []));
}

export function part(title: string, items: string[]): Block[] {
  return items.length === 0 ? [] : [heading(3, said(title)), list(items)];
}
