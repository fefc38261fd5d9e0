/**
 * A debate's state is the fold of its event log: `reduce(state, event)`. Given the same events it is the same, so a
 * stored log arrives at the stored state (spec §1.3).
 */
import { NOTHING_ASKED, openQuestions, reduceClarification } from "./clarifications.ts";
import { reduceContext } from "./context/state.ts";
import { addSpend, NO_SPEND, spendOf, totalOf } from "./costs.ts";
import type {
  AssessmentDigest,
  CritiqueDigest,
  DebateState,
  ParticipantState,
  ResultDigest,
  Spend,
} from "./debate-state.ts";
import type { Configured, DraftEvent, EventPayloads } from "./events.ts";
import type { Situation, StopMode } from "./lifecycle.ts";
import type { DebatePlan } from "./plan.ts";
import { NO_CONTROL_ARM, reduceControlArm } from "./protocols/control-arm.ts";
import { NO_DIALECTIC, reduceDialectic } from "./protocols/dialectic-state.ts";
import { isBallotId, isBlindBallotId } from "./protocols/ids.ts";
import type { Degradation } from "./schemas/faults.ts";
import type { Critique } from "./schemas/turn.ts";

export function initialState(plan: DebatePlan): DebateState {
  return {
    ...blank(plan.participants.map((p) => p.id)),
    ...(plan.clarifications && { clarification: NOTHING_ASKED }),
    ...(plan.dialectic && { dialectic: NO_DIALECTIC }),
    ...(plan.controlArm && { controlArm: NO_CONTROL_ARM }),
  };
}

function blank(participants: string[]): DebateState {
  return {
    generation: 1,
    status: "configuring",
    since: null,
    remembered: null,
    pausing: false,
    phase: null,
    round: 0,
    roundOver: true,
    taken: [],
    positionsAssigned: false,
    wholeTurns: 0,
    wholeBeforeRound: 0,
    spentBeforeRound: NO_SPEND,
    attempts: {},
    participants: participants.map(newcomer),
    judge: NO_SPEND,
    assessments: [],
    votes: [],
    critiques: [],
    retrieved: false,
    problems: [],
    retries: 0,
    error: null,
    degraded: [],
    endedBy: null,
    result: null,
    startedAt: null,
    completedAt: null,
  };
}

/** A new generation: what was said stays where it is, what was spent stays counted, all else begins from the start. */
function anew(state: DebateState, at: string): DebateState {
  const { generation, revision, participants, clarification, dialectic, controlArm, unsettled, costWarnings } = state;
  const spent = totalOf(state);
  return {
    ...blank(participants.map((p) => p.id)),
    generation: generation + 1,
    since: at,
    earlier: spent,
    spentBeforeRound: spent,
    ...(revision && { revision }),
    ...(clarification && { clarification: NOTHING_ASKED }),
    ...(dialectic && { dialectic: NO_DIALECTIC }),
    ...(controlArm && { controlArm: NO_CONTROL_ARM }),
    ...(unsettled && { unsettled }),
    ...(costWarnings && { costWarnings }),
  };
}

function newcomer(id: string): ParticipantState {
  return { id, status: "active", retries: 0, spend: NO_SPEND };
}

/** What the guards of the lifecycle look at. */
export function situationOf(state: DebateState, now: { turnsInFlight?: number; stopMode?: StopMode } = {}): Situation {
  return {
    status: state.status,
    remembered: state.remembered,
    pausing: state.pausing,
    problems: state.problems.length,
    wholeTurns: state.wholeTurns,
    turnsInFlight: now.turnsInFlight ?? 0,
    retries: state.retries,
    clarifies: state.clarification !== undefined,
    awaitingAnswers: openQuestions(state).length > 0,
    ...(state.costWarnings?.some((w) => !w.acknowledged) && { hasWarning: true }),
    ...(now.stopMode && { stopMode: now.stopMode }),
  };
}

export function reduce(state: DebateState, event: DraftEvent): DebateState {
  const next = reduceContext(reduceShared(state, event), event);
  return next.dialectic ? { ...next, dialectic: reduceDialectic(next.dialectic, event) } : next;
}

