/** A verdict: who won, by which votes and scores, and why. Browsers get this file too. */
import type { Words } from "../../base/words/english.words.ts";
import { percent } from "../../base/words/figures.words.ts";
import { nameOf } from "../../shapes/names.shape.ts";
import type { Ballot, Verdict } from "../../shapes/schemas/ballot.ts";
import type { BenchAnswer, Result, VerdictResult } from "../../shapes/schemas/result.schema.ts";
import { audienceSections, votesTable } from "./audience.report.ts";
import { type Block, group, heading, list, named, paragraph, part, quote, said, strong, table } from "./blocks.ts";
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
    ...(result.contested ? [contestedBlock(result, words)] : isTitled ? [] : [winnerLine(result, tale)]),
    ...(result.bench ? [benchLine(result.bench, tale)] : []),
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
    ...(verdict.summary === "" ? [] : [heading(3, say("Summary")), quote(verdict.summary, "lead")]),
    ...Object.entries(verdict.keyPoints).flatMap(([id, points]) =>
      part(say("Key points of {name}", { name: nameOf(tale.debate, id) }), points),
    ),
    ...part(say("Agreement"), verdict.areasOfAgreement),
    ...part(say("Disagreement"), verdict.areasOfDisagreement),
    ...part(say("Findings"), criteriaFindings(verdict, tale)),
    // A ballot gives its reasons once.
    ...(verdict.reasoning === verdict.winner?.reasoning
      ? []
      : [heading(3, say("Reasoning")), quote(verdict.reasoning)]),
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
  const isAnswered = ballots.some(({ answer }) => answer !== undefined);
  const rows = ballots.map((ballot) => [
    ballot.judge,
    word(ballot.order),
    choiceOf(ballot, tale),
    ...(isAnswered ? [answerOf(ballot, tale), ballot.probability ?? ""] : []),
    labelsOf(ballot, tale),
  ]);
  const source = ballots.find(({ id }) => id === textFrom);
  const kept = [...new Set(ballots.flatMap(({ blind }) => blind?.kept ?? []))];
  const shown = [
    heading(3, say("Ballots")),
    table(
      [
        say("Judge"),
        say("Order"),
        say("Winner"),
        ...(isAnswered ? [say("Answer"), say("Right in 100 cases")] : []),
        say("Shown as"),
      ],
      rows,
    ),
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

function answerOf({ answer }: Ballot, tale: Tale): string {
  return answer ? answerName(answer.choice, tale) : "";
}

/** A side, an option, or whose answer it is. */
function answerName(choice: string | null, { debate, words: { say, word } }: Tale): string {
  if (choice === null) return say("none of these");
  if (choice === "for" || choice === "against") return word(choice);
  return debate.participants.some(({ id }) => id === choice) ? nameOf(debate, choice) : choice;
}

function benchLine({ choice, text, disputed, given }: BenchAnswer, tale: Tale): Block {
  const { say } = tale.words;
  const counts = given.map((each) => `${answerName(each.choice, tale)} ${each.ballots}`).join(", ");
  const answer = disputed ? say("no one answer") : (text ?? answerName(choice, tale));
  return paragraph(strong(say("The judges answer:")), " ", said(answer), ` (${counts})`);
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

/** Where the ballots answer too, the winner is no more than the better speaker. */
function winnerLine({ verdict: { winner } }: VerdictResult, tale: Tale): Block {
  const { say } = tale.words;
  const title = strong(say(tale.debate.ballotAnswers === "lead" ? "Argued better:" : "Winner:"));
  if (winner?.side) return paragraph(title, ` ${winnerName({ side: winner.side }, tale)}`);
  if (winner?.participant === undefined) return paragraph(strong(say("No winner.")));
  return paragraph(title, " ", person(tale.debate, winner.participant));
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
