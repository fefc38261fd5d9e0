/** A finished debate as plain text, for people. */

import { wordsOf } from "../../../domain/base/words/words.ts";
import { isScripted } from "../../../domain/shapes/catalogue/examples.catalogue.ts";
import type { Verdict } from "../../../domain/shapes/schemas/ballot.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { RejudgementBrief } from "../../../domain/shapes/schemas/rejudgement-brief.ts";
import type { Answer, Result, Solution, VerdictResult } from "../../../domain/shapes/schemas/result.schema.ts";
import type { AudienceResult, VoteCounts } from "../../../domain/shapes/schemas/vote.schema.ts";
import { importedLines } from "../../../domain/show/export/imported-lines.export.ts";
import { swingLine } from "../../../domain/show/report/audience.report.ts";
import { conclusionLines } from "../../../domain/show/report/conclusion-lines.ts";
import { placesIn } from "../../../domain/show/report/names.report.ts";
import { ownCommand, START } from "../../base/own-commands.ts";
import { plain, plainLine } from "../base/terminal.ts";
import { controlArmText } from "./control-arm.debate-command.ts";
import { councilHead, councilText } from "./council.debate-command.ts";
import { pluralityLines } from "./plurality.debate-command.ts";
import { formatText, nameOf, usd } from "./words.debate-command.ts";

interface Telling {
  /** The server ends with this command, and its links with it. */
  own?: boolean | undefined;
  /** The reasons too, where the conclusion would otherwise take their place. */
  verbose?: boolean | undefined;
  /** Whoever reads this has read who speaks. */
  introduced?: boolean | undefined;
}

/**
 * The conclusion, the ruling, then cost and links; or the reason why there is none. The ruling is short where there is a
 * conclusion, and whole where there is none.
 */
export function outcomeText(
  debate: Debate,
  { own = false, verbose = false, introduced = false }: Telling = {},
): string {
  const result = placesIn(debate.result, wordsOf({}));
  const body = result
    ? [...resultText(result, { debate, verbose }), ...controlArmText(result, debate), ...outputText(result)]
    : [withoutResult(debate)];
  const lost = list(
    "Lost",
    debate.degraded.map(({ what, why }) => `${what}: ${why}`),
  );
  const spent = `${debate.usage.calls} calls, ${debate.usage.inputTokens} + ${debate.usage.outputTokens} tokens, ${usd(debate.cost.totalUsd)}`;
  const demo = debate.demo && !introduced ? ["", demoMark(debate)] : [];
  const others = list(
    "Other judges",
    (debate.rejudgements ?? []).map((brief) => otherLine(brief, debate)),
  );
  return [
    ...importedText(debate),
    ...body,
    ...lost,
    ...others,
    "",
    ...(debate.result?.conclusion && !verbose ? [`Reasons: ${ownCommand(`show ${debate.id} --verbose`)}`] : []),
    `Format: ${formatText(debate)}`,
    `Used: ${spent}`,
    ...(own ? keptLines(debate) : linkLines(debate)),
    ...demo,
    "",
  ].join("\n");
}

export const SCRIPTED = "A scripted example: nobody's model spoke.";

/** Once in what the terminal prints of a debate. */
export function demoMark(debate: Debate): string {
  return isScripted(debate) ? SCRIPTED : "Canned: this debate was spoken by the demo model.";
}

/** The first thing to read of a debate that did not run here. */
export function importedText({ imported }: Pick<Debate, "imported">): string[] {
  return imported ? [...importedLines(imported, wordsOf({})).map(plainLine), ""] : [];
}

function outputText({ output }: Result): string[] {
  return output ? ["", "The result as JSON", plain(JSON.stringify(output.value, null, 2))] : [];
}

function resultText(result: Result, { debate, verbose }: { debate: Debate; verbose: boolean }): string[] {
  if (!result.conclusion) return rulingText(result, debate);
  const ruling = verbose ? rulingText(result, debate) : briefRuling(result, debate);
  return [...conclusionLines(result, { debate, verbose }).map(plain), "", ...ruling];
}

function briefRuling(result: Result, debate: Debate): string[] {
  if (result.type === "verdict") return verdictHead(result, debate);
  if (result.type === "council") return councilHead(result.council, debate);
  return result.type === "solution" ? solutionHead(result.solution) : rulingText(result, debate);
}

function rulingText(result: Result, debate: Debate): string[] {
  if (result.type === "unjudged") return ["Nobody ruled: the judge failed, so there is no verdict and no winner."];
  if (result.type === "verdict") return verdictText(result, debate);
  if (result.type === "plurality") return pluralityLines(result.plurality, debate);
  if (result.type === "council") return councilText(result.council, debate);
  return result.type === "solution" ? solutionText(result.solution) : answerText(result.answer, debate);
}

function solutionHead({ confidence, description }: Solution): string[] {
  return [`Solution (confidence ${confidence} of 100)`, plain(description)];
}

