/** Tells a debate's events to a terminal: rounds, speakers, their words as they come, the judge, tokens and cost. */

import type { DebateEvent as WireEvent } from "../../api/client/index.ts";
import type { Decision } from "../../domain/decision.ts";
import { FORMATS_BY_NAME } from "../../domain/formats/registry.ts";
import type { Assessment } from "../../domain/schemas/assessment.ts";
import type { Debate } from "../../domain/schemas/debate.ts";
import type { Turn } from "../../domain/schemas/turn.ts";
import { decisionLines } from "./decisions.ts";
import { plain, plainLine, type Style } from "./terminal.ts";
import { createTurnPrinter, type Heading, type TurnPrinter } from "./turns.ts";

export interface NarratorOptions {
  debate: Debate;
  write: (text: string) => void;
  style: Style;
  verbose: boolean;
}

/** Characters of a position that a heading repeats. */
const LONGEST_POSITION = 80;

interface Telling extends NarratorOptions {
  turns: TurnPrinter;
}

/** A function that tells one event after another. */
export function createNarrator(options: NarratorOptions): (event: WireEvent) => void {
  const { write, style } = options;
  const debate = structuredClone(options.debate);
  const turns = createTurnPrinter({ write, heading: (heading) => style("bold", headingOf(heading, debate)) });
  const telling = { ...options, debate, turns };
  return (event) => tell(event, telling);
}

/** What stands over a debate before its first event. */
export function introduction(debate: Debate, style: Style): string {
  const speakers = debate.participants.map(
    (p) =>
      `  ${style("bold", plainLine(p.name))} (${plainLine(p.model)})${isSettled(p) ? `: ${plainLine(p.position)}` : ""}`,
  );
  const demo =
    "The demo model speaks: its replies are canned, no language model is asked. Set a provider's key for a real debate.";
  return [
    style("bold", plain(debate.topic)),
    `${debate.format}, at most ${debate.maxRounds} ${debate.maxRounds === 1 ? "round" : "rounds"}, ${debate.mode}; ${debate.id}`,
    ...speakers,
    ...(debate.judge ? [`  judge: ${plainLine(debate.judge.model)}`] : []),
    ...(debate.demo ? [style("yellow", demo)] : []),
    ...debate.warnings.map((warning) => style("dim", plainLine(warning.detail))),
    "",
  ].join("\n");
}

/** A plain position may give way to one that is assigned; that of a side stays. */
function isSettled({ positionSource, side }: Debate["participants"][number]): boolean {
  return positionSource !== "plain" || side !== undefined;
}

function tell(event: WireEvent, telling: Telling): void {
  const { turns, style } = telling;
  switch (event.type) {
    case "positions.assigned":
      return tellPositions(event, telling);
    case "retrieval.completed":
      return turns.note(style("dim", `reasoning templates: ${templatesOf(event)}`));
    case "round.started":
      return turns.note(style("cyan", `\n── Round ${event.round} of ${telling.debate.maxRounds} ──`));
    case "phase.started":
      return notePhase(event, telling);
    case "clarification.answered":
      return tellAnswers(event, telling);
    case "turn.started":
      return turns.start(event);
    case "turn.delta":
      return turns.delta(event.turnId, event.text);
    case "turn.restarted":
      return turns.restart(event.turnId, style("yellow", `(starts over, attempt ${event.attempt})`));
    case "turn.failed":
      return tellFailure(event, telling);
    case "turn.completed":
      return turns.complete(event, event.turn as Partial<Turn>, style("dim", footerOf(event.turn)));
    case "judge.failed":
      return turns.note(style("yellow", `the judge: ${failureOf(event)}`));
    case "assessment.completed":
      return tellAssessment(event, telling);
    case "vote.completed":
      return turns.note(
        `the judge's vote ${event.when} the debate: ${event.vote.vote} ${style("dim", `(${usd(event.vote.costUsd)})`)}`,
      );
    case "evaluation.completed":
      return turns.note(
        `the judge: confidence ${event.evaluation.confidence} of 100 ${style("dim", `(${usd(event.evaluation.costUsd)})`)}`,
      );
    case "context.summarized":
      return turns.note(
        style(
          "dim",
          `${event.participantId === null ? "the transcript" : `${nameOf(event.participantId, telling.debate)}'s view`} was summarised`,
        ),
      );
    case "context.warning":
      return turns.note(
        style(
          "yellow",
          `${event.participantId === null ? "the judge" : nameOf(event.participantId, telling.debate)}: the context window is ${Math.round(event.use * 100)} % full`,
        ),
      );
    case "participant.dropped":
      return turns.note(
        style("yellow", `out: ${nameOf(event.participantId, telling.debate)}; ${plainLine(event.message)}`),
      );
    case "judge.replaced":
      return turns.note(
        style("yellow", `${plainLine(event.judge)} judges from now on, not ${plainLine(event.before)}`),
      );
    case "decision.requested":
      return turns.note(style("bold", `\n${decisionLines(event.decision, telling.debate.id).join("\n")}`));
    case "decision.made":
      return turns.note(style("yellow", decidedLine(event.decision)));
    case "act.skipped":
      return turns.note(style("yellow", `lost: ${plainLine(event.degradation.what)}`));
    case "round.completed":
      return turns.note(
        style(
          "dim",
          `round ${event.round}: ${tokens(event.usage.outputTokens)} written, the judge's included, ${usd(event.costUsd)}`,
        ),
      );
    case "debate.status":
      return tellStatus(event, telling);
    case "command.ignored":
      return turns.note(style("dim", `${event.command} was ignored: ${plainLine(event.why)}`));
    default:
  }
}

