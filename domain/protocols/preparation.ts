/** What is done before round 1, whatever the format (spec §1.9). */
import type { ActSpec, DebatePlan, DebateState } from "../plan.ts";
import { retrievalId } from "./ids.ts";

/** Acts that are still to be done while the debate initializes. */
export function preparations(plan: DebatePlan, state: DebateState): ActSpec[] {
  if (!plan.retrieval || state.retrieved) return [];
  return [{ id: retrievalId(state.generation), name: "retrieveTemplates", by: "service" }];
}
