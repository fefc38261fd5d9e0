/** A verdict: who won, by which votes and scores, and why. Browsers get this file too. */
import type { Words } from "../../base/words/english.words.ts";
import { percent } from "../../base/words/figures.words.ts";
import { nameOf } from "../../shapes/names.shape.ts";
import type { Ballot, Verdict } from "../../shapes/schemas/ballot.ts";
import type { Result, VerdictResult } from "../../shapes/schemas/result.schema.ts";
import { audienceSections, votesTable } from "./audience.report.ts";
import { type Block, group, heading, list, named, paragraph, part, quote, strong, table } from "./blocks.ts";
import { contestedBlock, endingLine } from "./ending.report.ts";
import { columnsOf, person, scoreCells, type Tale, titledRubric, voteOf, winnerName } from "./names.report.ts";

/** `isBrief`: who won, by which votes and scores; `isTitled`: its title says who won. */
export function verdictSections(
  result: VerdictResult,
  tale: Tale,
  { isBrief = false, isTitled = false } = {},
): Block[] {
  const { verdict } = result;
  const { words } = tale;
  const { say } = words;
  const ending = `${endingLine(result, words)} ${say("Its quality: {score} of 100.", { score: verdict.qualityScore })}`;
  return [
    ...(isTitled ? [] : [heading(2, say("Verdict"))]),
    ...(result.contested ? [contestedBlock(result, words)] : isTitled ? [] : [winnerLine(verdict, tale)]),
    paragraph(ending),
    ...(verdict.winner && !isBrief ? [quote(verdict.winner.reasoning)] : []),
    ...(result.vote ? [heading(3, say("Votes on the motion")), votesTable(result.vote, words)] : []),
    ...(result.audience ? audienceSections(result.audience, words) : []),
    heading(3, say("Scores of 100")),
    scores(verdict, tale, isBrief),
    ...(isBrief ? [] : reasonSections(result, tale)),
  ];
}

function reasonSections(result: VerdictResult, tale: Tale): Block[] {
  const { verdict, dissent } = result;
  const { say } = tale.words;
  return [
    heading(3, say("Summary")),
    quote(verdict.summary, "lead"),
    ...Object.entries(verdict.keyPoints).flatMap(([id, points]) =>
      part(say("Key points of {name}", { name: nameOf(tale.debate, id) }), points),
    ),
    ...part(say("Agreement"), verdict.areasOfAgreement),
    ...part(say("Disagreement"), verdict.areasOfDisagreement),
    ...part(say("Findings"), criteriaFindings(verdict, tale)),
    heading(3, say("Reasoning")),
    quote(verdict.reasoning),
    ...part(say("Insights"), verdict.insights),
    ...part(say("Dissent"), dissent),
    ...ballotSections(result, tale),
  ];
}

/** The ballots: who voted how, in which order, and under which labels. */
function ballotSections({ ballots, agreement, textFrom, contested }: VerdictResult, tale: Tale): Block[] {
  if (ballots.length === 0) return [];
  const { words } = tale;
  const { say, word } = words;
  const rows = ballots.map((ballot) => [
    ballot.judge,
    word(ballot.order),
    choiceOf(ballot, tale),
    labelsOf(ballot, tale),
  ]);
  const source = ballots.find(({ id }) => id === textFrom);
  const kept = [...new Set(ballots.flatMap(({ blind }) => blind?.kept ?? []))];
  const shown = [
    heading(3, say("Ballots")),
    table([say("Judge"), say("Order"), say("Winner"), say("Shown as")], rows),
    ...agreementLines(agreement, words).map((line) => paragraph(line)),
    ...(source === undefined || ballots.length === 1
      ? []
      : [
          paragraph(
            say(contested ? "The key points above are those of " : "The words above are those of "),
            named(voteOf(source, words)),
            ".",
          ),
        ]),
    ...(kept.length > 0 ? [paragraph(say("Judges saw these names: "), named(kept.join(", ")))] : []),
    list(ballots.flatMap((ballot) => reasonsOf(ballot, tale))),
  ];
  return group("fold", shown, { title: say("Ballots"), isOpen: contested });
}

export function agreementLines(agreement: Result["agreement"], { say }: Words): string[] {
  if (!agreement) return [];
  const { judges, orders } = agreement.winnerAgreement;
  return [
    ...(judges === null ? [] : [say("Pairs of judges that name the same winner: {share}", { share: percent(judges) })]),
    ...(orders === null
      ? []
      : [say("Judges that name the same winner in both orders: {share}", { share: percent(orders) })]),
  ];
}

function choiceOf({ valid, winner }: Ballot, tale: Tale): string {
  return valid ? winnerName({ winner }, tale) : tale.words.say("does not count");
}

function labelsOf({ blind }: Ballot, { debate }: Tale): string {
  return Object.entries(blind?.labels ?? {})
    .map(([label, id]) => `${label}: ${nameOf(debate, id)}`)
    .join(", ");
}

function reasonsOf(ballot: Ballot, { debate, words }: Tale): string[] {
  const { reasoning, invalidBecause } = ballot;
  const why = invalidBecause ?? reasoning;
  const points = Object.entries(ballot.scores).map(([who, score]) => `${nameOf(debate, who)} ${words.number(score)}`);
  return why === undefined ? [] : [`${[voteOf(ballot, words), ...points].join(", ")}: ${why}`];
}

function winnerLine({ winner }: Verdict, tale: Tale): Block {
  const { say } = tale.words;
  if (winner?.side) return paragraph(strong(say("Winner:")), ` ${winnerName({ side: winner.side }, tale)}`);
  if (winner?.participant === undefined) return paragraph(strong(say("No winner.")));
  return paragraph(strong(say("Winner:")), " ", person(tale.debate, winner.participant));
}

function scores(verdict: Verdict, tale: Tale, isBrief: boolean): Block {
  const columns = isBrief ? [] : columnsOf(tale, Object.values(verdict.criterionScores));
  const rows = Object.entries(verdict.scores)
    .toSorted(([, a], [, b]) => b - a)
    .map(([id, score]) => [person(tale.debate, id), ...scoreCells(verdict.criterionScores[id], columns), score]);
  const { say } = tale.words;
  return table([say("Participant"), ...columns.map(({ title }) => title), say("Of 100")], rows, "bars");
}

function criteriaFindings({ criteria }: Verdict, tale: Tale): string[] {
  return titledRubric(tale).flatMap(({ name, title }) => (criteria[name] ? [`${title}: ${criteria[name]}`] : []));
}
