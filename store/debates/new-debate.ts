/** A new debate: its record, and the plan that its workflow starts with. */
import { stateAfter } from "../../domain/around/branches/fork.ts";
import { planOf } from "../../domain/play/beginning/create-plan.ts";
import { initialState } from "../../domain/rules/protocols/initial-state.ts";
import type { Status } from "../../domain/shapes/lifecycle.shape.ts";
import type { DebateConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { DebatePlan, Durations } from "../../domain/shapes/plan/plan.ts";
import type { Problem } from "../../domain/shapes/schemas/faults.schema.ts";
import type { DebatePrefix, DebateRecord } from "../port/debates.port.ts";

interface NewDebate {
  tenant: string;
  debateId: string;
  config: DebateConfig;
  durations: Durations;
  continueAfterEvents: number;
  now: Date;
  /** Of a draft: what it lacks. */
  problems?: Problem[] | undefined;
  /** Of a fork. */
  prefix?: DebatePrefix | undefined;
}

export function newDebate(input: NewDebate): { record: DebateRecord; plan: DebatePlan } {
  const { tenant, debateId, config, now, problems, prefix } = input;
  const whole = planOf(input);
  const plan: DebatePlan = problems ? { ...whole, draft: true } : whole;
  const record = {
    tenant,
    id: debateId,
    version: 1,
    config,
    // Assessments are separate items. A debate that starts by itself is shown as it will be a moment later.
    state: prefix
      ? { ...stateAfter(plan, prefix.events), assessments: [] }
      : { ...initialState(plan), ...(problems ? { problems } : { status: soon(plan) }) },
    createdAt: now.toISOString(),
  };
  return { record, plan };
}

/** A debate that asks its models first may not start at all. */
function soon({ asksModels }: DebatePlan): Status {
  return asksModels ? "validating" : "initializing";
}
