/** Proposes positions for a topic, outside a debate: one call on its provider's queue, with retries by the kind of fault. */
import { plural } from "../domain/base/text/text.ts";
import type { PositionsInput, PositionsOutcome } from "./base/messages.workflow-base.ts";
import { modelActs } from "./steps/activity-proxies.ts";
import { withRetries } from "./steps/retries.step.ts";

export async function positionsWorkflow({ tenant, durations, ...input }: PositionsInput): Promise<PositionsOutcome> {
  const { model } = input;
  const plan = { tenant, durations };
  const acts = modelActs({ plan, model, timeoutMs: durations.judgeTimeout, summary: plural(input.count, "position") });
  const proposed = await withRetries((failures) => acts.proposePositions({ ...input, tenant, durations, failures }));
  if (proposed.fault) {
    const { kind, message, suggestion } = proposed.fault;
    return { fault: { kind, message, suggestion } };
  }
  const { positions, reasoning, spend } = proposed.value;
  return { proposal: { positions, reasoning }, spend, failures: proposed.failures.map((f) => f.data) };
}
