/** A finished debate as plain text, for people. */

import type { Words } from "../../../domain/base/words/english.words.ts";
import { money } from "../../../domain/base/words/figures.words.ts";
import { wordsOf } from "../../../domain/base/words/words.ts";
import { protocolOf } from "../../../domain/rules/protocols/registry.protocol.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { VerdictResult } from "../../../domain/shapes/schemas/result.schema.ts";
import { demoLine, importedLines } from "../../../domain/show/export/imported-lines.export.ts";
import type { EarnedRate } from "../../../domain/show/report/earned.report.ts";
import { placesIn } from "../../../domain/show/report/names.report.ts";
import { plainText } from "../../../domain/show/report/plain.report.ts";
import { briefSections } from "../../../domain/show/report/rejudgements.report.ts";
import { lostSections, resultSections } from "../../../domain/show/report/ruling.report.ts";
import { verdictSections } from "../../../domain/show/report/verdict.report.ts";
import { ownCommand, START } from "../../base/own-commands.ts";
import { plain, plainLine } from "../base/terminal.ts";
import { formatText } from "./words.debate-command.ts";

interface Telling {
  /** The server ends with this command, and its links with it. */
  own?: boolean | undefined;
  /** The reasons too, where the conclusion would otherwise take their place. */
  verbose?: boolean | undefined;
  /** Whoever reads this has read who speaks. */
  introduced?: boolean | undefined;
  /** How often answers at each level of support were right. */
  earned?: readonly EarnedRate[] | undefined;
}

/**
 * The conclusion, the ruling, then cost and links; or the reason why there is none. The ruling is short where there is a
 * conclusion, and whole where there is none.
 */
export function outcomeText(
  debate: Debate,
  { own = false, verbose = false, introduced = false, earned }: Telling = {},
): string {
  const { result, usage, cost, degraded, rejudgements } = debate;
  const words = wordsOf(debate);
  const { say } = words;
  const tale = { debate, words, turns: [], earned };
  const { missing } = protocolOf(debate).conclusion;
  const isBrief = !verbose && Boolean(result?.conclusion);
  const told = [
    ...(result ? resultSections(result, tale, { isBrief, missing }) : []),
    ...lostSections(degraded, words),
    ...briefSections(rejudgements, tale),
  ];
  return [
    ...importedText(debate),
    ...(result ? [] : [withoutResult(debate, words)]),
    ...(told.length > 0 ? [plain(plainText(placesIn(told, { words }), words)), ""] : []),
    ...(isBrief ? [say("Reasons: {command}", { command: ownCommand(`show ${debate.id} --verbose`) })] : []),
    say("Format: {format}", { format: formatText(debate, words) }),
    say("Used: {calls} calls, {input} + {output} tokens, {cost}", {
      calls: usage.calls,
      input: usage.inputTokens,
      output: usage.outputTokens,
      cost: money(cost.totalUsd, words),
    }),
    ...(own ? keptLines(debate) : linkLines(debate)),
    ...(debate.demo && !introduced ? ["", demoLine(debate, words)] : []),
    "",
  ].join("\n");
}

/** The first thing to read of a debate that did not run here. */
export function importedText({ imported, language }: Pick<Debate, "imported" | "language">): string[] {
  return imported ? [...importedLines(imported, wordsOf({ language })).map(plainLine), ""] : [];
}

export function verdictText(result: VerdictResult, debate: Debate): string[] {
  const words = wordsOf(debate);
  return [plain(plainText(placesIn(verdictSections(result, { debate, words, turns: [] }), { words }), words))];
}

function withoutResult(debate: Debate, { say, word }: Words): string {
  const { status, error } = debate;
  if (status === "configuring" && debate.problems.length > 0) return rejected(debate);
  if (!error) return say("The debate is {status}; there is no verdict.", { status: word(status.replaceAll("_", " ")) });
  const fault = { kind: plainLine(error.kind), message: plainLine(error.message) };
  return `${say("The debate stopped on a fault ({kind}): {message}", fault)}\n${plain(error.suggestion)}`;
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
