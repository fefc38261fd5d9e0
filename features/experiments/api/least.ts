/** Whether a budget allows any cell at all. Calls no model. */

import type { AppDeps } from "../../../api/base/context.api-base.ts";
import { inSlices } from "../../../api/http/slices.ts";
import type { Amount } from "../../../domain/shapes/plan/plan.ts";
import type { Problem } from "../../../domain/shapes/schemas/faults.schema.ts";
import { withMaterial } from "../../../store/records/material.records.ts";
import { belowCells } from "../domain/budget-problems.experiment.ts";
import { itemsOf } from "../domain/checks.experiment.ts";
import { configured } from "../domain/configure.experiment.ts";
import { type Item, mostOf } from "../domain/experiment.ts";
import { needsOf } from "../domain/needs.ts";
import type { ArmRequest, ExperimentRequest } from "../domain/request.experiment.ts";
import { needOf } from "../domain/share.experiment.ts";

type Deps = Pick<AppDeps, "catalogue" | "settings" | "store">;

/** The shortest question stands for all: no cell of its arm needs less. */
export async function leastProblems(deps: Deps, tenant: string, request: ExperimentRequest): Promise<Problem[]> {
  const { budget, arms, items } = request;
  const [item] = itemsOf(items).toSorted((a, b) => sizeOf(a) - sizeOf(b));
  if (!budget || !item) return [];
  const needs: Amount[] = [];
  for (const arm of arms) needs.push(await needOfArm(deps, { tenant, base: request.base, arm, item }));
  return belowCells(mostOf(budget), needs);
}

async function needOfArm(
  { catalogue, settings, store }: Deps,
  { tenant, base, arm, item }: Pick<ExperimentRequest, "base"> & { tenant: string; arm: ArmRequest; item: Item },
): Promise<Amount> {
  const debateOf = async (patch: Record<string, unknown>) => {
    const { config } = configured({ base, patch, item }, { catalogue, durations: settings.durations });
    return config && (await withMaterial(store, { tenant, config })).config;
  };
  const [own, shared] = await Promise.all([debateOf(arm.patch ?? {}), debateOf({})]);
  // Problems of the arm itself are told elsewhere.
  if (!own || !shared) return { costMicroUsd: 0, tokens: 0 };
  return needOf(await inSlices(needsOf({ arm, config: own, base: shared, item }, { catalogue, isLimited: true })));
}

function sizeOf({ question, answers }: Item): number {
  return question.length + JSON.stringify(answers).length;
}
