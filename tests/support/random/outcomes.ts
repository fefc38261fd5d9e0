/** What steps bring at random: the events that the activities of a debate would report. */

import type { BriefEvent } from "../../../domain/play/events/events.ts";
import { modelId } from "../../../domain/shapes/catalogue/catalogue.ts";
import type { ActName } from "../../../domain/shapes/facts.shape.ts";
import { NO_USAGE } from "../../../domain/shapes/state/costs.state.ts";
import type { DebateState } from "../../../domain/shapes/state/state.ts";
import { type ActSpec, participantOf, type Step, type TurnSpec } from "../../../domain/shapes/state/steps.ts";
import { ballotOrder, roundOf, voteMoment } from "../../../domain/shapes/turn-ids.ts";
import { CALM } from "./drive.ts";
import { event } from "./event.ts";

/** A number from 0 to `sides` - 1. */
export type Dice = (sides: number) => number;

const COST = {
  usage: { inputTokens: 10, cachedInputTokens: 0, outputTokens: 5, reasoningTokens: 0, calls: 1 },
  costUsd: 0.001,
};
const MADE = { model: "demo/debater", latencyMs: 1, attempt: 1, at: "2026-11-21T12:00:00.000Z" };

export function turnOutcome(turn: TurnSpec, roll: Dice): BriefEvent {
  const { id, participantId, round, index, phase, targetId } = turn;
  const failed = roll(12) === 0;
  const skeptical = phase === "critique" && targetId === undefined && !failed;
  const critique = { round, critical: roll(3), score: roll(11), readyForSynthesis: roll(2) === 0 };
  const digest = { id, participantId, round, index, phase, length: failed ? 0 : roll(6_000), latencyMs: 5, attempt: 1 };
  return event("turn.completed", {
    round,
    phase,
    participantId,
    turnId: id,
    turn: {
      ...digest,
      ...COST,
      ...(targetId !== undefined && { targetId }),
      ...(skeptical && { critique }),
      ...(phase === "answer" && !failed && { answer: ["a", "b"][roll(2)] ?? "a" }),
      ...(!failed && roll(2) === 0 && { repeats: true as const }),
      status: failed ? "failed" : "whole",
    },
  });
}

/** What a failed turn had said is kept with it, and what it cost with the events of its attempts. */
export function failedTurn(turn: TurnSpec): BriefEvent {
  const { id, participantId, round, index, phase } = turn;
  const digest = { id, participantId, round, index, phase, length: 0, latencyMs: 0, attempt: 1 };
  const about = { round, phase, participantId, turnId: id };
  return event("turn.completed", { ...about, turn: { ...digest, usage: NO_USAGE, costUsd: 0, status: "failed" } });
}

export function turnFault(turn: TurnSpec, waitMs: number | null): BriefEvent {
  const { id, participantId, round, phase } = turn;
  const fault = { kind: "network", message: "cut", attempt: 1, waitMs, ...COST } as const;
  return event("turn.failed", { round, phase, participantId, turnId: id, ...fault });
}

