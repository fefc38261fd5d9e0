/** Prints a debate's events to a terminal: rounds, speakers, their words as they come, the judge, tokens and costs. */

import type { DebateEvent as WireEvent } from "../../../api/client/index.ts";
import { money, percent, seconds } from "../../../domain/base/words/figures.words.ts";
import { wordsOf } from "../../../domain/base/words/words.ts";
import { protocolOf } from "../../../domain/rules/protocols/registry.protocol.ts";
import type { Assessment } from "../../../domain/shapes/schemas/assessment.schema.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { Decision } from "../../../domain/shapes/schemas/decision.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import { isAudienceVoteId, voterOf } from "../../../domain/shapes/turn-ids.ts";
import { demoLine } from "../../../domain/show/export/imported-lines.export.ts";
import { aboutWhom, rankedNames, withPlaces } from "../../../domain/show/report/names.report.ts";
import type { Waiting } from "../base/spinner.ts";
import { plain, plainLine, type Style, shortened } from "../base/terminal.ts";
import { decisionLines, questionLine } from "./decisions.debate-command.ts";
import { figuresLine, promptSourcesLine, used } from "./figures.debate-command.ts";
import { importedText } from "./outcome.debate-command.ts";
import { createProgress } from "./progress.debate-command.ts";
import { summariesLines, summarised, summaryLine } from "./summaries.ts";
import { createTurnPrinter, type Heading, type TurnPrinter } from "./turns.debate-command.ts";
import { formatText, nameOf } from "./words.debate-command.ts";

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
  /** Who has taken each turn, by its id. */
  speakers: Map<string, string>;
}

