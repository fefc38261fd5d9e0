/** What an experiment would take. Calls no model and stores nothing. */

import type { AppDeps } from "../../../api/base/context.api-base.ts";
import { inSlices } from "../../../api/http/slices.ts";
import { planWithoutRun } from "../../../domain/play/beginning/create-plan.ts";
import { estimating } from "../../../domain/play/estimates/estimate.ts";
import { SAMPLE_FENCE_KEY } from "../../../domain/prompts/fences/fence-key.prompt.ts";
import type { DebateConfig } from "../../../domain/shapes/plan/config.plan.ts";
import { costUsdOf } from "../../../domain/shapes/state/costs.state.ts";
import { withMaterial } from "../../../store/records/material.records.ts";
import { itemsOf } from "../domain/checks.experiment.ts";
import { configured, voterOf, worstAnswer } from "../domain/configure.experiment.ts";
import type { Definition, Item } from "../domain/experiment.ts";
import type { ArmRequest, ExperimentRequest } from "../domain/request.experiment.ts";
import type { EstimateAmount, ExperimentEstimate } from "../domain/schema.experiment.ts";
import { sharedPlaces } from "../domain/shared-answers.experiment.ts";

type Deps = Pick<AppDeps, "catalogue" | "settings" | "store">;

/** Items of like length are estimated as the longest of them: so many groups. */
const GROUPS = 4;
/** Tokens of three reasons and an answer. */
const USUAL_ANSWER = 300;

interface Cases {
  likely: EstimateAmount;
  worst: EstimateAmount;
}

/** `shared`: the part of an arm that other arms use too, and how many answers it is. */
interface ArmCases extends Cases {
  arm: string;
  shared: Cases & { answers: number };
}

export async function estimateExperiment(
  deps: Deps,
  { tenant, request }: { tenant: string; request: ExperimentRequest },
): Promise<ExperimentEstimate> {
  const { base, arms, items, repetitions } = request;
  const groups = groupsOf(itemsOf(items));
  const rows: ArmCases[] = [];
  for (const arm of arms) {
    const [whole, shared]: [Cases[], Cases[]] = [[], []];
    let answers = 0;
    for (const { longest, count } of groups) {
      const once = await casesOf(deps, { tenant, base, arm, item: longest });
      const all = (cases: Cases) => mapped(cases, (amount) => times(amount, count * repetitions));
      answers = once.shared.answers;
      whole.push(all(once));
      shared.push(all(once.shared));
    }
    rows.push({ arm: arm.name, ...sumOf(whole), shared: { answers, ...sumOf(shared) } });
  }
  const total = boughtOnce(rows);
  const shown = rows.map(({ shared: _shared, ...row }) => row);
  return { cells: arms.length * items.length * repetitions, ...total, arms: shown, warnings: warningsOf(total, rows) };
}

/** Arms whose cost is unknown. */
export function unpricedArms(
  { catalogue, settings }: Pick<Deps, "catalogue" | "settings">,
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

/** Arms share answers that are given alone: those of the arm that needs most of them are bought. */
function boughtOnce(rows: ArmCases[]): Cases {
  const own = rows.map(({ shared, ...whole }) => lessOf(whole, shared));
  const most = rows.toSorted((a, b) => b.shared.answers - a.shared.answers)[0];
  return sumOf([...own, ...(most ? [most.shared] : [])]);
}

function lessOf(whole: Cases, part: Cases): Cases {
  return { likely: minus(whole.likely, part.likely), worst: minus(whole.worst, part.worst) };
}

async function casesOf(
  deps: Deps,
  of: { tenant: string; base: Definition["base"]; arm: ArmRequest; item: Item },
): Promise<Omit<ArmCases, "arm">> {
  const { catalogue, settings, store } = deps;
  const { tenant, base, arm, item } = of;
  const asked = configured({ base, patch: arm.patch ?? {}, item }, { catalogue, durations: settings.durations });
  const made = asked.config ? await withMaterial(store, { tenant, config: asked.config }) : asked;
  if (!made.config) throw new Error("the arm was checked");
  const config = { ...made.config, fenceKey: SAMPLE_FENCE_KEY };
  if (arm.baseline) {
    const numbers = Array.from({ length: arm.baseline.vote }, (_, i) => i + 1);
    const votes = answersOf(deps, { config, item, numbers });
    return { ...votes, shared: { answers: numbers.length, ...votes } };
  }
  const { likely, worst } = await inSlices(estimating({ config, plan: planWithoutRun(config), catalogue }));
  const { config: alone } = configured({ base, patch: {}, item }, { catalogue, durations: settings.durations });
  const places = alone ? sharedPlaces({ config: made.config, base: alone, item }) : [];
  const first = answersOf(deps, { config, item, numbers: places });
  return { likely, worst, shared: { answers: places.length, ...first } };
}

function answersOf({ catalogue }: Deps, of: { config: DebateConfig; item: Item; numbers: number[] }): Cases {
  const { config, item, numbers } = of;
  const answers = numbers.map((number) => {
    const voter = voterOf(config, number);
    const { inputTokens, costMicroUsd } = worstAnswer({ config, item, number }, catalogue);
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

/** At least nothing: an arm's own estimate of its first answers may be lower. */
function minus(a: EstimateAmount, b: EstimateAmount): EstimateAmount {
  return {
    calls: Math.max(0, a.calls - b.calls),
    inputTokens: Math.max(0, a.inputTokens - b.inputTokens),
    outputTokens: Math.max(0, a.outputTokens - b.outputTokens),
    costUsd: a.costUsd === null || b.costUsd === null ? null : Math.max(0, exact(a.costUsd - b.costUsd)),
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

function warningsOf({ likely }: Cases, rows: ArmCases[]): string[] {
  if (likely.costUsd !== null) return [];
  const unknown = rows.filter((row) => row.likely.costUsd === null).map(({ arm }) => arm);
  return [`The cost is unknown: a model of ${unknown.join(", ")} has no known price. Give its priceUsdPerMTok.`];
}
