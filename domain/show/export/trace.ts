/** The trace: timing, models, scores, computed from stored data. */

import { autoScore } from "../../judge/signals/auto-score.ts";
import { measuredRounds } from "../../judge/signals/rounds.signal.ts";
import type { LogEvent } from "../../play/events/events.ts";
import type { Assessment } from "../../shapes/schemas/assessment.schema.ts";
import type { Debate } from "../../shapes/schemas/debate.schema.ts";
import type { Rating } from "../../shapes/schemas/rating.schema.ts";
import type { StoppedBy, Trace, TranscriptExport } from "./transcript.export.ts";

export interface TraceInput
  extends Pick<TranscriptExport, "turns" | "assessments" | "evaluations" | "result">,
    Partial<Pick<TranscriptExport, "summaries">> {
  debate: Pick<Debate, "participants" | "judge" | "startedAt" | "completedAt">;
  events: LogEvent[];
  rating?: Rating | null | undefined;
}

/** Times in milliseconds. Simultaneous model calls count once. */
export function buildTrace(input: TraceInput): Trace {
  const { debate, result } = input;
  const { startedAt, completedAt } = debate;
  const totalMs = startedAt && completedAt ? Math.max(0, millis(completedAt) - millis(startedAt)) : null;
  const measured = measuredRounds(input);
  const modelMs = Math.min(coveredMs(calls(input)), totalMs ?? Number.MAX_SAFE_INTEGER);
  return {
    timing: {
      startedAt,
      completedAt,
      totalMs,
      modelMs,
      ownMs: totalMs === null ? null : totalMs - modelMs,
      retrievalMs: retrievals(input.events).at(-1)?.latencyMs ?? null,
      conclusionMs: conclusionMs(input),
      roundsMs: roundsMs(input.events),
    },
    models: { ...modelsOf(debate), ...embeddingIn(input) },
    templates: retrievals(input.events).at(-1)?.items ?? [],
    earlyStopped: stoppedBy(input.events),
    qualityScore: qualityOf(result),
    userRating: input.rating ?? null,
    autoScore: autoScore({ ...input, rounds: measured }),
    ...(measured.length > 0 && { measured }),
    ...flipsIn(input.assessments),
  };
}

/** Who ended the rounds of the newest generation; null: nobody, or they ran to their limit. */
function stoppedBy(events: LogEvent[]): StoppedBy | null {
  const moves = events.flatMap((event) => (event.type === "debate.status" ? [event.data] : []));
  const own = moves.slice(moves.findLastIndex(({ by }) => by === "reset") + 1);
  const { endedBy = "limit", convergedBy = null } = own.findLast((move) => move.endedBy !== undefined) ?? {};
  if (endedBy === "convergence") return convergedBy;
  return endedBy === "limit" ? null : endedBy;
}

/** 0–100. Of a solution it is the judge's confidence in it; of an answer the skeptic's last score, times ten. */
function qualityOf(result: TraceInput["result"]): number | null {
  if (result?.type === "verdict") return result.verdict.qualityScore;
  if (result?.type === "solution") return result.solution.confidence;
  if (result?.type !== "answer" || result.answer.score === null) return null;
  return Math.round(result.answer.score * 10);
}

/** The model that turns were compared by, if it answered at least once. */
function embeddingIn({ turns, assessments }: TraceInput): { embedding?: string } {
  const measured = [...turns, ...assessments.flatMap((a) => a.measured ?? [])];
  const found = measured.find(({ embedding }) => embedding && embedding.failure === null)?.embedding;
  return found ? { embedding: found.model } : {};
}

function flipsIn(assessments: Assessment[]): Pick<Trace, "flips"> {
  const asked = assessments.flatMap(({ round, flips }) => (flips ? [flips.map((flip) => ({ round, ...flip }))] : []));
  return asked.length === 0 ? {} : { flips: asked.flat() };
}

interface Span {
  from: number;
  to: number;
}

/** Records are timestamped when their model call ends. */
function calls({ turns, assessments, evaluations = [], summaries = [], result, events }: TraceInput): Span[] {
  const assigned = events.flatMap((e) => (e.type === "positions.assigned" ? [{ ...e.data, at: e.at }] : []));
  const asked = events.flatMap((e) => (e.type === "clarification.collected" ? [{ at: e.at, ...e.data }] : []));
  const votes = events.flatMap((e) => (e.type === "vote.completed" ? [e.data.vote] : []));
  const ballots = events.flatMap((e) => (e.type === "ballot.completed" ? [e.data.ballot] : []));
  const conclusions = events.flatMap((e) => (e.type === "conclusion.completed" ? [e.data.conclusion] : []));
  const reviews = events.flatMap((e) => (e.type === "answer.reviewed" ? [e.data.review] : []));
  const claims = events.flatMap((e) => (e.type === "claims.checked" ? [e.data.claims] : []));
  const confirmed = events.flatMap((e) => (e.type === "claims.confirmed" ? [e.data.confirmed] : []));
  const alone = events.flatMap((e) => (e.type === "control_arm.answered" ? [e.data.answer] : []));
  const counts = events.flatMap((e) => (e.type === "control_arm.counted" ? [e.data.count] : []));
  const outputs = events.flatMap((e) => (e.type === "output.completed" ? [e.data.output] : []));
  const polls = events.flatMap((e) => (e.type === "poll.taken" ? [e.data.poll] : []));
  // Answers and verdicts take no calls of their own: they come from a turn, and from ballots.
  const ruled = result?.type === "solution" || result?.type === "council" ? [result] : [];
  const groups = events.flatMap((e) => (e.type === "answers.grouped" ? [e.data.groups] : []));
  const rankings = events.flatMap((e) => (e.type === "ranking.cast" ? [e.data.ranking] : []));
  const judged = [
    ...assessments,
    ...evaluations,
    ...votes,
    ...ballots,
    ...claims,
    ...confirmed,
    ...conclusions,
    ...reviews,
    ...alone,
    ...counts,
    ...groups,
    ...rankings,
    ...polls,
    ...outputs,
    ...ruled,
  ];
  return [...assigned, ...asked, ...turns, ...summaries, ...judged].map(({ at, latencyMs }) => {
    const to = millis(at);
    return { from: to - latencyMs, to };
  });
}

function coveredMs(spans: Span[]): number {
  let covered = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    covered += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return covered;
}

function retrievals(events: LogEvent[]) {
  return events.flatMap((event) => (event.type === "retrieval.completed" ? [event.data] : []));
}

function conclusionMs({ debate, events }: TraceInput): number | null {
  const begun = events.find((event) => event.type === "debate.status" && event.data.status === "concluding");
  return begun && debate.completedAt ? Math.max(0, millis(debate.completedAt) - millis(begun.at)) : null;
}

/** An unfinished round lasts until the last event. */
function roundsMs(events: LogEvent[]): number[] {
  const end = events.at(-1);
  /** For each round, its next completion after the current event. */
  const closed = new Map<number, LogEvent>();
  const lengths = events.toReversed().flatMap((event) => {
    if (event.type === "round.completed") closed.set(event.data.round, event);
    if (event.type !== "round.started") return [];
    return [Math.max(0, millis((closed.get(event.data.round) ?? end ?? event).at) - millis(event.at))];
  });
  return lengths.toReversed();
}

function modelsOf({ participants, judge }: TraceInput["debate"]): Record<string, string> {
  const entries = participants.map(({ id, role, model }): [string, string] => [role ?? id, model]);
  return Object.fromEntries([...entries, ...(judge ? [["judge", judge.model] as const] : [])]);
}

function millis(at: string): number {
  return Date.parse(at);
}
