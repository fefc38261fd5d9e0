import { nextClarification } from "../clarifications.ts";
import type { DebateState } from "../debate-state.ts";
import { FORMATS_BY_NAME } from "../formats/registry.ts";
import type { DebatePlan } from "../plan.ts";
import type { Step } from "../steps.ts";
import { nextDialectic } from "./dialectic.ts";
import { nextJudged } from "./judged.ts";
import { nextProposerSkeptic } from "./proposer-skeptic.ts";

const PROTOCOLS = { judged: nextJudged, dialectic: nextDialectic, "proposer-skeptic": nextProposerSkeptic };

/** What to do now, by the rules of the debate's format. */
export function next(plan: DebatePlan, state: DebateState): Step {
  if (state.status === "clarifying") return nextClarification(plan, state);
  return PROTOCOLS[FORMATS_BY_NAME[plan.format].protocol](plan, state);
}
