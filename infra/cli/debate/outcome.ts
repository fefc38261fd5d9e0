/** A finished debate as plain text, for people. */
import type { RejudgementBrief } from "../../../domain/rejudgement/brief.ts";
import type { Verdict } from "../../../domain/schemas/ballot.ts";
import type { Debate } from "../../../domain/schemas/debate.ts";
import type { Answer, Result, Solution, VerdictResult } from "../../../domain/schemas/result.ts";
import type { VoteCounts } from "../../../domain/schemas/vote.ts";
import { plain, plainLine } from "../terminal.ts";
import { nameOf, usd } from "./words.ts";

/**
 * The verdict with its scores, summary and key points, then cost and links; or the reason why there is none. `own`: the
 * server ends with this command, and its links with it.
 */
export function outcomeText(debate: Debate, { own = false }: { own?: boolean | undefined } = {}): string {
  const body = debate.result ? resultText(debate.result, debate) : [withoutResult(debate)];
  const lost = list(
    "Lost",
    debate.degraded.map(({ what, why }) => `${what}: ${why}`),
  );
  const spent = `${debate.usage.calls} calls, ${debate.usage.inputTokens} + ${debate.usage.outputTokens} tokens, ${usd(debate.cost.totalUsd)}`;
  const demo = debate.demo ? ["", "Canned: this debate was spoken by the demo model."] : [];
  const others = list(
    "Other judges",
    (debate.rejudgements ?? []).map((brief) => otherLine(brief, debate)),
  );
  return [
    ...body,
    ...lost,
    ...others,
    "",
    `Used: ${spent}`,
    ...(own ? keptLines(debate) : linkLines(debate)),
    ...demo,
    "",
  ].join("\n");
}

function resultText(result: Result, debate: Debate): string[] {
  if (result.type === "unjudged") return ["Nobody ruled: the judge failed, so there is no verdict and no winner."];
  if (result.type === "verdict") return verdictText(result, debate);
  return result.type === "solution" ? solutionText(result.solution) : answerText(result.answer, debate);
}

function solutionText(solution: Solution): string[] {
  return [
    `Solution (confidence ${solution.confidence} of 100)`,
    plain(solution.description),
    ...(solution.implementation ? ["", "Implementation", plain(solution.implementation)] : []),
    ...list("Tradeoffs", solution.tradeoffs),
    ...list("Recommendations", solution.recommendations),
  ];
}

function answerText({ text, earlyStopped, rounds, score }: Answer, debate: Debate): string[] {
  const ending = earlyStopped ? "the skeptic was content" : "the debate was over";
  const scored = score === null ? "" : `, the skeptic's last score ${score} of 10`;
  return ["Answer", plain(text), "", `After round ${rounds} of ${debate.maxRounds}: ${ending}${scored}`];
}

export function verdictText({ verdict, vote, controlArm }: VerdictResult, debate: Debate): string[] {
  const name = (id: string) => nameOf(id, debate);
  const { winner } = verdict;
  return [
    winnerLine(winner, name),
    ...(winner?.reasoning ? [plain(winner.reasoning)] : []),
    ...(vote ? [`Votes on the motion: ${votesOf(vote.before)} before, ${votesOf(vote.after)} after`] : []),
    ...(controlArm ? [changeLine(controlArm, { name, round: debate.round })] : []),
    "",
    "Scores (of 100)",
    ...ranked(verdict.scores).map(([id, score]) => `  ${name(id)}: ${score}`),
    "",
    "Summary",
    plain(verdict.summary),
    ...Object.entries(verdict.keyPoints).flatMap(([id, points]) => list(`Key points of ${name(id)}`, points)),
    ...list("Agreement", verdict.areasOfAgreement),
    ...list("Disagreement", verdict.areasOfDisagreement),
    ...list("Insights", verdict.insights),
    ...list("Dissent", verdict.dissent),
  ];
}

function winnerLine(winner: Verdict["winner"], name: (id: string) => string): string {
  if (winner?.side) return `Winner: the side ${winner.side} the motion`;
  return winner?.participant === undefined ? "No winner" : `Winner: ${name(winner.participant)}`;
}

/** How the debate changed the answers that each gave alone. */
function changeLine(
  { before, changed }: NonNullable<VerdictResult["controlArm"]>,
  { name, round }: { name: (id: string) => string; round: number },
): string {
  if (round === 0) return "All gave the same answer, each alone, so no round was held";
  const best = before.side ? `the side ${before.side}` : before.winner === null ? "nobody" : name(before.winner);
  const alone = before.contested ? "Each alone: the ballots disagreed" : `Each alone: ${best} argued best`;
  return `${alone}; the debate ${changed ? "changed" : "did not change"} that`;
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
  return [`Kept as ${id}. See it again: npm start, then in another terminal npm run parley -- show ${id}`];
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
