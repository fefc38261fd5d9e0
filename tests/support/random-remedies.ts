/** What becomes of faults beyond their retries when dice decide: by policy, or by an owner who chooses at random. */

import type { DebateState } from "../../domain/debate-state.ts";
import { decisionOn, remedyOf, standingOf } from "../../domain/decisions.ts";
import type { DraftEvent, EventPayloads } from "../../domain/events.ts";
import type { FaultKind } from "../../domain/faults.ts";
import { type Happening, move } from "../../domain/lifecycle.ts";
import type { DebatePlan } from "../../domain/plan.ts";
import { type Remedy, remedyFor } from "../../domain/policies.ts";
import { situationOf } from "../../domain/state.ts";
import type { ActSpec, TurnSpec } from "../../domain/steps.ts";
import { event } from "./drive.ts";
import { type Dice, failedTurn } from "./random-outcomes.ts";

interface Play {
  plan: DebatePlan;
  state: () => DebateState;
  emit: (e: DraftEvent) => void;
  happen: (on: Happening, extra?: Partial<EventPayloads["debate.status"]>) => void;
  roll: Dice;
}
interface About {
  turn?: TurnSpec;
  act?: Pick<ActSpec, "id" | "name">;
}

const KINDS: FaultKind[] = ["network", "invalid_response", "context_overflow", "authentication"];

export function createRemedies({ plan, state, emit, happen, roll }: Play) {
  const errorOf = (kind: string) => ({ kind, message: "cut", retryable: true, retryCount: 3, at: "", suggestion: "" });
  const isOut = (id?: string) => state().participants.some((p) => p.id === id && p.status === "failed");

  function drop(participantId: string, turn?: TurnSpec): void {
    const { round } = state();
    if (turn) emit(failedTurn(turn));
    if (isOut(participantId)) return;
    const degradation = { what: participantId, why: "cut", participantId, round };
    emit(event("participant.dropped", { round, participantId, kind: "network", message: "cut", degradation }));
  }

  function carryOut(remedy: Remedy, { act }: About, by: "policy" | "owner"): void {
    const { round } = state();
    if (remedy.kind === "skip" && act)
      emit(event("act.skipped", { round, actId: act.id, degradation: { what: act.name, why: "cut" } }));
    if (remedy.kind !== "replace") return;
    const degradation = { what: "the judge", why: "cut" };
    const isPanels = plan.panel && act && ["castVote", "castBallot", "countBallots"].includes(act.name);
    const judges = { judge: "a/b", before: "c/d", model: remedy.model };
    emit(event("judge.replaced", { round, ...judges, by, ...(isPanels && { panelOut: true }), degradation }));
  }

  function mend(about: About & { participantId?: string | undefined }): void {
    const { participantId, turn, act } = about;
    const kind = KINDS[roll(KINDS.length)] ?? "network";
    const remedy: Remedy = isOut(participantId)
      ? { kind: "drop", ends: false }
      : remedyFor({ plan, state: state() }, { kind, participantId });
    const pausing = state().pausing;
    if (remedy.kind === "drop" && participantId !== undefined) drop(participantId, turn);
    carryOut(remedy, about, "policy");
    if (remedy.kind === "end" || (remedy.kind === "drop" && remedy.ends))
      happen("roundsOver", { phase: null, pausing, ...(!state().endedBy && { endedBy: "policy" }) });
    if (remedy.kind === "error") happen("faulted", { error: errorOf(kind) });
    if (remedy.kind !== "ask") return;
    const failure = { kind, message: "cut.", participantId };
    const decision = decisionOn({ plan, state: state() }, failure, { at: 0, timeoutMs: 1_000 });
    const on = { ...(turn && { turn }), ...(act && { act: { id: act.id, name: act.name } }) };
    emit(event("decision.requested", { round: state().round, decision, about: on }));
    happen("asked", { error: errorOf(kind), pausing });
  }

  /** One of the options, or the default since the time is up. */
  function decide(): void {
    const { decision, error, round, phase, pausing } = state();
    if (!decision || standingOf(state(), decision.asked.id) !== "open") throw new Error("nothing is asked");
    const { asked, turn, act } = decision;
    const isLate = roll(4) === 0;
    const option = isLate ? asked.default : (asked.options[roll(asked.options.length)]?.id ?? asked.default);
    const params = option === "replace" ? { params: { model: "demo/other" } } : {};
    const made = { option, ...params, by: isLate ? ("default" as const) : ("owner" as const), at: "" };
    const remedy = remedyOf({ plan, state: state() }, made);
    if (remedy.kind === "drop" && asked.participantId !== undefined) drop(asked.participantId, turn);
    emit(event("decision.made", { round, decision: { ...asked, made } }));
    carryOut(remedy, { ...(act && { act }) }, "owner");
    const ends = remedy.kind === "end" || (remedy.kind === "drop" && remedy.ends);
    const decided = ends ? "ends" : remedy.kind === "error" ? "fails" : "goesOn";
    const status = move({ ...situationOf(state()), decided }, "decide");
    if (!status) throw new Error(`decide is illegal in ${state().status}`);
    const extra =
      status === "error" ? { error: error ?? errorOf("network") } : ends ? { endedBy: "policy" as const } : {};
    emit(
      event("debate.status", { status, phase, round, pausing: status !== "error" && pausing, by: "decide", ...extra }),
    );
  }

  return { mend, decide };
}
