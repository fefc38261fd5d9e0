/** Plays a dialectic debate, with the outcomes that a test scripts. */

import type { BriefEvent } from "../../../domain/play/events/events.ts";
import { readerKey } from "../../../domain/rules/context/context-state.ts";
import type { DebatePlan, DialecticPlan } from "../../../domain/shapes/plan/plan.ts";
import type { FaultDetails } from "../../../domain/shapes/state/state.ts";
import type { ActSpec, TurnSpec } from "../../../domain/shapes/state/steps.ts";
import { event } from "../random/event.ts";
import { planFor } from "../random/plans.ts";
import { faultOf, type Script, ScriptedDebate } from "../scripted.ts";

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
  /** Whether the turn repeats an earlier one; left out: none does. */
  repeats?: (turn: TurnSpec) => boolean;
  /** Asked before each step: the owner stops the debate. */
  stops?: (steps: number) => boolean;
  /** Asked before each turn of a step: if true, this turn and those after it are asked for again. */
  interrupts?: (turn: TurnSpec) => boolean;
}

export function playDialectic(plan: DebatePlan, outcomes: Outcomes = {}) {
  const debate = new ScriptedDebate(plan);
  const turns: TurnSpec[] = [];
  let isInterrupted = false;
  const script: Script = {
    takeTurn(turn) {
      isInterrupted ||= outcomes.interrupts?.(turn) ?? false;
      if (isInterrupted) return null;
      turns.push(turn);
      debate.take(completed(turn, outcomes));
      return null;
    },
    // The act that concludes the debate is not performed.
    perform: (act, endedBy) => (endedBy ? null : perform(debate, act, outcomes)),
  };
  debate.begin();
  for (let n = 0; n < 5_000; n++) {
    const { wholeTurns, endedBy } = debate.state;
    if (wholeTurns > 0 && !endedBy && outcomes.stops?.(n)) debate.command("stop", { endedBy: "owner" });
    isInterrupted = false;
    const step = debate.step(script);
    const { state, events, steps } = debate;
    if (step.kind === "conclude") return { state, events, steps, turns, conclusion: step };
  }
  throw new Error("the debate did not end");
}

function perform(debate: ScriptedDebate, act: ActSpec, outcomes: Outcomes): FaultDetails | null {
  const { round, dialectic } = debate.state;
  if (act.name === "evaluateRound") {
    const confidence = outcomes.confidence?.(round) ?? 50;
    const evaluation = { round, confidence, bestRefinement: null, ...COST };
    debate.take(event("evaluation.completed", { round, evaluation }));
    return null;
  }
  const after = outcomes.summary ? outcomes.summary(act) : 1_000;
  if (after === null) return faultOf("scripted");
  const participantId = typeof act.by === "string" ? null : act.by.participantId;
  const sizes = { before: dialectic?.views[readerKey(participantId)] ?? 0, after };
  const made = { method: "model" as const, model: "demo/debater", latencyMs: 1, attempt: 1, at: AT, ...COST };
  const summary = { id: act.id, participantId, round, ...sizes, ...made };
  debate.take(event("context.summarized", { round, participantId, summary }));
  return null;
}

function completed(turn: TurnSpec, { turn: lengthOf = () => 100, repeats }: Outcomes): BriefEvent {
  const length = lengthOf(turn);
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
      ...(repeats?.(turn) && { repeats: true as const }),
      status: length === null ? "failed" : "whole",
      latencyMs: 5,
      attempt: 1,
      ...COST,
    },
  });
}
