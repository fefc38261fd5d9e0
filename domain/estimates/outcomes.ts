/** What each step of a debate brings in a case: the events that its activities would report. */
import type { DebateConfig } from "../config.ts";
import { readerKey } from "../context/state.ts";
import type { DebateState } from "../debate-state.ts";
import type { DraftEvent, EventPayloads, EventType } from "../events.ts";
import { ballotOrder, isBlindBallotId, voteMoment } from "../protocols/ids.ts";
import type { ActName, ActSpec, Step, TurnSpec } from "../steps.ts";
import { type Case, charactersOf } from "./cases.ts";

interface Scene {
  config: DebateConfig;
  state: DebateState;
  of: Case;
}

export const FREE = {
  usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0, calls: 0 },
  costUsd: 0,
};
const BELOW_ANY_THRESHOLD = -1;
const AT = "2026-01-01T00:00:00.000Z";

export function eventOf<T extends EventType>(type: T, data: EventPayloads[T]): DraftEvent {
  return { type, at: AT, data } as DraftEvent;
}

export function turnOutcome(turn: TurnSpec, { endsEarly }: Case, said: number): DraftEvent {
  const { id, participantId, round, index, phase, targetId } = turn;
  const skeptical = phase === "critique" && targetId === undefined;
  const opinion = endsEarly
    ? { critical: 0, score: 10, readyForSynthesis: true }
    : { critical: 1, score: 0, readyForSynthesis: false };
  const digest = { id, participantId, round, index, phase, length: charactersOf(said), latencyMs: 0, attempt: 1 };
  return eventOf("turn.completed", {
    round,
    phase,
    participantId,
    turnId: id,
    turn: {
      ...digest,
      ...FREE,
      ...(targetId !== undefined && { targetId }),
      ...(skeptical && { critique: { round, ...opinion } }),
      status: "whole",
    },
  });
}

/** What each act reports; nothing where the debate is over with it. */
const DONE: Record<ActName, (act: ActSpec, scene: Scene, said: number) => DraftEvent[]> = {
  assignPositions: () => [eventOf("positions.assigned", { positions: [], reasoning: "", ...FREE, latencyMs: 0 })],
  retrieveTemplates: () => [eventOf("retrieval.completed", { method: "lexical", items: [], latencyMs: 0 })],
  collectQuestions: (act, { state }) => {
    const iteration = (state.clarification?.iterations ?? 0) + 1;
    const about = { iteration, participantId: actorOf(act), actId: act.id, count: 0 };
    return [eventOf("clarification.collected", { ...about, ...FREE, latencyMs: 0 })];
  },
  assessRound: (_, { state: { round }, of: { endsEarly } }) => {
    const flags = {
      repetitive: endsEarly,
      drifting: false,
      diminishingReturns: endsEarly,
      convergenceReached: endsEarly,
    };
    const assessment = { round, qualityScore: 7, shouldContinue: !endsEarly, flags, ...FREE };
    return [eventOf("assessment.completed", { round, assessment })];
  },
  castVote: ({ id }, { state: { round } }) => {
    const when = voteMoment(id);
    return [eventOf("vote.completed", { round, when, vote: { id, when, vote: "undecided", confidence: 50, ...FREE } })];
  },
  evaluateRound: (_, { state: { round }, of: { endsEarly } }) => {
    const evaluation = { round, confidence: endsEarly ? 100 : BELOW_ANY_THRESHOLD, bestRefinement: null, ...FREE };
    return [eventOf("evaluation.completed", { round, evaluation })];
  },
  summarizePerspective: summarized,
  // The walk never asks for it: it comes with the call that needs it (measure.ts).
  summarizeTranscript: () => [],
  castBallot: ({ id }, { state: { round }, of: { endsEarly } }) => {
    const alike = isBlindBallotId(id) && { unanimous: endsEarly };
    const ballot = { id, judge: "", order: ballotOrder(id), winner: null, ...alike, ...FREE };
    return [eventOf("ballot.completed", { round, ballot })];
  },
  countBallots: () => [],
  synthesizeSolution: () => [],
  giveAnswer: () => [],
  concludeUnjudged: () => [],
};

/** At the worst each summary fails: it has cost what it cost, and the whole view is read all the same. */
function summarized(act: ActSpec, { state, of }: Scene, said: number): DraftEvent[] {
  const { round } = state;
  const participantId = typeof act.by === "string" ? null : act.by.participantId;
  if (of.name === "worst") {
    const whose = participantId === null ? {} : { participantId };
    const degradation = { what: "a summary", why: "assumed", ...whose, round };
    return [eventOf("act.skipped", { round, actId: act.id, degradation })];
  }
  const made = { model: "", latencyMs: 0, attempt: 1, at: AT, method: "model" as const, ...FREE };
  const sizes = { before: state.dialectic?.views[readerKey(participantId)] ?? 0, after: charactersOf(said) };
  const summary = { id: act.id, participantId, round, ...sizes, ...made };
  return [eventOf("context.summarized", { round, participantId, summary })];
}

export function actOutcome({ act, ...scene }: Scene & { act: ActSpec }, said: number): DraftEvent[] {
  return DONE[act.name](act, scene, said);
}

/** Nobody asks anything, everybody asks once, or everybody asks all that it may, each time. */
export function questionsAsked({ iteration }: Extract<Step, { kind: "gatherQuestions" }>, scene: Scene): DraftEvent {
  const { config, state, of } = scene;
  const total = state.clarification?.total ?? 0;
  const most = config.clarifications?.maxPerAgent ?? 0;
  const each = { lowest: 0, likely: iteration === 1 ? 1 : 0, worst: most }[of.name];
  const questions = Array.from({ length: each * config.participants.length }, (_, i) => ({
    id: `q${total + i + 1}`,
    text: "",
    askedBy: [],
  }));
  return eventOf("clarification.asked", { iteration, questions });
}

export function actorOf({ by }: ActSpec): string {
  return typeof by === "string" ? by : by.participantId;
}