/** What events change in every protocol. */
function reduceShared(state: DebateState, event: DraftEvent): DebateState {
  switch (event.type) {
    case "debate.created":
      return event.data.problems ? { ...state, since: event.at, problems: event.data.problems } : state;
    case "debate.status":
      if (event.data.by === "reset") return anew(state, event.at);
      return statusChanged(reconfigured(state, event.data.configured), event.data, event.at);
    case "positions.assigned":
      return { ...state, positionsAssigned: true, judge: addSpend(state.judge, spendOf(event.data)) };
    case "retrieval.completed":
      return retrieved(state, event.data);
    case "round.started":
      return roundStarted(reduceControlArm(state, event), event.data.round);
    case "round.completed":
      return { ...state, roundOver: true, phase: state.dialectic ? null : "round_complete" };
    case "phase.started":
      return { ...state, phase: event.data.phase };
    case "phase.completed":
      return { ...state, phase: null };
    case "turn.completed":
      if (event.data.phase === "blind")
        return reduceControlArm(withSpend(state, event.data.participantId, spendOf(event.data.turn)), event);
      return turnCompleted(state, event.data.turn);
    case "turn.failed":
      return turnFailed(state, event.data);
    case "judge.failed":
      return judgeFailed(state, event.data);
    case "clarification.collected": {
      const spent = withSpend(state, event.data.participantId, spendOf(event.data));
      return { ...spent, clarification: reduceClarification(state.clarification ?? NOTHING_ASKED, event) };
    }
    case "clarification.asked":
    case "clarification.answered":
      return { ...state, clarification: reduceClarification(state.clarification ?? NOTHING_ASKED, event) };
    case "assessment.completed":
      return assessed(state, event.data.assessment);
    case "vote.completed":
      return voted(withBenchSpend(state, event.data.vote, event.data), event.data.vote);
    case "ballot.completed":
      if (isBlindBallotId(event.data.ballot.id))
        return reduceControlArm(withBenchSpend(state, event.data.ballot, event.data), event);
      return {
        ...withBenchSpend(state, event.data.ballot, event.data),
        ballots: [...(state.ballots ?? []), event.data.ballot.id],
      };
    case "evaluation.completed":
      return { ...state, judge: addSpend(state.judge, spendOf(event.data.evaluation)) };
    case "context.summarized":
      return summarized(state, event.data);
    case "act.skipped":
      return skipped(state, event.data);
    case "participant.dropped":
      return changeParticipant(lost(state, event.data.degradation), event.data.participantId, (p) => ({
        ...p,
        status: "failed",
      }));
    case "judge.replaced":
      return judgeReplaced(lost(state, event.data.degradation), event.data);
    case "decision.requested":
      return {
        ...state,
        decision: { asked: event.data.decision, ...event.data.about },
        decisionsAsked: (state.decisionsAsked ?? 0) + 1,
      };
    case "decision.made":
      return decided(state, event.data);
    case "attempt.unsettled":
      return withAttempt(
        { ...state, unsettled: addSpend(state.unsettled ?? NO_SPEND, spendOf(event.data)) },
        event.data.actId,
        event.data.attempt,
      );
    case "cost.warning":
      return warned(state, event.data.thresholdUsd);
    case "cost.limit":
      return event.data.degradation ? lost(state, event.data.degradation) : state;
    case "warning.acknowledged":
      return { ...state, costWarnings: state.costWarnings?.map((w) => ({ ...w, acknowledged: true })) ?? [] };
    case "interjection.added":
      return { ...state, interjections: [...(state.interjections ?? []), event.data.interjection] };
    case "result.completed":
      return concluded(state, event.data.result);
    case "debate.completed":
    case "debate.failed":
    case "debate.cancelled":
      return { ...state, status: event.data.status, phase: null, pausing: false, completedAt: event.at };
    default:
      return state;
  }
}

/** What a summary for all has cost is nobody's in particular: domain/context/state.ts counts it. */
function summarized(state: DebateState, { participantId, summary }: EventPayloads["context.summarized"]): DebateState {
  if (summary.until) return state;
  if (participantId === null) return { ...state, judge: addSpend(state.judge, spendOf(summary)) };
  return withSpend(state, participantId, spendOf(summary));
}

