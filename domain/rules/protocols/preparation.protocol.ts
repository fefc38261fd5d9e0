/** Acts before round 1, whatever the format: positions and templates. */

import type { DebatePlan } from "../../shapes/plan/plan.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import type { ActSpec, Step } from "../../shapes/state/steps.ts";
import { positionsId, retrievalId } from "../../shapes/turn-ids.ts";
import { isSkipped } from "./unjudged.ts";

/** The acts that are left while the debate initializes. */
export function preparations(plan: DebatePlan, state: DebateState): ActSpec[] {
  const { generation } = state;
  const acts: ActSpec[] = [];
  const id = positionsId(generation);
  if (plan.assignsPositions && !state.positionsAssigned && !isSkipped(state, id))
    acts.push({ id, name: "assignPositions", by: "judge" });
  if (plan.retrieval && !state.retrieved)
    acts.push({ id: retrievalId(generation), name: "retrieveTemplates", by: "service" });
  return acts;
}

/** What to do now in the status `initializing`. */
export function nextPreparation(plan: DebatePlan, state: DebateState): Step {
  const [act] = preparations(plan, state);
  return act ? { kind: "prepare", act } : { kind: "initialized" };
}
