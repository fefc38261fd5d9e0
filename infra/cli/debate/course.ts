/** What was said, round by round. */
import type { Words } from "../../../domain/base/words/english.words.ts";
import { whole as figure } from "../../../domain/base/words/figures.words.ts";
import { wordsOf } from "../../../domain/base/words/words.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { assessmentLine, evaluationGist } from "../../../domain/show/report/assessment.report.ts";
import { summaryLine } from "../../../domain/show/report/context.report.ts";
import { aboutWhom } from "../../../domain/show/report/names.report.ts";
import { ownCommand } from "../../base/own-commands.ts";
import { plain, plainLine, shortened } from "../base/terminal.ts";
import { nameOf, roundLine } from "./words.debate-command.ts";

type Whole = Pick<TranscriptExport, "debate" | "turns" | "assessments" | "evaluations" | "summaries">;

/** Characters of a turn that are shown. */
const LONGEST = 600;

/** Every round with its summaries, its turns and what the judge found; a long turn by its first words. */
export function courseLines(whole: Whole): string[] {
  const { debate, turns, assessments, evaluations = [], summaries } = whole;
  const words = wordsOf(debate);
  const rounds = new Set([...turns, ...summaries].map(({ round }) => round).toSorted((a, b) => a - b));
  const of = <T extends { round: number }>(all: T[], round: number) => all.filter((one) => one.round === round);
  const lines = [...rounds].flatMap((round) => [
    ...(round > 0 ? [roundLine(round, debate, words), ""] : []),
    ...spaced(
      of(summaries, round).map((summary) =>
        plainLine(summaryLine({ participantId: summary.participantId, summary }, { debate, words })),
      ),
    ),
    ...of(turns, round).flatMap((turn) => turnLines(turn, whole, words)),
    ...spaced([
      ...of(assessments, round).map((one) => assessmentLine(one, words)),
      ...of(evaluations, round).map((one) => evaluationGist(one, words)),
    ]),
  ]);
  const isCut = turns.some(({ text }) => text.length > LONGEST);
  const command = ownCommand(`export ${debate.id} --as md`);
  return isCut ? [...lines, words.say("All that was said: {command}", { command }), ""] : lines;
}

function spaced(lines: string[]): string[] {
  return lines.length > 0 ? [...lines, ""] : [];
}

function turnLines(turn: Turn, { debate, turns }: Whole, words: Words): string[] {
  const { id, participantId, phase, text, targetId, to, status } = turn;
  const { say, word } = words;
  const isOwners = phase === "interjection";
  const target = turns.find((other) => other.id === targetId)?.participantId ?? targetId;
  const about = target === undefined ? "" : ` ${aboutWhom(phase, nameOf(target, debate), words)}`;
  const alone = to === undefined ? "" : say(" to {name} alone", { name: nameOf(to, debate) });
  const head = [
    `${isOwners ? say("The owner") : nameOf(participantId, debate)}${about}${alone}`,
    word(isOwners ? "remark" : phase.replaceAll("-", " ")),
    id,
    ...(status === "failed" ? [word("failed")] : []),
  ].join(" · ");
  const size = text.length > LONGEST ? ` (${say("{count} characters", { count: figure(text.length, words) })})` : "";
  return [head, ...`${shortened(plain(text), LONGEST)}${size}`.split("\n").map((line) => `  ${line}`.trimEnd()), ""];
}