function retrieved(state: DebateState, { degraded }: EventPayloads["retrieval.completed"]): DebateState {
  return { ...state, retrieved: true, degraded: degraded ? [...state.degraded, degraded] : state.degraded };
}

function decided(state: DebateState, { decision, degradation }: EventPayloads["decision.made"]): DebateState {
  const now = degradation ? lost(state, degradation) : state;
  return decision.made?.option === "continue" ? { ...now, withoutJudge: true } : now;
}

function warned(state: DebateState, thresholdUsd: number): DebateState {
  return { ...state, costWarnings: [...(state.costWarnings ?? []), { thresholdUsd, acknowledged: false }] };
}

function skipped(state: DebateState, { actId: id, degradation }: EventPayloads["act.skipped"]): DebateState {
  const spoilt = isBallotId(id) && { spoilt: [...(state.spoilt ?? []), { id, why: degradation.why }] };
  return { ...lost(state, degradation), skipped: [...(state.skipped ?? []), id], ...spoilt };
}

/** The judge's own, or that of the model of its panel that is named. */
function withBenchSpend(
  state: DebateState,
  spent: Parameters<typeof spendOf>[0],
  { panelist: model }: { panelist?: string | undefined },
): DebateState {
  const spend = spendOf(spent);
  if (model === undefined) return { ...state, judge: addSpend(state.judge, spend) };
  const panel = state.panel ?? [];
  const before = panel.find((p) => p.model === model)?.spend ?? NO_SPEND;
  return { ...state, panel: [...panel.filter((p) => p.model !== model), { model, spend: addSpend(before, spend) }] };
}

/** Summaries for all have an account of their own. */
function judgeFailed(state: DebateState, data: EventPayloads["judge.failed"]): DebateState {
  const billed = data.model === undefined ? withBenchSpend(state, data, data) : state;
  return withAttempt(billed, data.actId, data.attempt);
}

function lost(state: DebateState, degradation: Degradation): DebateState {
  return { ...state, degraded: [...state.degraded, degradation] };
}

function judgeReplaced(state: DebateState, data: EventPayloads["judge.replaced"]): DebateState {
  const { model, before, by, panelOut } = data;
  return {
    ...state,
    judgeModel: model,
    ...(panelOut && { panelOut }),
    formerJudges: [...(state.formerJudges ?? []), { model: before, spent: state.judge }],
    ...(by === "policy" && { fallbacksUsed: (state.fallbacksUsed ?? 0) + 1 }),
  };
}

function roundStarted(state: DebateState, round: number): DebateState {
  const before = { wholeBeforeRound: state.wholeTurns, spentBeforeRound: totalOf(state) };
  return { ...state, ...before, round, roundOver: false, taken: [], attempts: {}, phase: null };
}

/** Who took part before keeps what was counted. */
function reconfigured(state: DebateState, configured?: Configured): DebateState {
  if (!configured) return state;
  const { clarification = NOTHING_ASKED, dialectic = NO_DIALECTIC, controlArm = NO_CONTROL_ARM, ...rest } = state;
  const before = (id: string) => state.participants.find((p) => p.id === id);
  return {
    ...rest,
    revision: configured.revision,
    participants: configured.participants.map((id) => before(id) ?? newcomer(id)),
    ...(configured.clarifies && { clarification }),
    ...(configured.dialectic && { dialectic }),
    ...(configured.controlArm && { controlArm }),
  };
}

const WAITING = ["paused", "awaiting_decision", "error"];

function statusChanged(state: DebateState, data: EventPayloads["debate.status"], at: string): DebateState {
  const from = state.status;
  const waits = WAITING.includes(data.status);
  const { decision, ...rest } = state;
  return {
    ...rest,
    ...(decision && data.status === "awaiting_decision" && { decision }),
    status: data.status,
    // A draft's time begins anew with every change.
    since: data.status === from && from !== "configuring" ? state.since : at,
    pausing: data.pausing,
    phase: data.phase,
    remembered: waits ? (WAITING.includes(from) ? state.remembered : from) : null,
    problems: data.problems ?? (data.status === "validating" ? [] : state.problems),
    error: data.error ?? null,
    // A fork has none of its own yet.
    retries: data.by === "retry" ? state.retries + 1 : data.by === "fork" ? 0 : state.retries,
    endedBy: data.endedBy ?? state.endedBy,
    startedAt: data.status === "initializing" ? (state.startedAt ?? at) : state.startedAt,
  };
}

