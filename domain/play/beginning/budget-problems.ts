/**
 * Rejects impossible budgets, and says what would suffice (docs/design/debate.md#112-cost-and-budget). Counts tokens.
 */

import { initialState } from "../../rules/protocols/initial-state.ts";
import { type Catalogue, modelId } from "../../shapes/catalogue/catalogue.ts";
import type { DebateConfig } from "../../shapes/plan/config.ts";
import { modelsOf } from "../../shapes/plan/models-of.ts";
import type { DebatePlan } from "../../shapes/plan/plan.ts";
import type { Problem } from "../../shapes/schemas/faults.ts";
import { costUsdOf } from "../../shapes/state/costs.ts";
import { createTokenCounter } from "../../shapes/tokens.ts";
import { CASES } from "../assumptions/cases.ts";
import { concludingCalls } from "../budget/concluding.ts";
import { estimate } from "../estimates/estimate.ts";
import { createMeasure } from "../estimates/measure.ts";
import type { Estimate } from "../estimates/schema.ts";
import { planWithoutRun } from "./create-plan.ts";

/** A debate that has `started` checks its own remaining cost. */
export function budgetProblems(config: DebateConfig, catalogue: Catalogue, { started = false } = {}): Problem[] {
  const { budget } = config;
  if (!budget) return [];
  const unpriced = unpricedProblems(config, catalogue);
  return unpriced.length > 0 || started ? unpriced : tooLow(config, catalogue);
}

/** A limit in money needs prices of all models. */
function unpricedProblems(config: DebateConfig, catalogue: Catalogue): Problem[] {
  const { budget } = config;
  const name = (["maxCostUsd", "warnAtCostUsd"] as const).find((limit) => budget?.[limit] !== undefined);
  if (!name) return [];
  return modelsOf(config)
    .filter(({ ref }) => catalogue.model(ref).priceUsdPerMTok === null)
    .map(({ pointer, ref }) => ({ pointer, detail: `the price of ${modelId(ref)} is unknown, so ${name} ${CAN_NOT}` }));
}

const CAN_NOT =
  "cannot be kept: give its priceUsdPerMTok { input, output } with the model, take a model whose price is known, or " +
  "leave the limits in USD out";

/** A limit below the cost of the conclusion allows nothing. */
function tooLow(config: DebateConfig, catalogue: Catalogue): Problem[] {
  const { maxCostUsd, maxTokens } = config.budget ?? {};
  if ((maxCostUsd === undefined && maxTokens === undefined) || config.participants.some((p) => p.provider === ""))
    return [];
  const plan = planWithoutRun(config);
  const last = conclusion(config, { plan, catalogue });
  const problems: Problem[] = [];
  if (maxCostUsd !== undefined && last.costUsd !== null && maxCostUsd < last.costUsd)
    problems.push(say("maxCostUsd", last.costUsd, oneRound(config, catalogue).costUsd));
  const tokensOf = ({ inputTokens, outputTokens }: Estimate) => inputTokens + outputTokens;
  if (maxTokens !== undefined && maxTokens < tokensOf(last))
    problems.push(say("maxTokens", tokensOf(last), tokensOf(oneRound(config, catalogue))));
  return problems;
}

function say(name: "maxCostUsd" | "maxTokens", least: number, enough: number | null): Problem {
  const detail =
    `is below what the conclusion alone may take, ${least}: it is asked for twice at the most, with the longest ` +
    `answer that maxOutputTokens allows. ${enough ?? least} would do for one round and the conclusion`;
  return { pointer: `/limits/${name}`, detail };
}

/** The maximum, without any turns. */
function conclusion(config: DebateConfig, { plan, catalogue }: { plan: DebatePlan; catalogue: Catalogue }): Estimate {
  const measure = createMeasure({
    config,
    catalogue,
    of: CASES.worst,
    count: createTokenCounter(),
    overfull: () => {},
  });
  const state = initialState(plan);
  for (const call of concludingCalls(plan, state).flat())
    if ("turn" in call) measure.turn(call.turn, state);
    else measure.act(call.act, state);
  return measure.sum();
}

function oneRound(config: DebateConfig, catalogue: Catalogue): Estimate {
  const brief = { ...config, maxRounds: 1, minRounds: 1 };
  const { worst } = estimate({ config: brief, plan: planWithoutRun(brief), catalogue });
  return { ...worst, costUsd: costUsdOf({ costMicroUsd: roundedUp(worst.costUsd) }) };
}

/** Whole cents are easier to write. */
function roundedUp(costUsd: number | null): number | null {
  return costUsd === null ? null : Math.ceil(Number((costUsd * 100).toFixed(6))) * 10_000;
}
