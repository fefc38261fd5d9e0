import type { BriefEvent } from "../../../domain/play/events/events.ts";
import { next } from "../../../domain/rules/protocols/registry.protocol.ts";
import type { DebatePlan } from "../../../domain/shapes/plan/plan.ts";
import type { AssessmentDigest, CritiqueDigest } from "../../../domain/shapes/state/state.ts";
import type { TurnSpec } from "../../../domain/shapes/state/steps.ts";
import { roundOf, voteMoment } from "../../../domain/shapes/turn-ids.ts";
import { type Script, ScriptedDebate } from "../scripted.ts";
import { event } from "./event.ts";

const USAGE = { inputTokens: 10, cachedInputTokens: 0, outputTokens: 5, reasoningTokens: 0, calls: 1 };
export const CALM = { repetitive: false, drifting: false, diminishingReturns: false, convergenceReached: false };

/** Plays a debate to its conclusion, with judgements from `judge`. The acts that conclude it are not performed. */
export function drive(
  plan: DebatePlan,
  judge: (round: number) => Partial<AssessmentDigest> = () => ({}),
  doubt: (round: number) => Partial<CritiqueDigest> = () => ({}),
  repeats: (turn: TurnSpec) => boolean = () => false,
) {
  const debate = new ScriptedDebate(plan);
  const turns: TurnSpec[] = [];
  const script: Script = {
    takeTurn(turn) {
      turns.push(turn);
      const critique = { ...GRAVE, round: turn.round, ...doubt(turn.round) };
      debate.take(completed(turn, { ...(turn.phase === "critique" && { critique }), repeats: repeats(turn) }));
      return null;
    },
    perform({ id, name }, endedBy) {
      if (endedBy) return null;
      const round = roundOf(id, debate.state.round);
      const digest = { round, qualityScore: 7, shouldContinue: true, flags: CALM, ...judge(round) };
      const assessment = { ...digest, usage: USAGE, costUsd: 0.001 };
      debate.take(name === "castVote" ? voted(id, round) : event("assessment.completed", { round, assessment }));
      return null;
    },
  };
  debate.begin();
  for (let n = 0; n < 1_000; n++) {
    const step = debate.step(script);
    if (step.kind !== "conclude") continue;
    const { state, events, steps } = debate;
    // After the last turn, the same step comes again without it.
    if (step.turn) steps.push(next(plan, state));
    return { state, events, steps, turns, endedBy: step.endedBy, convergedBy: step.convergedBy };
  }
  throw new Error("the debate did not end");
}

function voted(id: string, round: number): BriefEvent {
  const when = voteMoment(id);
  const vote = { id, when, vote: "undecided", confidence: 50, usage: USAGE, costUsd: 0.001 } as const;
  return event("vote.completed", { round, when, vote });
}

/** A critique after which a debate goes on. */
const GRAVE: Omit<CritiqueDigest, "round"> = { critical: 1, score: 3, readyForSynthesis: false };

export function completed(
  turn: TurnSpec,
  { critique, repeats = false }: { critique?: CritiqueDigest; repeats?: boolean } = {},
): BriefEvent {
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
      length: 0,
      ...(critique && { critique }),
      ...(repeats && { repeats: true as const }),
    },
  });
}