type TurnPart = Parameters<typeof spendOf>[0] & {
  participantId: string;
  round: number;
  index: number;
  status: string;
  critique?: Critique | CritiqueDigest | undefined;
};

function turnCompleted(state: DebateState, turn: TurnPart): DebateState {
  return {
    ...withSpend(state, turn.participantId, spendOf(turn)),
    taken: [...new Set([...state.taken, turn.index])].toSorted((a, b) => a - b),
    wholeTurns: state.wholeTurns + (turn.status === "whole" ? 1 : 0),
    critiques: turn.critique ? [...state.critiques, critiqueDigest(turn.critique, turn.round)] : state.critiques,
  };
}

/** The numbers of a critique. A digest is its own. */
export function critiqueDigest(critique: Critique | CritiqueDigest, round: number): CritiqueDigest {
  if ("critical" in critique) return critique;
  const { issues, score, readyForSynthesis } = critique;
  const critical = issues.filter((issue) => issue.severity === "critical").length;
  return { round, critical, score, readyForSynthesis };
}

function turnFailed(state: DebateState, data: EventPayloads["turn.failed"]): DebateState {
  const spent = withSpend(state, data.participantId, spendOf(data));
  const retried = data.waitMs === null ? 0 : 1;
  const counted = changeParticipant(spent, data.participantId, (p) => ({ ...p, retries: p.retries + retried }));
  return withAttempt(counted, data.turnId, data.attempt);
}

function withAttempt(state: DebateState, id: string, attempt: number): DebateState {
  return { ...state, attempts: { ...state.attempts, [id]: Math.max(state.attempts[id] ?? 0, attempt) } };
}

function withSpend(state: DebateState, id: string, spend: Spend): DebateState {
  return changeParticipant(state, id, (p) => ({ ...p, spend: addSpend(p.spend, spend) }));
}

function changeParticipant(
  state: DebateState,
  id: string,
  change: (p: ParticipantState) => ParticipantState,
): DebateState {
  return { ...state, participants: state.participants.map((p) => (p.id === id ? change(p) : p)) };
}

function assessed(state: DebateState, assessment: AssessmentDigest & Parameters<typeof spendOf>[0]): DebateState {
  const { round, qualityScore, shouldContinue, flags, measured } = assessment;
  const found = measured?.diminishingReturns && { measured: { diminishingReturns: true } };
  return {
    ...state,
    judge: addSpend(state.judge, spendOf(assessment)),
    assessments: [...state.assessments, { round, qualityScore, shouldContinue, flags, ...found }],
  };
}

function voted(state: DebateState, cast: EventPayloads["vote.completed"]["vote"]): DebateState {
  const { id, when, vote } = cast;
  return { ...state, votes: [...state.votes, { id, when, vote }] };
}

function concluded(state: DebateState, result: EventPayloads["result.completed"]["result"]): DebateState {
  // An answer is a turn's text and a verdict is made from ballots: they are paid for.
  const judge = result.type === "solution" ? addSpend(state.judge, spendOf(result)) : state.judge;
  return { ...state, judge, result: resultDigest(result) };
}

/** What stands of a result in the state and in Temporal's history. */
export function resultDigest(result: EventPayloads["result.completed"]["result"]): ResultDigest {
  if (result.type === "unjudged") return { type: "unjudged" };
  if (result.type === "solution")
    return { type: "solution", confidence: "solution" in result ? result.solution.confidence : result.confidence };
  if (result.type === "answer")
    return { type: "answer", score: "answer" in result ? result.answer.score : result.score };
  if (!("verdict" in result)) {
    const { type, winner, winningSide, scores } = result;
    return { type, winner, ...(winningSide && { winningSide }), scores };
  }
  const { winner, scores } = result.verdict;
  const side = winner?.side;
  return { type: result.type, winner: winner?.participant ?? null, ...(side && { winningSide: side }), scores };
}
