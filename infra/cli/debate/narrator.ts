/** Prints a debate's events to a terminal, in its language: rounds, speakers, their words as they come, the judge, tokens and costs. */

import type { DebateEvent as WireEvent } from "../../../api/client/index.ts";
import type { Words } from "../../../domain/base/words/english.words.ts";
import { money, seconds } from "../../../domain/base/words/figures.words.ts";
import { wordsOf } from "../../../domain/base/words/words.ts";
import { protocolOf } from "../../../domain/rules/protocols/registry.protocol.ts";
import type { Assessment } from "../../../domain/shapes/schemas/assessment.schema.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import { demoLine } from "../../../domain/show/export/imported-lines.export.ts";
import { assessmentLine, evaluationGist } from "../../../domain/show/report/assessment.report.ts";
import { summaryLine, windowLine } from "../../../domain/show/report/context.report.ts";
import { aboutWhom, withPlaces } from "../../../domain/show/report/names.report.ts";
import { type Noted, noteOf } from "../../../domain/show/report/notes.report.ts";
import type { Waiting } from "../base/spinner.ts";
import { plain, plainLine, type Style, shortened } from "../base/terminal.ts";
import { decisionLines, questionLine } from "./decisions.debate-command.ts";
import { figuresLine, promptSourcesLine, used } from "./figures.debate-command.ts";
import { importedText } from "./outcome.debate-command.ts";
import { createProgress } from "./progress.debate-command.ts";
import { summariesLines } from "./summaries.ts";
import { createTurnPrinter, type Heading, type TurnPrinter } from "./turns.debate-command.ts";
import { formatText, nameOf, roundLine } from "./words.debate-command.ts";

export interface NarratorOptions {
  debate: Debate;
  write: (text: string) => void;
  style: Style;
  verbose: boolean;
  /** Decisions are asked at the prompt, so their options are not listed here. */
  asks?: boolean;
  /** It says who is at work, and for how long; missing: lines do. */
  waiting?: Pick<Waiting, "show"> | undefined;
}

/** Characters of a position that a heading repeats. */
const LONGEST_POSITION = 80;

interface Context extends NarratorOptions {
  turns: TurnPrinter;
  /** Of the debate's language. */
  words: Words;
  /** Who has taken each turn, by its id. */
  speakers: Map<string, string>;
}

/** A function that prints one event after another. */
export function createNarrator(options: NarratorOptions): (event: WireEvent) => void {
  const { write, style, waiting } = options;
  const debate = structuredClone(options.debate);
  const speakers = new Map<string, string>();
  const words = wordsOf(debate);
  const heading = (of: Heading) => style("bold", headingOf(of, { debate, speakers, words }));
  const turns = createTurnPrinter({ write, heading });
  const context = { ...options, debate, turns, speakers, words };
  const progress = createProgress(debate, words);
  return (event) => {
    const line = progress.after(event);
    if (line && !waiting) turns.progress(style("dim", line));
    narrate(event, context);
    const figures = options.verbose ? figuresLine(event, debate) : null;
    if (figures) turns.note(style("dim", figures));
    const awaited = progress.awaited();
    waiting?.show(awaited?.what ?? null, awaited?.since);
  };
}

/** The lines above a debate's first event. */
export function introduction(debate: Debate, { style, verbose }: Pick<NarratorOptions, "style" | "verbose">): string {
  const words = wordsOf(debate);
  const { say } = words;
  const speakers = debate.participants.map(
    (p) =>
      `  ${style("bold", plainLine(p.name))} (${plainLine(p.model)})${isFixed(p) ? `: ${plainLine(p.position)}` : ""}`,
  );
  return [
    ...importedText(debate),
    style("bold", plain(debate.topic)),
    `${formatText(debate, words)}, ${words.word(debate.mode)}; ${debate.id}`,
    ...speakers,
    ...(debate.judge ? [`  ${say("Judge: {model}", { model: plainLine(debate.judge.model) })}`] : []),
    ...(verbose ? [promptSourcesLine(debate), ...summariesLines(debate)].map((line) => style("dim", line)) : []),
    ...(debate.demo
      ? [style("yellow", `${demoLine(debate, words)} ${say("Set a provider's key for a real debate.")}`)]
      : []),
    ...(debate.status === "validating" ? [style("dim", say("each model is asked whether it answers"))] : []),
    ...debate.warnings.map((warning) => style("dim", plainLine(warning.detail))),
    "",
  ].join("\n");
}

/** A plain position may be replaced by an assigned one, unless it belongs to a side. */
function isFixed({ positionSource, side }: Debate["participants"][number]): boolean {
  return positionSource !== "plain" || side !== undefined;
}

