/** When a dialectic agent's view is summarised, and to which length (docs/design/debate.md#110-context-window). */

import { defaultOf } from "../../shapes/options.shape.ts";
import type { DialecticPlan, SummaryRules } from "../../shapes/plan/plan.ts";
import type { RequestFields } from "../request/request.ts";

/** The requested rules: for the debate, and for agents with rules of their own. */
export function summariesOf({ contextWindow = {}, participants }: RequestFields): DialecticPlan["summaries"] {
  const { summaries = true, agentSummaryThreshold, agentSummaryMaxLength } = contextWindow;
  const lengths = {
    threshold: agentSummaryThreshold ?? defaultOf("contextWindow/agentSummaryThreshold"),
    maxLength: agentSummaryMaxLength ?? defaultOf("contextWindow/agentSummaryMaxLength"),
  };
  const byAgent = participants.flatMap(({ id, summaries: own }, i) => {
    if (!own) return [];
    const { enabled = summaries, threshold = lengths.threshold, maxLength = lengths.maxLength } = own;
    return [[id ?? `p${i + 1}`, { threshold: enabled ? threshold : null, maxLength }] as const];
  });
  return {
    ...lengths,
    ...(!summaries && { threshold: null }),
    ...(byAgent.length > 0 && { byAgent: Object.fromEntries(byAgent) }),
  };
}

export function rulesFor(
  { summaries: { byAgent, ...rules } }: Pick<DialecticPlan, "summaries">,
  id: string,
): SummaryRules {
  return byAgent?.[id] ?? rules;
}