function solutionText(solution: Solution): string[] {
  return [
    ...solutionHead(solution),
    ...(solution.implementation ? ["", "Implementation", plain(solution.implementation)] : []),
    ...list("Tradeoffs", solution.tradeoffs),
    ...list("Recommendations", solution.recommendations),
  ];
}

function answerText({ text, earlyStopped, rounds, score }: Answer, debate: Debate): string[] {
  if (rounds === 0) return ["Answer", plain(text), "", "All gave this answer, each alone, so no round was held"];
  const ending = earlyStopped ? "the skeptic was content" : "the debate was over";
  const scored = score === null ? "" : `, the skeptic's last score ${score} of 10`;
  return ["Answer", plain(text), "", `After round ${rounds} of ${debate.maxRounds}: ${ending}${scored}`];
}

export function verdictText(result: VerdictResult, debate: Debate): string[] {
  const { verdict } = result;
  const reasoning = verdict.winner?.reasoning;
  const [winner = "", ...rest] = verdictHead(result, debate);
  return [
    winner,
    ...(reasoning ? [plain(reasoning)] : []),
    ...rest,
    "",
    "Summary",
    plain(verdict.summary),
    ...Object.entries(verdict.keyPoints).flatMap(([id, points]) => list(`Key points of ${nameOf(id, debate)}`, points)),
    ...list("Agreement", verdict.areasOfAgreement),
    ...list("Disagreement", verdict.areasOfDisagreement),
    ...list("Insights", verdict.insights),
    ...list("Dissent", verdict.dissent),
  ];
}

function verdictHead({ verdict, vote, audience }: VerdictResult, debate: Debate): string[] {
  const name = (id: string) => nameOf(id, debate);
  return [
    winnerLine(verdict.winner, name),
    ...(vote ? [`Votes on the motion: ${votesOf(vote.before)} before, ${votesOf(vote.after)} after`] : []),
    ...(audience ? audienceLines(audience) : []),
    "",
    "Scores (of 100)",
    ...ranked(verdict.scores).map(([id, score]) => `  ${name(id)}: ${score}`),
  ];
}

function winnerLine(winner: Verdict["winner"], name: (id: string) => string): string {
  if (winner?.side) return `Winner: the side ${winner.side} the motion`;
  return winner?.participant === undefined ? "No winner" : `Winner: ${name(winner.participant)}`;
}

function audienceLines(audience: AudienceResult): string[] {
  const { before, after, switches, turns } = audience;
  const moved = switches.map(({ from, to, voters }) => `${voters} from ${from} to ${to}`);
  const weighed = turns.map(({ id, voters }) => `${plainLine(id)} (${voters})`);
  return [
    `The audience's votes on the motion: ${votesOf(before)} before, ${votesOf(after)} after`,
    swingLine(audience, wordsOf({})),
    `Switched: ${moved.join(", ") || "nobody"}`,
    ...(weighed.length > 0 ? [`Weighed most: ${weighed.join(", ")}`] : []),
  ];
}

function votesOf(counts: VoteCounts): string {
  return `${counts.for} for, ${counts.against} against, ${counts.undecided} undecided`;
}

function ranked(scores: Record<string, number>): [string, number][] {
  return Object.entries(scores).toSorted(([, a], [, b]) => b - a);
}

function list(title: string, points: string[]): string[] {
  return points.length === 0 ? [] : ["", title, ...points.map((point) => `  - ${plainLine(point)}`)];
}

function otherLine({ id, status, judge, winner, contested }: RejudgementBrief, debate: Debate): string {
  const name = winner === null ? "nobody" : nameOf(winner, debate);
  const ruling = contested ? "contested" : `for ${name}`;
  return `${id}, ${judge.panel.join(", ") || judge.model}: ${status === "completed" ? ruling : status}`;
}

function withoutResult(debate: Debate): string {
  if (debate.status === "configuring" && debate.problems.length > 0) return rejected(debate);
  if (!debate.error) return `The debate is ${debate.status}; there is no verdict.`;
  return `The debate stopped on a fault (${plainLine(debate.error.kind)}): ${plainLine(debate.error.message)}\n${plain(debate.error.suggestion)}`;
}

function rejected({ problems }: Debate): string {
  const lines = problems.map(({ pointer, detail }) => `  ${plainLine(`${pointer.slice(1)} ${detail}`)}`);
  return ["The debate did not start, and waits as a draft for its problems to be solved:", ...lines].join("\n");
}

function keptLines({ id }: Debate): string[] {
  return [`Kept as ${id}. See it again: ${START}, then in another terminal ${ownCommand(`show ${id}`)}`];
}

function linkLines({ links }: Debate): string[] {
  const rows = {
    Debate: links.self,
    Transcript: `${links.transcript}?as=md`,
    Watch: links.watch,
    Temporal: links.temporal,
  };
  return Object.entries(rows).flatMap(([name, url]) => (url ? [`${name}: ${url}`] : []));
}
