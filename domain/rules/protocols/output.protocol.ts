/** The last act of a debate whose request gives a schema: its result becomes a JSON value of that schema. */

import type { DebatePlan } from "../../shapes/plan/plan.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import type { ActSpec, ModelActSpec, Step } from "../../shapes/state/steps.ts";
import { outputId } from "../../shapes/turn-ids.ts";
import { droppedFrom } from "../state/situation.ts";
import { lastCount } from "./control-arm.protocol.ts";
import { isSkipped } from "./unjudged.ts";

/** The acts that follow the result, one after the other. */
export function actsAfterResult(plan: DebatePlan, state: DebateState): ActSpec[] {
  return [lastCount(plan, state), openOutput(plan, state)].flatMap((act) => act ?? []);
}

/** The next of them; null when none is left. */
export function stepAfterResult(plan: DebatePlan, state: DebateState): Extract<Step, { kind: "acts" }> | null {
  const [act] = actsAfterResult(plan, state);
  return act ? { kind: "acts", phase: act.name === "shapeOutput" ? "shaping" : "counting", acts: [act] } : null;
}

/** What nobody ruled on has no value. */
function openOutput(plan: DebatePlan, state: DebateState): ActSpec | null {
  const id = outputId(state.generation);
  const isDone = state.outputMade || state.result?.type === "unjudged" || isSkipped(state, id);
  const by = plan.output && !isDone ? writer(plan, state) : null;
  return by && { id, name: "shapeOutput", by, dispensable: "the output" };
}

/** Without a judge: whoever wrote the answer, else the first who takes part. */
function writer({ judge, participants }: DebatePlan, state: DebateState): ModelActSpec["by"] | null {
  if (judge) return "judge";
  const out = droppedFrom(state);
  const active = participants.filter(({ id }) => !out.has(id));
  const one = active.find(({ role }) => role === "synthesizer") ?? active[0] ?? participants[0];
  return one ? { participantId: one.id } : null;
}
