/** What was said, round by round. */
import { plural } from "../../../domain/base/text/text.ts";
import type { Assessment } from "../../../domain/shapes/schemas/assessment.schema.ts";
import type { Evaluation } from "../../../domain/shapes/schemas/evaluation.schema.ts";
import type { Summary } from "../../../domain/shapes/schemas/summary.schema.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { aboutWhom } from "../../../domain/show/report/names.report.ts";
import { ownCommand } from "../../base/own-commands.ts";
import { plain, shortened } from "../base/terminal.ts";
import { summaryLine } from "./summaries.ts";
import { nameOf } from "./words.debate-command.ts";

type Whole = Pick<TranscriptExport, "debate" | "turns" | "assessments" | "evaluations" | "summaries">;

/** Characters of a turn that are shown. */
const LONGEST = 600;

/** Every round with its summaries, its turns and what the judge found; a long turn by its first words. */
export function courseLines(whole: Whole): string[] {
  const { debate, turns, assessments, evaluations = [], summaries } = whole;
  const rounds = new Set([...turns, ...summaries].map(({ round }) => round).toSorted((a, b) => a - b));
  const of = <T extends { round: number }>(all: T[], round: number) => all.filter((one) => one.round === round);
  const lines = [...rounds].flatMap((round) => [
    ...(round > 0 ? [`── Round ${round} of ${debate.maxRounds} ──`, ""] : []),
    ...spaced(of(summaries, round).map((summary: Summary) => summaryLine(summary, debate))),
    ...of(turns, round).flatMap((turn) => turnLines(turn, whole)),
    ...spaced([...of(assessments, round).map(assessmentLine), ...of(evaluations, round).map(evaluationLine)]),
  ]);
  const isCut = turns.some(({ text }) => text.length > LONGEST);
  return isCut ? [...lines, `All that was said: ${ownCommand(`export ${debate.id} --as md`)}`, ""] : lines;
}

function spaced(lines: string[]): string[] {
  return lines.length > 0 ? [...lines, ""] : [];
}

function turnLines(turn: Turn, { debate, turns }: Whole): string[] {
  const { id, participantId, phase, text, targetId, to, status } = turn;
  const isOwners = phase === "interjection";
  const target = turns.find((other) => other.id === targetId)?.participantId ?? targetId;
  const about = target === undefined ? "" : ` ${aboutWhom(phase, nameOf(target, debate))}`;
  const place = isOwners ? "remark" : phase;
  const head = [
    `${isOwners ? "The owner" : nameOf(participantId, debate)}${about}${to === undefined ? "" : ` to ${nameOf(to, debate)} alone`}`,
    place,
    id,
    ...(status === "failed" ? ["failed"] : []),
  ].join(" · ");
  const size = text.length > LONGEST ? ` (${plural(text.length, "character")})` : "";
  return [head, ...`${shortened(plain(text), LONGEST)}${size}`.split("\n").map((line) => `  ${line}`.trimEnd()), ""];
}

function assessmentLine({ qualityScore, shouldContinue }: Assessment): string {
  return `the judge: quality ${qualityScore} of 10, ${shouldContinue ? "go on" : "enough was said"}`;
}

function evaluationLine({ confidence }: Evaluation): string {
  return `the judge: confidence ${confidence} of 100`;
}
