/** When an agent's own view of a dialectic debate is summarised, and how long that may be (spec §1.10). */
import type { DialecticPlan, SummaryRules } from "./plan.ts";
import type { DebateRequest } from "./request.ts";

/** §1.10 */
const DEFAULTS: SummaryRules = { threshold: 5_000, maxLength: 2_500 };

/** What was asked for: for the debate, and for agents that have rules of their own. */
export function summariesOf({ contextWindow = {}, participants }: DebateRequest): DialecticPlan["summaries"] {
  const { summaries = true, agentSummaryThreshold, agentSummaryMaxLength } = contextWindow;
  const lengths = {
    threshold: agentSummaryThreshold ?? DEFAULTS.threshold,
    maxLength: agentSummaryMaxLength ?? DEFAULTS.maxLength,
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

/** The rules that hold for an agent. */
export function rulesFor(
  { summaries: { byAgent, ...rules } }: Pick<DialecticPlan, "summaries">,
  id: string,
): SummaryRules {
  return byAgent?.[id] ?? rules;
}
