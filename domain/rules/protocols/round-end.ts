/** Whether a debate ends after a round, and who ends it: its protocol, repetition that the code measures, or private polls. */

import type { DebatePlan } from "../../shapes/plan/plan.ts";
import type { ConvergedBy, EndedBy } from "../../shapes/schemas/result.schema.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import type { Step } from "../../shapes/state/steps.ts";
import { formatOf } from "../formats/registry.format.ts";
import { isRepeated } from "../state/repeated-rounds.ts";
import { endWithPolls } from "./polls.protocol.ts";
import type { Protocol } from "./protocol.ts";

interface RoundEnd {
  endedBy: EndedBy;
  /** Only of a convergence. */
  convergedBy?: ConvergedBy;
}

/** null: the debate goes on. */
export function endAfterRound(protocol: Protocol, plan: DebatePlan, state: DebateState): RoundEnd | null {
  const own = protocol.end(plan, state);
  const repeats = own === null && protocol.endsOnRepetition?.(plan) === true && isRepeated(plan, state, state.round);
  const found = repeats ? "convergence" : own;
  // Once the closing statements are held, nothing follows them.
  const isClosed = own !== null && formatOf(plan).closes === true;
  const endedBy = isClosed ? own : endWithPolls(plan, state, found);
  if (endedBy !== "convergence") return endedBy && { endedBy };
  return { endedBy, convergedBy: repeats ? "code" : own ? protocol.convergedBy(plan, state) : "polls" };
}

/** The step that concludes the debate says who ended it. */
export function endedWith(step: Step, { convergedBy }: Pick<RoundEnd, "convergedBy">): Step {
  return convergedBy && (step.kind === "conclude" || step.kind === "awaitTwin") ? { ...step, convergedBy } : step;
}
