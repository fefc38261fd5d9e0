/** The events that the activities of each step would report in a case. */

import type { QuestionPlan } from "../../shapes/plan/plan.ts";
import type { ActSpec, Step, TurnSpec } from "../../shapes/state/steps.ts";
import type { AssumedScene } from "../acts/act.ts";
import { MODEL_ACTS } from "../acts/registry.act.ts";
import { eventOf, FREE } from "../assumptions/assumed.ts";
import { type Case, charactersOf } from "../assumptions/cases.ts";
import type { BriefEvent } from "../events/events.ts";

export function turnOutcome(
  turn: TurnSpec,
  { of, said, question }: { of: Case; said: number; question?: QuestionPlan | undefined },
): BriefEvent {
  const { id, participantId, round, index, phase, targetId } = turn;
  const { endsEarly } = of;
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
      ...(phase === "answer" && { answer: answerAssumed(turn, of, question) }),
      status: "whole",
    },
  });
}

/**
 * All answers are the same where the debate ends early, else all differ. In a vote all but one are likely the same.
 * Numbers, since those of a question of numbers are compared as such.
 */
function answerAssumed({ participantId, round, index }: TurnSpec, of: Case, question?: QuestionPlan): string {
  if (!question?.vote) return of.endsEarly ? "" : `${participantId} ${round}`;
  const differs = { lowest: 0, likely: index === 2 ? 1 : 0, worst: 1_000_000 * round * index };
  return String(differs[of.name]);
}

/** The events that report an act; none where the debate is over with it. */
export function actOutcome({ act, ...scene }: AssumedScene & { act: ActSpec }, said: number): BriefEvent[] {
  if (act.by !== "service") return MODEL_ACTS[act.name].assumed.events(act, scene, said);
  if (act.name === "measurePolls") return [pollMeasured(scene)];
  if (act.name !== "retrieveTemplates") return [];
  return [eventOf("retrieval.completed", { method: "lexical", items: [], latencyMs: 0 })];
}

/** A debate that ends early is stable as soon as it can be. */
function pollMeasured({ state: { round }, of: { endsEarly } }: Omit<AssumedScene, "config">): BriefEvent {
  return eventOf("poll.measured", { round, conformity: { round, stable: endsEarly, hollow: false } });
}

/** Nobody asks anything, everybody asks once, or everybody asks all that it may, each time. */
export function questionsAsked(
  { iteration }: Extract<Step, { kind: "gatherQuestions" }>,
  scene: AssumedScene,
): BriefEvent {
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
