import type { AssessmentDigest, CritiqueDigest } from "../../domain/debate-state.ts";
import type { DraftEvent, EventPayloads, EventType } from "../../domain/events.ts";
import type { DebatePlan } from "../../domain/plan.ts";
import { voteMoment } from "../../domain/protocols/ids.ts";
import { next } from "../../domain/protocols/registry.ts";
import type { Step, TurnSpec } from "../../domain/steps.ts";
import { createPlayer } from "./player.ts";

const AT = "2026-11-21T12:00:00.000Z";
const USAGE = { inputTokens: 10, cachedInputTokens: 0, outputTokens: 5, reasoningTokens: 0, calls: 1 };
export const CALM = { repetitive: false, drifting: false, diminishingReturns: false, convergenceReached: false };

export function event<T extends EventType>(type: T, data: EventPayloads[T]): DraftEvent {
  return { type, at: AT, data } as DraftEvent;
}

/** Plays a debate of pure steps to its conclusion, as the workflow would, with judgements from `judge`. */
export function drive(
  plan: DebatePlan,
  judge: (round: number) => Partial<AssessmentDigest> = () => ({}),
  doubt: (round: number) => Partial<CritiqueDigest> = () => ({}),
) {
  const player = createPlayer(plan);
  const { events, take, go } = player;
  const steps: Step[] = [];
  const turns: TurnSpec[] = [];
  for (const on of ["validate", "passed", "start", "initialized"] as const) go(on);
  for (let n = 0; n < 1_000; n++) {
    const { state } = player;
    const step = next(plan, state);
    steps.push(step);
    const spoken = (turn: TurnSpec) =>
      completed(turn, turn.phase === "critique" ? { ...GRAVE, round: turn.round, ...doubt(turn.round) } : undefined);
    if (step.kind === "beginRound") take(event("round.started", { round: step.round }));
    if (step.kind === "turns") {
      const now = step.order === "parallel" ? step.turns : step.turns.slice(0, 1);
      for (const turn of now) {
        turns.push(turn);
        take(spoken(turn));
      }
    }
    if (step.kind === "acts" && step.acts[0]?.name === "castVote") {
      for (const { id } of step.acts) take(voted(id, state.round));
    } else if (step.kind === "acts") {
      const { round } = state;
      const digest = { round, qualityScore: 7, shouldContinue: true, flags: CALM, ...judge(round) };
      take(event("assessment.completed", { round, assessment: { ...digest, usage: USAGE, costUsd: 0.001 } }));
    }
    if (step.kind === "endRound") take(event("round.completed", { round: step.round, usage: USAGE, costUsd: 0 }));
    if (step.kind === "conclude") {
      go("roundsOver", { phase: null, endedBy: step.endedBy });
      if (step.turn) {
        turns.push(step.turn);
        take(spoken(step.turn));
        steps.push(next(plan, player.state));
      }
      return { state: player.state, events, steps, turns, endedBy: step.endedBy };
    }
  }
  throw new Error("the debate did not end");
}

function voted(id: string, round: number): DraftEvent {
  const when = voteMoment(id);
  const vote = { id, when, vote: "undecided", confidence: 50, usage: USAGE, costUsd: 0.001 } as const;
  return event("vote.completed", { round, when, vote });
}

/** A critique after which a debate goes on. */
const GRAVE: Omit<CritiqueDigest, "round"> = { critical: 1, score: 3, readyForSynthesis: false };

export function completed(turn: TurnSpec, critique?: CritiqueDigest): DraftEvent {
  const { id, participantId, round, index, phase } = turn;
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
      status: "whole",
      usage: USAGE,
      costUsd: 0.002,
      latencyMs: 5,
      attempt: 1,
      ...(critique && { critique }),
    },
  });
}
