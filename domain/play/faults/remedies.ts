/** Carries out what a fault beyond its retries leads to, by policy or by its owner's decision. */

import { type Work, wait } from "../../base/work.ts";
import { modelId } from "../../shapes/catalogue/catalogue.ts";
import type { ChosenModel } from "../../shapes/catalogue/model-ref.ts";
import { type ActName, isOfPanel, lostWithout } from "../../shapes/facts.shape.ts";
import { nameOf } from "../../shapes/names.shape.ts";
import type { FaultView } from "../../shapes/schemas/faults.schema.ts";
import type { FaultDetails, PendingDecisionState } from "../../shapes/state/state.ts";
import { roundOf } from "../../shapes/turn-ids.ts";
import type { OngoingDebate, Ports } from "../state/ports.play.ts";
import { decisionOn } from "./decisions.faults.ts";
import type { Remedy } from "./policies.ts";

/** What failed, and why. A judge's act has no participant. */
export interface Failed extends Omit<PendingDecisionState, "asked"> {
  fault: { kind: string; message: string };
  participantId?: string | undefined;
}

/** The participant is out; what its failed turn had said is kept with the turn. */
export function* drop(
  { debate, closeTurn }: Pick<Ports, "debate" | "closeTurn">,
  { fault, turn, participantId }: Failed,
): Work<void> {
  if (participantId === undefined) return;
  if (turn) yield* wait(closeTurn(turn));
  const { plan, state } = debate;
  if (isOut(state, participantId)) return;
  const { round } = state;
  const { kind, message } = fault;
  const what = `${nameOf(plan, participantId)}, from round ${round} on`;
  const degradation = { what, why: message, participantId, round };
  const turnId = turn ? { turnId: turn.id } : {};
  debate.emit("participant.dropped", { round, participantId, kind, message, ...turnId, degradation });
}

export function isOut({ participants }: OngoingDebate["state"], participantId: string | undefined): boolean {
  return participants.some((p) => p.id === participantId && p.status === "failed");
}

/** The debate goes on without an act. */
export function skip(
  debate: OngoingDebate,
  act: { id: string; name: ActName; dispensable?: string; participantId?: string },
  why: string,
): void {
  const round = roundOf(act.id, debate.state.round);
  const whose = act.participantId === undefined ? {} : { participantId: act.participantId };
  const degradation = { what: lostWithout(act, round), why, ...whose, round };
  debate.emit("act.skipped", { round, actId: act.id, degradation });
}

export function replaceJudge(
  debate: OngoingDebate,
  model: ChosenModel,
  { by, why, act }: { by: "policy" | "owner"; why: string; act?: { name: ActName } | undefined },
): void {
  const { plan, state } = debate;
  const before = state.judgeModel ?? plan.judge;
  if (!before) return;
  const { round } = state;
  const panelOut = plan.panel && act && isOfPanel(act.name) ? { panelOut: true as const } : {};
  const who = "panelOut" in panelOut ? "the judge's panel" : `the judge ${modelId(before)}`;
  const degradation = { what: `${who}, replaced by ${modelId(model)}`, why, round };
  const judges = { judge: modelId(model), before: modelId(before), model };
  debate.emit("judge.replaced", { round, ...judges, by, ...panelOut, degradation });
}

/**
 * Another model speaks for a participant after a fault: its owner gave it one, or the next of its fallbacks took its seat
 * (`why`: the fault). What its model had said before is told to be another's.
 */
export function replaceModel(
  debate: OngoingDebate,
  { participantId, model, before, why }: { participantId: string; model: string; before: string; why?: string },
): void {
  const { plan, state } = debate;
  const { round, error } = state;
  const { spend } = state.participants.find(({ id }) => id === participantId) ?? {};
  const hasSpent = spend !== undefined && spend.inputTokens + spend.outputTokens > 0;
  const what = `${nameOf(plan, participantId)}'s model ${before}, replaced by ${model}`;
  const degradation = { what, why: why ?? error?.message ?? "its owner chose so", participantId, round };
  debate.emit("participant.replaced", {
    round,
    participantId,
    speaker: model,
    before,
    ...(hasSpent && { degradation }),
  });
}

/** The prompt that did not fit is asked for again, shorter. */
export function squeeze(
  debate: OngoingDebate,
  { strategy, capacity }: Extract<Remedy, { kind: "squeeze" }>,
  { room, participantId }: Pick<Failed, "room" | "participantId">,
): void {
  const tokens = room?.tokens ?? capacity;
  const use = Number((tokens / Math.max(1, room?.capacity ?? capacity)).toFixed(3));
  const about = { round: debate.state.round, participantId: participantId ?? null };
  debate.emit("context.warning", { ...about, use, strategy, capacity, tokens, forced: true });
}

export function requestDecision(debate: OngoingDebate, failed: Failed & { fault: FaultDetails }): void {
  const { fault, participantId, turn, act } = failed;
  const { plan, state } = debate;
  const times = { at: debate.now(), timeoutMs: plan.durations.decisionTimeout };
  const decision = decisionOn({ plan, state }, { ...fault, participantId, turn }, times);
  const { room } = fault;
  const subject = { ...(turn && { turn }), ...(act && { act: { id: act.id, name: act.name } }) };
  const about = { ...subject, ...(room && { room }) };
  debate.emit("decision.requested", { round: state.round, decision, about });
}

/** The fault as readers see it. */
export function faultView(
  fault: FaultDetails,
  where: { participantId?: string; round: number; at: number },
): FaultView {
  const { kind, message, retryable, retryCount, suggestion } = fault;
  const { participantId, round } = where;
  const at = new Date(where.at).toISOString();
  return { kind, message, retryable, retryCount, ...(participantId && { participantId }), round, at, suggestion };
}
