/** Plays a dialectic debate of pure steps, with whatever outcome a test wants of each. */
import { readerKey } from "../../domain/context/state.ts";
import type { DebateState } from "../../domain/debate-state.ts";
import type { DraftEvent } from "../../domain/events.ts";
import type { DebatePlan, DialecticPlan } from "../../domain/plan.ts";
import { next } from "../../domain/protocols/registry.ts";
import type { ActSpec, Step, TurnSpec } from "../../domain/steps.ts";
import { event } from "./drive.ts";
import { planFor } from "./plans.ts";
import { createPlayer } from "./player.ts";

const USAGE = { inputTokens: 10, cachedInputTokens: 0, outputTokens: 5, reasoningTokens: 0, calls: 1 };
const COST = { usage: USAGE, costUsd: 0.001 };
const AT = "2026-11-21T12:00:00.000Z";

export function dialecticPlan(
  changes: Partial<DebatePlan> & { speakers?: number; rules?: Partial<DialecticPlan> } = {},
): DebatePlan {
  const { rules, ...rest } = changes;
  const dialectic: DialecticPlan = {
    termination: { type: "fixed", threshold: 80 },
    includeFullHistory: true,
    summaries: { threshold: 5_000, maxLength: 2_500 },
    ...rules,
  };
  return planFor({ format: "dialectic", mode: "simultaneous", judging: "final-only", dialectic, ...rest });
}

export interface Outcomes {
  /** Characters of the turn; null: it failed, and the debate went on without it. */
  turn?: (turn: TurnSpec) => number | null;
  /** Characters of the summary; null: it failed for good. */
  summary?: (act: ActSpec) => number | null;
  confidence?: (round: number) => number;
  /** Asked before each step: the owner stops the debate. */
  stops?: (steps: number) => boolean;
  /** Asked before each turn of a step: an error comes between, and the debate is retried. */
  interrupts?: (turn: TurnSpec) => boolean;
}

export function playDialectic(plan: DebatePlan, outcomes: Outcomes = {}) {
  const player = createPlayer(plan);
  const { events, take, go, enter } = player;
  const steps: Step[] = [];
  const turns: TurnSpec[] = [];
  const perform = (act: ActSpec) => {
    const { state } = player;
    const { round } = state;
    if (act.name === "evaluateRound") {
      const confidence = outcomes.confidence?.(round) ?? 50;
      return take(
        event("evaluation.completed", { round, evaluation: { round, confidence, bestRefinement: null, ...COST } }),
      );
    }
    const participantId = typeof act.by === "string" ? null : act.by.participantId;
    const after = outcomes.summary ? outcomes.summary(act) : 1_000;
    if (after === null) {
      const degradation = {
        what: act.dispensable ?? "",
        why: "scripted",
        ...(participantId !== null && { participantId }),
        round,
      };
      return take(event("act.skipped", { round, actId: act.id, degradation }));
    }
    const sizes = { before: state.dialectic?.views[readerKey(participantId)] ?? 0, after };
    const made = { method: "model" as const, model: "demo/debater", latencyMs: 1, attempt: 1, at: AT, ...COST };
    take(
      event("context.summarized", {
        round,
        participantId,
        summary: { id: act.id, participantId, round, ...sizes, ...made },
      }),
    );
  };
  for (const on of ["validate", "passed", "start", "initialized"] as const) go(on);
  for (let n = 0; n < 5_000; n++) {
    const { wholeTurns, endedBy } = player.state;
    if (wholeTurns > 0 && !endedBy && outcomes.stops?.(n))
      take(event("debate.status", { ...statusOf(player.state), status: "concluding", by: "stop", endedBy: "owner" }));
    const { state } = player;
    const step = next(plan, state);
    steps.push(step);
    if (step.kind === "beginRound") take(event("round.started", { round: step.round }));
    if (step.kind === "turns") {
      enter(step.phase, step.expected);
      for (const turn of step.turns) {
        if (outcomes.interrupts?.(turn)) break;
        turns.push(turn);
        const length = outcomes.turn ? outcomes.turn(turn) : 100;
        take(completed(turn, length));
      }
    }
    if (step.kind === "acts") {
      enter(step.phase, step.acts.length);
      for (const act of step.acts) perform(act);
    }
    if (step.kind === "endRound") {
      if (state.phase) take(event("phase.completed", { round: state.round, phase: state.phase }));
      take(event("round.completed", { round: step.round, usage: USAGE, costUsd: 0 }));
    }
    if (step.kind === "conclude") {
      if (state.status === "running") go("roundsOver", { endedBy: step.endedBy });
      return { state: player.state, events, steps, turns, conclusion: step };
    }
  }
  throw new Error("the debate did not end");
}

function statusOf({ status, phase, round, pausing }: DebateState) {
  return { status, phase, round, pausing };
}

/** `length` null: the turn failed. */
function completed(turn: TurnSpec, length: number | null): DraftEvent {
  const { id, participantId, round, index, phase, targetId } = turn;
  return event("turn.completed", {
    round,
    phase,
    participantId,
    turnId: id,
    turn: {
      id,
      participantId,
      round,
      index,
      phase,
      ...(targetId !== undefined && { targetId }),
      length: length ?? 0,
      status: length === null ? "failed" : "whole",
      latencyMs: 5,
      attempt: 1,
      ...COST,
    },
  });
}