/** What each act reports when it succeeds. */
const DONE: Record<ActName, (act: ActSpec, state: DebateState, roll: Dice) => BriefEvent> = {
  assignPositions: () => event("positions.assigned", { positions: [], reasoning: "", ...COST, latencyMs: 1 }),
  retrieveTemplates: () => event("retrieval.completed", { method: "lexical", items: [], latencyMs: 1 }),
  collectQuestions: (act, state, roll) => {
    const iteration = (state.clarification?.iterations ?? 0) + 1;
    const about = { iteration, participantId: speakerOf(act), actId: act.id, count: roll(3) };
    return event("clarification.collected", { ...about, ...COST, latencyMs: 1 });
  },
  assessRound: (_act, { round }, roll) => {
    const flags = { ...CALM, convergenceReached: roll(4) === 0, diminishingReturns: roll(4) === 0 };
    const found = roll(4);
    const said = { round, qualityScore: roll(11), shouldContinue: roll(2) === 0, flags };
    const assessment = { ...said, ...(found > 0 && { repeating: found }), ...COST };
    return event("assessment.completed", { round, assessment });
  },
  castVote: ({ id }, { round }, roll) => {
    const when = voteMoment(id);
    const vote = (["for", "against", "undecided"] as const)[roll(3)] ?? "undecided";
    return event("vote.completed", { round, when, vote: { id, when, vote, confidence: 50, ...COST } });
  },
  evaluateRound: (_act, { round }, roll) => {
    const evaluation = { round, confidence: roll(101), bestRefinement: null, ...COST };
    return event("evaluation.completed", { round, evaluation });
  },
  summarizePerspective: (act, { round }) => {
    const sizes = { before: 6_000, after: 1_000, method: "model" as const };
    const who = { round, participantId: act.by === "judge" ? null : speakerOf(act) };
    return event("context.summarized", { ...who, summary: { id: act.id, ...who, ...sizes, ...MADE, ...COST } });
  },
  summarizeTranscript: (act, { round }) => {
    const until = { round: Math.max(1, round - 1), index: 1 };
    const made = { before: 6_000, after: 1_000, method: "model" as const, until, turns: 1 };
    const who = { round, participantId: null };
    return event("context.summarized", { ...who, summary: { id: act.id, ...who, ...made, ...MADE, ...COST } });
  },
  castBallot: ({ id, panelist }, { round }, roll) => {
    const ballot = { id, judge: "demo/judge", order: ballotOrder(id), winner: ["p1", null][roll(2)] ?? null, ...COST };
    return event("ballot.completed", { round, ballot, ...(panelist && { panelist: modelId(panelist) }) });
  },
  checkClaims: ({ id }, { round }, roll) => {
    const oneJudge = roll(2);
    const counts = {
      supported: roll(3),
      contradicted: 0,
      unverified: oneJudge + roll(3),
      ...(oneJudge > 0 && { oneJudge }),
    };
    return event("claims.checked", { round, claims: { id, ...counts, ...COST } });
  },
  confirmClaims: ({ id, panelist }, { round }) => {
    const about = { round, ...(panelist && { panelist: modelId(panelist) }) };
    return event("claims.confirmed", { ...about, confirmed: { id, ...COST } });
  },
  writeConclusion: ({ id }, { round }, roll) => {
    const toBench = roll(3) === 0 && { toBench: true as const };
    return event("conclusion.completed", { round, conclusion: { id, ...toBench, ...COST } });
  },
  reviewAnswer: ({ id }, { round }) =>
    event("answer.reviewed", { round, review: { id, judge: "m", finding: "agree" as const, ...COST } }),
  answerAlone: (act, { round }) => {
    const participantId = speakerOf(act);
    return event("control_arm.answered", { round, participantId, answer: { id: act.id, participantId, ...COST } });
  },
  countAnswers: (act, { round }, roll) => {
    const count = { id: act.id, unanimous: roll(2) === 0, ...COST };
    return event("control_arm.counted", { round, ...participantOf(act), count });
  },
  takePoll: (act, { round }, roll) => {
    const causeKind = (["turn", "own", "exhibit", null] as const)[roll(4)] ?? null;
    const poll = { id: act.id, stance: roll(101), confidence: roll(101), causeKind, ...COST };
    return event("poll.taken", { round, participantId: speakerOf(act), poll });
  },
  measurePolls: (_act, { round }, roll) =>
    event("poll.measured", { round, conformity: { round, stable: roll(3) === 0, hollow: roll(4) === 0 } }),
  countBallots: () =>
    event("result.completed", { result: { type: "verdict", winner: "p1", scores: { p1: 70 }, ...COST } }),
  synthesizeSolution: () => event("result.completed", { result: { type: "solution", confidence: 70, ...COST } }),
  concludeUnjudged: () => event("result.completed", { result: { type: "unjudged", ...COST } }),
  groupAnswers: (act, { round }) => {
    const participantId = speakerOf(act);
    return event("answers.grouped", { round, participantId, groups: { id: act.id, ...COST } });
  },
  countPlurality: () => event("result.completed", { result: { type: "plurality", share: 1, ...COST } }),
  rankAnswers: (act, { round }) => {
    const participantId = speakerOf(act);
    return event("ranking.cast", { round, participantId, ranking: { id: act.id, participantId, ...COST } });
  },
  shapeOutput: (act, { round }) =>
    event("output.completed", { round, ...participantOf(act), output: { id: act.id, ...COST } }),
  concludeCouncil: () => event("result.completed", { result: { type: "council", ...COST } }),
  giveAnswer: () => event("result.completed", { result: { type: "answer", score: 7, ...COST } }),
};

function speakerOf({ by }: ActSpec): string {
  return typeof by === "string" ? by : by.participantId;
}

export function actOutcome(act: ActSpec, state: DebateState, roll: Dice): BriefEvent {
  return DONE[act.name](act, { ...state, round: roundOf(act.id, state.round) }, roll);
}

export function questionsAsked({ iteration }: Extract<Step, { kind: "gatherQuestions" }>, total: number, roll: Dice) {
  const questions = Array.from({ length: roll(3) }, (_, i) => ({
    id: `q${total + i + 1}`,
    text: "What for?",
    askedBy: ["p1"],
  }));
  return event("clarification.asked", { iteration, questions });
}