/** A function that prints one event after another. */
export function createNarrator(options: NarratorOptions): (event: WireEvent) => void {
  const { write, style, waiting } = options;
  const debate = structuredClone(options.debate);
  const speakers = new Map<string, string>();
  const heading = (of: Heading) => style("bold", headingOf(of, { debate, speakers }));
  const turns = createTurnPrinter({ write, heading });
  const context = { ...options, debate, turns, speakers };
  const progress = createProgress(debate);
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

const REAL = "Set a provider's key for a real debate.";

/** The lines above a debate's first event. */
export function introduction(debate: Debate, { style, verbose }: Pick<NarratorOptions, "style" | "verbose">): string {
  const speakers = debate.participants.map(
    (p) =>
      `  ${style("bold", plainLine(p.name))} (${plainLine(p.model)})${isFixed(p) ? `: ${plainLine(p.position)}` : ""}`,
  );
  return [
    ...importedText(debate),
    style("bold", plain(debate.topic)),
    `${formatText(debate)}, ${debate.mode}; ${debate.id}`,
    ...speakers,
    ...(debate.judge ? [`  judge: ${plainLine(debate.judge.model)}`] : []),
    ...(verbose ? [promptSourcesLine(debate), ...summariesLines(debate)].map((line) => style("dim", line)) : []),
    ...(debate.demo ? [style("yellow", `${demoLine(debate, wordsOf(debate))} ${REAL}`)] : []),
    ...(debate.status === "validating" ? [style("dim", "each model is asked whether it answers")] : []),
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
  "retrieval.completed": (event, { style }) => style("dim", `reasoning templates: ${templatesOf(event)}`),
  "positions.assigned": showPositions,
  "clarification.answered": ({ answers }, { style }) => {
    const missing = answers.flatMap(({ questionId, answer }) => (answer === null ? [questionId] : []));
    return missing.length > 0 ? style("yellow", `not answered: ${missing.join(", ")}`) : undefined;
  },
  "round.started": ({ round }, { style, debate }) => style("cyan", `\n── Round ${round} of ${debate.maxRounds} ──`),
  "phase.started": ({ phase }, { style }) =>
    phase === "judging" ? style("dim", "\nthe judge weighs the round") : undefined,
  "turn.started": (event, { turns, speakers }) => {
    speakers.set(event.turnId, event.participantId);
    turns.start(event);
  },
  "turn.delta": ({ turnId, text }, { turns }) => turns.delta(turnId, text),
  "turn.restarted": ({ turnId, attempt }, { turns, style }) =>
    turns.restart(turnId, style("yellow", `(starts over, attempt ${attempt})`)),
  "turn.failed": (event, { turns, style, debate }) => {
    const line = style("yellow", failureOf(event));
    if (event.waitMs === null) return turns.lose(event, line);
    return `${nameOf(event.participantId, debate)}: ${line}`;
  },
  "turn.completed": (event, { turns, style, verbose, speakers }) => {
    const { turn } = event;
    speakers.set(event.turnId, event.participantId);
    const heading = { ...event, targetId: turn.targetId };
    turns.complete(heading, turn, style("dim", verbose ? wholeFooterOf(turn) : footerOf(turn)));
  },
  "judge.failed": (event, { style }) => style("yellow", `the judge: ${failureOf(event)}`),
  "judge.replaced": ({ judge, before }, { style }) =>
    style("yellow", `${plainLine(judge)} judges from now on, not ${plainLine(before)}`),
  "assessment.completed": showAssessment,
  "vote.completed": ({ when, vote }, { style }) =>
    `${isAudienceVoteId(vote.id) ? `voter ${voterOf(vote.id)}'s` : "the judge's"} vote ${when} the debate: ${vote.vote} ${spent(vote, style)}`,
  "control_arm.answered": ({ answer }, { style }) =>
    style("dim", `${plainLine(answer.model)}, alone: ${plainLine(answer.answer)}`),
  "control_arm.counted": ({ count }, { style }) =>
    `the answers alone: ${count.controlArm.groups.map((group) => group.count).join(" to ")} ${spent(count, style)}`,
  "output.completed": ({ output }, { style }) => `the result as JSON ${spent(output, style)}`,
  "ranking.cast": ({ participantId: id, ranking }, { style, debate }) =>
    `${nameOf(id, debate)} ranks: ${plainLine(rankedNames(ranking.places, debate))} ${spent(ranking, style)}`,
  "poll.measured": ({ conformity }, { style, debate }) => style("dim", stancesLine(conformity, debate)),
  "evaluation.completed": ({ evaluation }, { style }) =>
    `the judge: confidence ${evaluation.confidence} of 100 ${spent(evaluation, style)}`,
  "context.summarized": ({ summary }, { style, debate, verbose }) =>
    style("dim", verbose ? summaryLine(summary, debate) : summarised(summary, debate)),
  "context.warning": ({ participantId: id, use }, { style, debate }) => {
    const whose = id === null ? "the judge" : nameOf(id, debate);
    return style("yellow", `${whose}: the context window is ${percent(use)} full`);
  },
  "participant.dropped": ({ participantId, message }, { style, debate }) =>
    style("yellow", `out: ${nameOf(participantId, debate)}; ${plainLine(message)}`),
  "participant.replaced": ({ participantId, speaker, before }, { style, debate }) =>
    style(
      "yellow",
      `${plainLine(speaker)} speaks for ${nameOf(participantId, debate)} from now on, not ${plainLine(before)}`,
    ),
  "decision.requested": ({ decision }, { style, debate, asks }) =>
    style("bold", `\n${(asks ? [questionLine(decision)] : decisionLines(decision, debate.id)).join("\n")}`),
  "decision.made": ({ decision }, { style }) => style("yellow", decidedLine(decision)),
  "act.skipped": lost,
  "round.timed_out": lost,
  "round.completed": ({ round, usage, costUsd }, { style, verbose }) =>
    verbose
      ? undefined
      : style("dim", `round ${round}: ${usage.outputTokens} tokens written, the judge's included, ${money(costUsd)}`),
  "command.ignored": ({ command, why }, { style }) =>
    style("dim", `${plainLine(command)} was ignored: ${plainLine(why)}`),
  "debate.status": statusLine,
};

function lost({ degradation }: Of<"act.skipped" | "round.timed_out">, { style }: Context): string {
  return style("yellow", `lost: ${plainLine(degradation.what)}`);
}

function narrate(event: WireEvent, context: Context): void {
  const show = SHOWN[event.type] as ((event: WireEvent, context: Context) => string | undefined | void) | undefined;
  const line = show?.(event, context);
  if (line) context.turns.note(line);
}

function stancesLine(
  { stances, stable, hollow }: Of<"poll.measured">["conformity"],
  debate: Context["debate"],
): string {
  const each = stances.map(({ participantId, stance }) => `${nameOf(participantId, debate)} ${stance}`);
  const found = [...(stable ? ["stable"] : []), ...(hollow ? ["a hollow consensus"] : [])];
  return `held in private, of 100: ${each.join(", ")}${found.length > 0 ? ` (${found.join(", ")})` : ""}`;
}

function decidedLine({ id, made }: Decision): string {
  return `decision ${id}: ${made?.option}${made?.by === "default" ? ", by default: nobody decided in time" : ""}`;
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

function templatesOf({ items, degraded }: Of<"retrieval.completed">): string {
  return (
    items.map((item) => plainLine(item.name)).join(", ") || `none${degraded ? ` (${plainLine(degraded.why)})` : ""}`
  );
}

function showAssessment({ assessment }: Of<"assessment.completed">, { style, verbose, debate }: Context): string {
  const goesOn = assessment.shouldContinue ? "go on" : "enough was said";
  const line = `the judge: quality ${assessment.qualityScore} of 10, ${goesOn} ${spent(assessment, style)}`;
  const { reasoning } = assessment as Partial<Assessment>;
  return verbose && reasoning
    ? `${line}\n${style("dim", plain(withPlaces(reasoning, { words: wordsOf(debate) })))}`
    : line;
}

function statusLine(event: Of<"debate.status">, { style, verbose, debate }: Context): string | undefined {
  if (event.warnings) return style("yellow", event.warnings.map(({ detail }) => plainLine(detail)).join("\n"));
  if (event.pausing) return style("yellow", "pausing after the turn in flight");
  if (event.status === "paused") return style("yellow", "paused; the command resume continues it");
  if (event.status === "concluding") return style("dim", `\n${protocolOf(debate).conclusion.announcement}`);
  return verbose ? style("dim", `status ${event.status}`) : undefined;
}

function spent({ costUsd }: { costUsd: number | null }, style: Style): string {
  return style("dim", `(${money(costUsd)})`);
}

function headingOf(heading: Heading, { debate, speakers }: Pick<Context, "debate" | "speakers">): string {
  const { participantId, targetId, phase } = heading;
  const participant = debate.participants.find((p) => p.id === participantId);
  const place = `round ${heading.round}, ${phase}`;
  const about = targetId ? ` ${aboutWhom(phase, nameOf(speakers.get(targetId) ?? targetId, debate))}` : "";
  return `${nameOf(participantId, debate)}${about} · ${place}${participant ? ` · ${shortened(plainLine(participant.position), LONGEST_POSITION)}` : ""}`;
}

function footerOf(turn: Pick<Turn, "usage" | "costUsd" | "latencyMs">): string {
  const { inputTokens, outputTokens } = turn.usage;
  return `[${inputTokens} + ${outputTokens} tokens, ${money(turn.costUsd)}, ${seconds(turn.latencyMs)}]`;
}

function wholeFooterOf(turn: Pick<Turn, "usage" | "costUsd" | "latencyMs">): string {
  return `[${used(turn)}, ${seconds(turn.latencyMs)}]`;
}

function failureOf(event: { kind: string; message: string; attempt: number; waitMs: number | null }): string {
  if (event.kind === "interrupted") return `attempt ${event.attempt}: ${plainLine(event.message)}; again on resume`;
  const next = event.waitMs === null ? "no further attempt" : `again in ${Math.ceil(event.waitMs / 1000)} s`;
  return `attempt ${event.attempt} failed (${plainLine(event.kind)}): ${plainLine(event.message)}; ${next}`;
}