type Of<K extends WireEvent["type"]> = Extract<WireEvent, { type: K }>;
/** How each event is shown: as a line between turns, or by what prints turns. Other events are not shown. */
const SHOWN: { [K in WireEvent["type"]]?: (event: Of<K>, context: Context) => string | undefined | void } = {
  "retrieval.completed": (event, { style, words }) =>
    style("dim", words.say("Reasoning templates: {names}", { names: templatesOf(event, words) })),
  "positions.assigned": showPositions,
  "clarification.answered": ({ answers }, { style, words }) => {
    const missing = answers.flatMap(({ questionId, answer }) => (answer === null ? [questionId] : []));
    return missing.length > 0 ? style("yellow", `${words.say("not answered")}: ${missing.join(", ")}`) : undefined;
  },
  "round.started": ({ round }, { style, debate, words }) => style("cyan", `\n${roundLine(round, debate, words)}`),
  "phase.started": ({ phase }, { style, words }) =>
    phase === "judging" ? style("dim", `\n${words.say("the judge weighs the round")}`) : undefined,
  "turn.started": (event, { turns, speakers }) => {
    speakers.set(event.turnId, event.participantId);
    turns.start(event);
  },
  "turn.delta": ({ turnId, text }, { turns }) => turns.delta(turnId, text),
  "turn.restarted": ({ turnId, attempt }, { turns, style, words }) =>
    turns.restart(turnId, style("yellow", `(${words.say("starts over, attempt {attempt}", { attempt })})`)),
  "turn.failed": (event, { turns, style, debate, words }) => {
    const line = style("yellow", failureOf(event, words));
    if (event.waitMs === null) return turns.lose(event, line);
    return `${nameOf(event.participantId, debate)}: ${line}`;
  },
  "turn.completed": (event, { turns, style, verbose, speakers, words }) => {
    const { turn } = event;
    speakers.set(event.turnId, event.participantId);
    const heading = { ...event, targetId: turn.targetId };
    turns.complete(heading, turn, style("dim", verbose ? wholeFooterOf(turn) : footerOf(turn, words)));
  },
  "judge.failed": (event, { style, words }) => style("yellow", `${words.say("The judge")}: ${failureOf(event, words)}`),
  "judge.replaced": warned,
  "assessment.completed": showAssessment,
  "vote.completed": priced(({ vote }) => vote),
  "control_arm.answered": ({ answer: { model, answer } }, { style, words }) =>
    style("dim", plainLine(words.say("{model}, alone: {answer}", { model, answer }))),
  "control_arm.counted": ({ count }, { style, words }) => {
    const counts = count.controlArm.groups.map((group) => group.count).join(" : ");
    return `${words.say("The answers alone: {counts}", { counts })} ${spent(count, { style, words })}`;
  },
  "output.completed": ({ output }, context) => `${context.words.say("the result as JSON")} ${spent(output, context)}`,
  "ranking.cast": priced(({ ranking }) => ranking),
  "poll.measured": ({ conformity }, { style, debate, words }) => style("dim", stancesLine(conformity, debate, words)),
  "evaluation.completed": ({ evaluation }, context) =>
    `${evaluationGist(evaluation, context.words)} ${spent(evaluation, context)}`,
  "context.summarized": (event, context) => context.style("dim", plainLine(summaryLine(event, context))),
  "context.warning": (event, context) => context.style("yellow", plainLine(windowLine(event, context))),
  "participant.dropped": warned,
  "participant.replaced": warned,
  "decision.requested": ({ decision }, { style, debate, asks }) =>
    style("bold", `\n${(asks ? [questionLine(decision)] : decisionLines(decision, debate.id)).join("\n")}`),
  "decision.made": warned,
  "act.skipped": warned,
  "round.timed_out": warned,
  "round.completed": ({ round, usage, costUsd }, { style, verbose, words }) => {
    if (verbose) return undefined;
    const about = { round, tokens: usage.outputTokens, cost: money(costUsd, words) };
    return style("dim", words.say("Round {round}: {tokens} tokens written, the judge's included, {cost}", about));
  },
  "command.ignored": ({ command, why }, { style, words }) =>
    style("dim", plainLine(words.say("{command} was ignored: {why}", { command, why }))),
  "debate.status": statusLine,
};

function warned(event: Of<Noted>, context: Context): string {
  return context.style("yellow", plainLine(noteOf(event, context) ?? ""));
}

function priced<K extends Noted>(paidFor: (event: Of<K>) => { costUsd: number | null }) {
  return (event: Of<K>, context: Context) =>
    `${plainLine(noteOf(event, context) ?? "")} ${spent(paidFor(event), context)}`;
}

