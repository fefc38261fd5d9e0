/** What an experiment would take. Calls no model and stores nothing. */
import { costUsdOf } from "../../domain/budget/costs.ts";
import { estimating } from "../../domain/estimates/estimate.ts";
import { itemsOf } from "../../domain/experiments/checks.ts";
import { configured, voterOf, worstAnswer } from "../../domain/experiments/configure.ts";
import type { Definition, Item } from "../../domain/experiments/experiment.ts";
import type { ArmRequest, ExperimentRequest } from "../../domain/experiments/request.ts";
import type { EstimateAmount, ExperimentEstimate } from "../../domain/experiments/schema.ts";
import type { DebateConfig } from "../../domain/plan/config.ts";
import { planWithoutRun } from "../../domain/plan/create-plan.ts";
import type { AppDeps } from "../context.ts";
import { SAMPLE_FENCE_KEY } from "../debates/fence-key.ts";
import { inSlices } from "../http/slices.ts";

type Deps = Pick<AppDeps, "catalogue" | "settings">;

/** Items of like length are estimated as the longest of them: so many groups. */
const GROUPS = 4;
/** Tokens of three reasons and an answer. */
const USUAL_ANSWER = 300;

interface Cases {
  likely: EstimateAmount;
  worst: EstimateAmount;
}

export async function estimateExperiment(deps: Deps, request: ExperimentRequest): Promise<ExperimentEstimate> {
  const { base, arms, items, repetitions } = request;
  const groups = groupsOf(itemsOf(items));
  const rows: (Cases & { arm: string })[] = [];
  for (const arm of arms) {
    const parts: Cases[] = [];
    for (const { longest, count } of groups) {
      const once = await casesOf(deps, { base, arm, item: longest });
      parts.push(mapped(once, (amount) => times(amount, count * repetitions)));
    }
    rows.push({ arm: arm.name, ...sumOf(parts) });
  }
  const total = sumOf(boughtOnce(arms, rows));
  return { cells: arms.length * items.length * repetitions, ...total, arms: rows, warnings: warningsOf(total, rows) };
}

/** Arms whose cost is unknown. */
export function unpricedArms(
  { catalogue, settings }: Deps,
  { base, arms, item }: { base: Definition["base"]; arms: ArmRequest[]; item: Item },
): string[] {
  const { durations } = settings;
  return arms.flatMap(({ name, patch, baseline }) => {
    const { config } = configured({ base, patch: patch ?? {}, item }, { catalogue, durations });
    if (!config) return [];
    const judges = config.judge ? [config.judge, ...(config.judge.panel ?? [])] : [];
    const models = baseline ? config.participants.slice(0, baseline.vote) : [...config.participants, ...judges];
    const call = { input: 1, cachedInput: 0, cacheWrite: 0, output: 1 };
    return models.some((model) => catalogue.costMicroUsd(model, call) === null) ? [name] : [];
  });
}

/** Votes share their answers, so only the largest vote is bought. */
function boughtOnce(arms: ArmRequest[], rows: Cases[]): Cases[] {
  const largest = Math.max(0, ...arms.map(({ baseline }) => baseline?.vote ?? 0));
  const first = arms.findIndex(({ baseline }) => baseline?.vote === largest);
  return rows.filter((_, i) => !arms[i]?.baseline || i === first);
}

async function casesOf(deps: Deps, of: { base: Definition["base"]; arm: ArmRequest; item: Item }): Promise<Cases> {
  const { catalogue, settings } = deps;
  const { base, arm, item } = of;
  const made = configured({ base, patch: arm.patch ?? {}, item }, { catalogue, durations: settings.durations });
  if (!made.config) throw new Error("the arm was checked");
  const config = { ...made.config, fenceKey: SAMPLE_FENCE_KEY };
  if (arm.baseline) return votesOf(deps, { config, item, votes: arm.baseline.vote });
  const { likely, worst } = await inSlices(estimating({ config, plan: planWithoutRun(config), catalogue }));
  return { likely, worst };
}

function votesOf({ catalogue }: Deps, of: { config: DebateConfig; item: Item; votes: number }): Cases {
  const { config, item, votes } = of;
  const answers = Array.from({ length: votes }, (_, i) => {
    const voter = voterOf(config, i + 1);
    const { inputTokens, costMicroUsd } = worstAnswer({ config, item, number: i + 1 }, catalogue);
    const output = Math.min(USUAL_ANSWER, voter.maxOutputTokens);
    const usual = catalogue.costMicroUsd(voter, { input: inputTokens, cachedInput: 0, cacheWrite: 0, output });
    const likely = { calls: 1, inputTokens, outputTokens: output, costUsd: costUsdOf({ costMicroUsd: usual }) };
    const most = { calls: 1, inputTokens, outputTokens: voter.maxOutputTokens };
    const worst = { ...most, costUsd: usual === null ? null : costUsdOf({ costMicroUsd }) };
    return { likely, worst: times(worst, 2) };
  });
  return sumOf(answers);
}

function groupsOf(items: Item[]): { longest: Item; count: number }[] {
  const sorted = items.toSorted((a, b) => sizeOf(a) - sizeOf(b));
  const size = Math.ceil(sorted.length / GROUPS);
  return Array.from({ length: GROUPS }, (_, i) => sorted.slice(i * size, (i + 1) * size)).flatMap((group) => {
    const longest = group.at(-1);
    return longest ? [{ longest, count: group.length }] : [];
  });
}

function sizeOf({ question, answers }: Item): number {
  return question.length + JSON.stringify(answers).length;
}

const NOTHING: EstimateAmount = { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };

function sumOf(parts: Cases[]): Cases {
  const sum = (of: (part: Cases) => EstimateAmount) => parts.map(of).reduce(plus, NOTHING);
  return { likely: sum(({ likely }) => likely), worst: sum(({ worst }) => worst) };
}

function mapped({ likely, worst }: Cases, change: (amount: EstimateAmount) => EstimateAmount): Cases {
  return { likely: change(likely), worst: change(worst) };
}

function plus(a: EstimateAmount, b: EstimateAmount): EstimateAmount {
  return {
    calls: a.calls + b.calls,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    costUsd: a.costUsd === null || b.costUsd === null ? null : exact(a.costUsd + b.costUsd),
  };
}

function times({ calls, inputTokens, outputTokens, costUsd }: EstimateAmount, count: number): EstimateAmount {
  return {
    calls: calls * count,
    inputTokens: inputTokens * count,
    outputTokens: outputTokens * count,
    costUsd: costUsd === null ? null : exact(costUsd * count),
  };
}

/** Whole micro-dollars. */
function exact(usd: number): number {
  return Math.round(usd * 1_000_000) / 1_000_000;
}

function warningsOf({ likely }: Cases, rows: (Cases & { arm: string })[]): string[] {
  if (likely.costUsd !== null) return [];
  const unknown = rows.filter((row) => row.likely.costUsd === null).map(({ arm }) => arm);
  return [`The cost is unknown: a model of ${unknown.join(", ")} has no known price. Give its priceUsdPerMTok.`];
}
