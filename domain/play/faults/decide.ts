/** Carries out a decision that was made, by the debate's owner or as the default. */

import type { Work } from "../../base/work.ts";
import { situationOf } from "../../rules/state/situation.ts";
import { isTerminal, move } from "../../shapes/lifecycle.shape.ts";
import type { Decision } from "../../shapes/schemas/decision.ts";
import type { OngoingDebate, Ports } from "../state/ports.play.ts";
import { stopped } from "./budget-decision.ts";
import { remedyOf } from "./decisions.faults.ts";
import type { Remedy } from "./policies.ts";
import { drop, replaceJudge, skip, squeeze } from "./remedies.ts";

type Made = NonNullable<Decision["made"]>;

/** False when the debate stopped waiting for it: a stop came while the failed turn was being recorded. */
export function* carryOutDecision(
  made: Made,
  reason: string | undefined,
  ports: Pick<Ports, "debate" | "closeTurn">,
): Work<boolean> {
  const { debate } = ports;
  const { plan, state } = debate;
  const { decision, error, round } = state;
  if (!decision) return false;
  const { asked, turn, act, room } = decision;
  const { participantId } = asked;
  const remedy = remedyOf({ plan, state }, made);
  const fault = { kind: error?.kind ?? asked.kind, message: error?.message ?? asked.question };
  if (remedy.kind === "drop" || (remedy.kind === "end" && remedy.drops)) {
    yield* drop(ports, { fault, participantId, ...(turn && { turn }) });
    if (debate.state.decision?.asked.id !== asked.id) return false;
  }
  const endsByBudget = asked.kind === "cost_limit" && remedy.kind === "end";
  debate.emit("decision.made", {
    round,
    decision: { ...asked, made },
    ...(reason !== undefined && { reason }),
    ...(endsByBudget && { degradation: stopped(state, asked.question) }),
  });
  if ((remedy.kind === "skip" || (remedy.kind === "end" && asked.kind !== "cost_limit" && !remedy.drops)) && act)
    skip(debate, act, fault.message);
  if (remedy.kind === "squeeze") squeeze(debate, remedy, { participantId, ...(room && { room }) });
  if (remedy.kind === "replace") replaceJudge(debate, remedy.model, { by: "owner", why: fault.message, act });
  goOn(debate, remedy, made);
  return true;
}

function goOn(debate: OngoingDebate, remedy: Remedy, made: Made): void {
  const { state } = debate;
  const decided = consequenceOf(remedy);
  const status = move({ ...situationOf(state, debate), decided }, "decide") ?? state.status;
  const byOwner = remedy.kind === "end" && made.by === "owner";
  const isBudget = state.decision?.asked.kind === "cost_limit";
  const endedBy = isBudget ? ("budget" as const) : byOwner ? ("owner" as const) : ("policy" as const);
  debate.emit("debate.status", {
    status,
    phase: isTerminal(status) ? null : state.phase,
    round: state.round,
    // A pause that was asked for before takes effect once the debate goes on.
    pausing: status === "error" || isTerminal(status) ? false : state.pausing,
    by: "decide",
    ...(status === "error" && state.error && { error: state.error }),
    ...(status === "concluding" && decided === "ends" && !state.endedBy && { endedBy }),
  });
  if (status === "cancelled")
    debate.emit("debate.cancelled", { status, reason: "its owner abandoned it at its limit" });
}

function consequenceOf(remedy: Remedy): "abandons" | "ends" | "fails" | "goesOn" {
  if (remedy.kind === "abandon") return "abandons";
  if (remedy.kind === "end" || (remedy.kind === "drop" && remedy.ends)) return "ends";
  return remedy.kind === "error" ? "fails" : "goesOn";
}
