/** What of a configuration the workflow carries. */
import type { DebateConfig } from "./config.ts";
import type { DebatePlan, Durations } from "./plan.ts";
import { unplaced } from "./positions.ts";
import { firstBytes } from "./text.ts";

/** In micro-dollars; a limit between two of them is the lower. */
function budgetPlan({ budget }: DebateConfig): Pick<DebatePlan, "budget"> {
  if (!budget) return {};
  const { warnAtCostUsd: warn, maxCostUsd: most, maxTokens } = budget;
  const micro = (usd: number) => Math.floor(Number((usd * 1_000_000).toFixed(3)));
  return {
    budget: {
      ...(warn !== undefined && { warnAtMicroUsd: micro(warn) }),
      ...(most !== undefined && { maxMicroUsd: micro(most) }),
      ...(maxTokens !== undefined && { maxTokens }),
    },
  };
}

/** The part that the workflow needs: how often to ask, how long to wait. */
function clarificationPlan({ clarifications }: DebateConfig): Pick<DebatePlan, "clarifications"> {
  if (!clarifications) return {};
  const { maxPerAgent: _askedByTheActivity, ...plan } = clarifications;
  return { clarifications: plan };
}

/** The workflow's view of a configuration; `title` keeps Temporal's 200 bytes for summaries (§4.2). */
export function planOf(input: {
  tenant: string;
  debateId: string;
  config: DebateConfig;
  durations: Durations;
  continueAfterEvents: number;
}): DebatePlan {
  const { config, durations } = input;
  return {
    tenant: input.tenant,
    debateId: input.debateId,
    title: firstBytes(config.topic.replaceAll(/\s+/g, " ").trim(), 200),
    format: config.format,
    mode: config.mode,
    judging: config.judging,
    maxRounds: config.maxRounds,
    minRounds: config.minRounds,
    participants: config.participants.map(({ id, name, provider, model, side, role }) => ({
      id,
      name,
      provider,
      model,
      ...(side && { side }),
      ...(role && { role }),
    })),
    ...(unplaced(config).length > 0 && { assignsPositions: true }),
    judge: config.judge && { provider: config.judge.provider, model: config.judge.model },
    ...(config.judge?.panel && { panel: config.judge.panel }),
    ...(config.judge?.bothOrders && { bothOrders: true }),
    ...(config.judge?.requireIndependent && { requireIndependent: true as const }),
    ...(config.controlArm && { controlArm: true as const }),
    ...(config.skipIfUnanimous && { skipIfUnanimous: true as const }),
    ...clarificationPlan(config),
    ...(config.earlyStopScore !== undefined && { earlyStopScore: config.earlyStopScore }),
    ...(config.retrieval && { retrieval: config.retrieval }),
    durations: {
      ...durations,
      roundDelay: config.roundDelayMs ?? durations.roundDelay,
      turnTimeout: config.turnTimeoutMs ?? durations.turnTimeout,
      judgeTimeout: config.judgeTimeoutMs ?? durations.judgeTimeout,
      decisionTimeout: config.decisionTimeoutMs ?? durations.decisionTimeout,
    },
    continueAfterEvents: input.continueAfterEvents,
    ...(config.dialectic && { dialectic: config.dialectic }),
    ...(config.policies && { policies: config.policies }),
    ...budgetPlan(config),
    ...(config.contextWindow?.summarizer && { summarizer: config.contextWindow.summarizer }),
  };
}
