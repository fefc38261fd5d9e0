/** What is done before round 1, whatever the format (spec §1.6, §1.9). */
import type { DebateState } from "../debate-state.ts";
import type { DebatePlan } from "../plan.ts";
import type { ActSpec } from "../steps.ts";
import { positionsId, retrievalId } from "./ids.ts";
import { isSkipped } from "./unjudged.ts";

/** Acts that are still to be done while the debate initializes. */
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