function decidedLine({ id, made }: Decision): string {
  return `decision ${id}: ${made?.option}${made?.by === "default" ? ", by default: nobody decided in time" : ""}`;
}

/** From here on the headings name what was assigned. */
function tellPositions(event: Extract<WireEvent, { type: "positions.assigned" }>, telling: Telling): void {
  const { turns, style, debate } = telling;
  for (const { participantId, position, persona, source } of event.positions) {
    const participant = debate.participants.find((p) => p.id === participantId);
    if (!participant || source === "given") continue;
    Object.assign(participant, { position });
    const character = persona ? style("dim", ` (${plainLine(persona)})`) : "";
    turns.note(`${nameOf(participantId, debate)}: ${plainLine(position)}${character}`);
  }
}

function notePhase(event: Extract<WireEvent, { type: "phase.started" }>, { turns, style }: Telling): void {
  if (event.phase === "judging") turns.note(style("dim", "\nthe judge weighs the round"));
  else turns.note(style("dim", `phase ${event.phase}: ${event.expected} ${event.expected === 1 ? "task" : "tasks"}`));
}

function tellAnswers(event: Extract<WireEvent, { type: "clarification.answered" }>, { turns, style }: Telling): void {
  const late = event.answers.flatMap(({ questionId, answer }) => (answer === null ? [questionId] : []));
  if (late.length > 0) turns.note(style("yellow", `no answer was given in time: ${late.join(", ")}`));
}

const CONCLUDING = {
  judged: "the judge writes the verdict",
  dialectic: "the judge writes the solution",
  "proposer-skeptic": "now for the answer",
};

function templatesOf({ items, degraded }: Extract<WireEvent, { type: "retrieval.completed" }>): string {
  return (
    items.map((item) => plainLine(item.name)).join(", ") || `none${degraded ? ` (${plainLine(degraded.why)})` : ""}`
  );
}

function tellFailure(event: Extract<WireEvent, { type: "turn.failed" }>, { turns, style, debate }: Telling): void {
  const line = style("yellow", failureOf(event));
  if (event.waitMs === null) turns.lose(event, line);
  else turns.note(`${nameOf(event.participantId, debate)}: ${line}`);
}

function tellAssessment(event: Extract<WireEvent, { type: "assessment.completed" }>, telling: Telling): void {
  const { turns, style, verbose } = telling;
  const { assessment } = event;
  const goesOn = assessment.shouldContinue ? "go on" : "enough was said";
  turns.note(
    `the judge: quality ${assessment.qualityScore} of 10, ${goesOn} ${style("dim", `(${usd(assessment.costUsd)})`)}`,
  );
  const { reasoning } = assessment as Partial<Assessment>;
  if (verbose && reasoning) turns.note(style("dim", plain(reasoning)));
}

function tellStatus(
  event: Extract<WireEvent, { type: "debate.status" }>,
  { turns, style, verbose, debate }: Telling,
): void {
  if (event.pausing) turns.note(style("yellow", "pausing after the turn in flight"));
  else if (event.status === "paused") turns.note(style("yellow", "paused; it goes on with the resume command"));
  else if (event.status === "concluding")
    turns.note(style("dim", `\n${CONCLUDING[FORMATS_BY_NAME[debate.format].protocol]}`));
  else if (verbose) turns.note(style("dim", `status ${event.status}`));
}

function headingOf(heading: Heading, debate: Debate): string {
  const participant = debate.participants.find((p) => p.id === heading.participantId);
  const place = `round ${heading.round}, ${heading.phase}`;
  return `${nameOf(heading.participantId, debate)} · ${place}${participant ? ` · ${shortened(plainLine(participant.position))}` : ""}`;
}

function shortened(text: string): string {
  return text.length <= LONGEST_POSITION ? text : `${text.slice(0, LONGEST_POSITION - 1).trimEnd()}…`;
}

function nameOf(participantId: string, debate: Debate): string {
  return plainLine(debate.participants.find((p) => p.id === participantId)?.name ?? participantId);
}

function footerOf(turn: Pick<Turn, "usage" | "costUsd" | "latencyMs">): string {
  const { inputTokens, outputTokens } = turn.usage;
  return `[${inputTokens} + ${tokens(outputTokens)}, ${usd(turn.costUsd)}, ${(turn.latencyMs / 1000).toFixed(1)} s]`;
}

function failureOf(event: { kind: string; message: string; attempt: number; waitMs: number | null }): string {
  if (event.kind === "interrupted") return `attempt ${event.attempt}: ${plainLine(event.message)}; again on resume`;
  const next = event.waitMs === null ? "no further attempt" : `again in ${Math.ceil(event.waitMs / 1000)} s`;
  return `attempt ${event.attempt} failed (${plainLine(event.kind)}): ${plainLine(event.message)}; ${next}`;
}

function tokens(count: number): string {
  return `${count} tokens`;
}

/** Dollars to the hundredth of a cent; unknown prices are said to be unknown. */
export function usd(amount: number | null): string {
  return amount === null ? "cost unknown" : `$${amount.toFixed(4)}`;
}
