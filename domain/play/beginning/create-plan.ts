/** Makes the workflow's plan from a configuration. */

import { firstBytes, oneLine } from "../../base/text/text.ts";
import { unplaced } from "../../rules/positions/assigned-positions.ts";
import { RUNNING_OPTIONS } from "../../shapes/options.shape.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import { picked } from "../../shapes/plan/picked.ts";
import type { DebatePlan, Durations } from "../../shapes/plan/plan.ts";
import { microLimitOf } from "../../shapes/state/costs.state.ts";

/** Limits in whole micro-dollars, rounded down. */
function budgetPlan({
  budget = {},
  share = {},
  fitted,
}: Pick<DebateConfig, "budget" | "share" | "fitted">): Pick<DebatePlan, "budget"> {
  const { warnAtCostUsd: warn } = budget;
  const most = lower(budget.maxCostUsd, share.maxCostUsd);
  const maxTokens = lower(budget.maxTokens, share.maxTokens);
  const limits = {
    ...(warn !== undefined && { warnAtMicroUsd: microLimitOf(warn) }),
    ...(most !== undefined && { maxMicroUsd: microLimitOf(most) }),
    ...(maxTokens !== undefined && { maxTokens }),
  };
  const attempts = fitted?.attempts === 1 && { attempts: 1 as const };
  return Object.keys(limits).length > 0 ? { budget: { ...limits, ...attempts } } : {};
}

function lower(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

/** How often to ask, and how long to wait. */
function clarificationPlan({ clarifications }: DebateConfig): Pick<DebatePlan, "clarifications"> {
  if (!clarifications) return {};
  const { maxPerAgent: _askedByTheActivity, ...plan } = clarifications;
  return { clarifications: plan };
}

/** `usual` may be those of an earlier configuration: a limit that only the request can set is taken back with it. */
function durationsOf(
  config: DebateConfig,
  { roundTimeout: _earlier, quorum: _before, ...usual }: Durations,
): Durations {
  return {
    ...usual,
    roundDelay: config.roundDelayMs ?? usual.roundDelay,
    turnTimeout: config.turnTimeoutMs ?? usual.turnTimeout,
    judgeTimeout: config.judgeTimeoutMs ?? usual.judgeTimeout,
    ...(config.roundTimeoutMs !== undefined && { roundTimeout: config.roundTimeoutMs }),
    ...(config.quorum && { quorum: config.quorum }),
    decisionTimeout: config.decisionTimeoutMs ?? usual.decisionTimeout,
  };
}

/**
 * The workflow's view of a configuration; `title` fits Temporal's 200 bytes for summaries.
 *
 * @example
 * import { DebateRequest } from "../../rules/request/debate-request.ts";
 * import { configOf } from "./configure.beginning.ts";
 * const participants = [{ name: "Ada", model: "demo/debater" }, { name: "Ben", model: "demo/debater" }];
 * const config = configOf(DebateRequest.parse({ topic: "Why?", participants }), demo);
 * const { durations, continueAfterEvents } = plan;
 * planOf({ tenant: "default", debateId: "deb-1", config, durations, continueAfterEvents }).participants[1].id // → "p2"
 */
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
    title: firstBytes(oneLine(config.topic), 200),
    format: config.format,
    ...picked(config, ["mode", "judging", "overlap", "maxRounds", "minRounds"]),
    participants: config.participants.map(({ id, name, provider, model, side, role, fallbacks = [] }) => ({
      id,
      name,
      provider,
      model,
      ...(fallbacks.length > 0 && { fallbacksLeft: fallbacks.length }),
      ...(side && { side }),
      ...(role && { role }),
    })),
    ...(unplaced(config).length > 0 && { assignsPositions: true }),
    judge: config.judge && { provider: config.judge.provider, model: config.judge.model },
    ...(config.judge?.panel && { panel: config.judge.panel }),
    ...(config.judge?.quorum && { panelQuorum: config.judge.quorum }),
    ...(config.judge?.bothOrders && { bothOrders: true }),
    ...(config.judge?.requireIndependent && { requireIndependent: true as const }),
    ...picked(config, [...RUNNING_OPTIONS, "controlArm", "audience"]),
    ...(config.output && { output: true as const }),
    ...clarificationPlan(config),
    ...picked(config, [
      "leastEndScore",
      "fadingRounds",
      "aloneRounds",
      "testsSwing",
      "ballotAnswers",
      "secondJudges",
      "retrieval",
    ]),
    durations: durationsOf(config, durations),
    continueAfterEvents: input.continueAfterEvents,
    ...picked(config, ["dialectic", "question", "policies", "asksModels"]),
    ...budgetPlan(config),
    ...(config.contextWindow?.summarizer && { summarizer: config.contextWindow.summarizer }),
  };
}

/** The plan of a configuration for what no workflow runs, such as an estimate: it has no durations. */
export function planWithoutRun(config: DebateConfig, key = { tenant: "", debateId: "" }): DebatePlan {
  return planOf({ ...key, config, durations: (config.defaults ?? {}) as Durations, continueAfterEvents: 0 });
}
