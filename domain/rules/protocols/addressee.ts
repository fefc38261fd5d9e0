/** Whom a turn is about or addressed to. */
import type { DebatePlan } from "../../shapes/plan/plan.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import type { TurnSpec } from "../../shapes/state/steps.ts";
import { ownerOf } from "./dialectic-state.ts";

/** A participant's id; undefined: the turn is for everybody. */
export function addresseeOf(
  plan: Pick<DebatePlan, "participants">,
  state: Pick<DebateState, "dialectic">,
  { phase, targetId }: Pick<TurnSpec, "phase" | "targetId">,
): string | undefined {
  // A skeptic has only the proposer to criticise.
  if (targetId === undefined && phase === "critique") return plan.participants.find((p) => p.role === "proposer")?.id;
  // A dialectic critique names the proposal, an examination the participant.
  return plan.participants.find((p) => p.id === targetId)?.id ?? ownerOf(state.dialectic?.standing ?? {}, targetId);
}