function narrate(event: WireEvent, context: Context): void {
  const show = SHOWN[event.type] as ((event: WireEvent, context: Context) => string | undefined | void) | undefined;
  const line = show?.(event, context);
  if (line) context.turns.note(line);
}

function stancesLine(
  { stances, stable, hollow }: Of<"poll.measured">["conformity"],
  debate: Context["debate"],
  { say }: Words,
): string {
  const each = stances.map(({ participantId, stance }) => `${nameOf(participantId, debate)} ${stance}`);
  const found = [...(stable ? [say("stances are stable")] : []), ...(hollow ? [say("hollow consensus")] : [])];
  const held = say("held in private, of 100: {stances}", { stances: each.join(", ") });
  return `${held}${found.length > 0 ? ` (${found.join(", ")})` : ""}`;
}

/** Later headings show the assigned positions. */
function showPositions(event: Of<"positions.assigned">, context: Context): void {
  const { turns, style, debate } = context;
  for (const { participantId, position, persona, source } of event.positions) {
    const participant = debate.participants.find((p) => p.id === participantId);
    if (!participant || source === "given") continue;
    Object.assign(participant, { position });
    const character = persona ? style("dim", ` (${plainLine(persona)})`) : "";
    turns.note(`${nameOf(participantId, debate)}: ${plainLine(position)}${character}`);
  }
}

function templatesOf({ items, degraded }: Of<"retrieval.completed">, { say }: Words): string {
  if (items.length > 0) return items.map((item) => plainLine(item.name)).join(", ");
  return `${say("none")}${degraded ? ` (${plainLine(degraded.why)})` : ""}`;
}

function showAssessment({ assessment }: Of<"assessment.completed">, context: Context): string {
  const { style, verbose, words } = context;
  const line = `${assessmentLine(assessment, words)} ${spent(assessment, context)}`;
  const { reasoning } = assessment as Partial<Assessment>;
  return verbose && reasoning ? `${line}\n${style("dim", plain(withPlaces(reasoning, { words })))}` : line;
}

function statusLine(event: Of<"debate.status">, { style, verbose, debate, words }: Context): string | undefined {
  const { say, word } = words;
  if (event.warnings) return style("yellow", event.warnings.map(({ detail }) => plainLine(detail)).join("\n"));
  if (event.pausing) return style("yellow", say("pausing after the turn in flight"));
  if (event.status === "paused") return style("yellow", say("paused; the command resume continues it"));
  if (event.status === "concluding") return style("dim", `\n${word(protocolOf(debate).conclusion.announcement)}`);
  return verbose
    ? style("dim", say("Status: {status}", { status: word(event.status.replaceAll("_", " ")) }))
    : undefined;
}

function spent({ costUsd }: { costUsd: number | null }, { style, words }: Pick<Context, "style" | "words">): string {
  return style("dim", `(${money(costUsd, words)})`);
}

function headingOf(
  { participantId, targetId, phase, round }: Heading,
  { debate, speakers, words }: Pick<Context, "debate" | "speakers" | "words">,
): string {
  const { say, word } = words;
  const participant = debate.participants.find((p) => p.id === participantId);
  const about = targetId ? ` ${aboutWhom(phase, nameOf(speakers.get(targetId) ?? targetId, debate), words)}` : "";
  const place = say("round {round}, {kind}", { round, kind: word(phase.replaceAll("-", " ")) });
  return `${nameOf(participantId, debate)}${about} · ${place}${participant ? ` · ${shortened(plainLine(participant.position), LONGEST_POSITION)}` : ""}`;
}

function footerOf({ usage, costUsd, latencyMs }: Pick<Turn, "usage" | "costUsd" | "latencyMs">, words: Words): string {
  const { inputTokens: input, outputTokens: output } = usage;
  const tokens = words.say("{input} + {output} tokens", { input, output });
  return `[${tokens}, ${money(costUsd, words)}, ${seconds(latencyMs, words)}]`;
}

function wholeFooterOf(turn: Pick<Turn, "usage" | "costUsd" | "latencyMs">): string {
  return `[${used(turn)}, ${seconds(turn.latencyMs)}]`;
}

function failureOf(
  { kind, message, attempt, waitMs }: { kind: string; message: string; attempt: number; waitMs: number | null },
  { say }: Words,
): string {
  const about = { attempt, kind: plainLine(kind), message: plainLine(message) };
  if (kind === "interrupted") return say("attempt {attempt}: {message}; again on resume", about);
  const next =
    waitMs === null ? say("no further attempt") : say("again in {seconds} s", { seconds: Math.ceil(waitMs / 1000) });
  return `${say("attempt {attempt} failed ({kind}): {message}", about)}; ${next}`;
}
