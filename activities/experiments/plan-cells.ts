/** What an experiment's next cells need. Cells with an outcome are left out, so a later run buys only what is new. */
import { setImmediate } from "node:timers/promises";
import type { ModelRef } from "../../domain/catalogue/model-ref.ts";
import { voterOf, worstAnswer, worstOf } from "../../domain/experiments/configure.ts";
import { type CellPlace, cellCount, type Definition, type Item, placeAt } from "../../domain/experiments/experiment.ts";
import { sharedPlaces } from "../../domain/experiments/shared-answers.ts";
import type { DebateConfig } from "../../domain/plan/config.ts";
import type { Amount } from "../../domain/plan/plan.ts";
import { CELLS, type OfExperiment } from "../../domain/records/experiments.ts";
import type { ActivityDeps } from "../deps.ts";
import { baseCell, configuredCell, requireDefinition, requireItem } from "./load.ts";

export interface PlanCellsInput {
  experiment: OfExperiment;
  /** The number of the first cell. */
  from: number;
  limit: number;
}

/**
 * `reserve`: at most, for the debate or for one attempt at an answer; zero without a budget. `first`: answers that arms
 * share, with which the debate begins.
 */
export type CellPlan = CellPlace &
  ({ kind: "debate"; reserve: Amount; first?: Voter[] } | { kind: "vote"; voters: Voter[] });

/** Who gives an answer alone. `number`: which of the answers that arms share, from 1. */
export interface Voter {
  number: number;
  model: ModelRef;
  reserve: Amount;
}

export interface CellsPlanned {
  cells: CellPlan[];
  /** The number of the cell after these; null: there is none. */
  next: number | null;
  concurrency: number;
  /** Micro-dollars and tokens; null: no limit. */
  most: { costMicroUsd: number | null; tokens: number | null };
}

const NOTHING: Amount = { costMicroUsd: 0, tokens: 0 };

export const planCells =
  (deps: ActivityDeps) =>
  async ({ experiment, from, limit }: PlanCellsInput): Promise<CellsPlanned> => {
    const definition = await requireDefinition(deps, experiment);
    const { budget, concurrency } = definition;
    const end = Math.min(from + limit, cellCount(definition));
    const cells: CellPlan[] = [];
    for (let n = from; n < end; n++) {
      const place = placeAt(n, definition);
      const stored = await deps.store.records.get(experiment, CELLS, place);
      if (stored && stored.status !== "started") continue;
      cells.push(await planCell(deps, { experiment, definition, place }));
    }
    const { maxCostUsd, maxTokens } = budget ?? {};
    return {
      cells,
      next: end < cellCount(definition) ? end : null,
      concurrency,
      most: {
        costMicroUsd: maxCostUsd === undefined ? null : Math.floor(Number((maxCostUsd * 1_000_000).toFixed(3))),
        tokens: maxTokens ?? null,
      },
    };
  };

interface Planning {
  experiment: OfExperiment;
  definition: Definition;
  place: CellPlace;
}

async function planCell(deps: ActivityDeps, { experiment, definition, place }: Planning): Promise<CellPlan> {
  const { baseline } = definition.arms[place.arm] ?? {};
  const item = await requireItem(deps, experiment, place.item);
  const { tenant } = experiment;
  const { config } = await configuredCell(deps, { tenant, definition, place, item });
  // A cell that is not valid costs nothing: it is named when it begins.
  if (!baseline || !config) {
    const reserve = config && definition.budget ? await worstDebate(deps, config) : NOTHING;
    const first = config ? await firstVoters(deps, { tenant, definition, place, item, config }) : [];
    return { ...place, kind: "debate", reserve, ...(first.length > 0 && { first }) };
  }
  const numbers = Array.from({ length: baseline.vote }, (_, i) => i + 1);
  return { ...place, kind: "vote", voters: votersOf(deps, { definition, config, item, numbers }) };
}

type OfItem = Pick<Planning, "definition"> & { config: DebateConfig; item: Item };

async function firstVoters(
  deps: ActivityDeps,
  { tenant, place, ...of }: OfItem & { tenant: string; place: CellPlace },
): Promise<Voter[]> {
  const { config: base } = await baseCell(deps, { ...of, tenant, place });
  if (!base) return [];
  return votersOf(deps, { ...of, config: base, numbers: sharedPlaces({ ...of, base }) });
}

function votersOf(
  { catalogue }: ActivityDeps,
  { definition, config, item, numbers }: OfItem & { numbers: number[] },
): Voter[] {
  return numbers.map((number) => {
    const { provider, model } = voterOf(config, number);
    const worst = definition.budget ? worstAnswer({ config, item, number }, catalogue) : NOTHING;
    const reserve = { costMicroUsd: worst.costMicroUsd, tokens: worst.tokens };
    return { number, model: { provider, model }, reserve };
  });
}

/** In slices, since the worker has other activities. */
async function worstDebate({ catalogue }: ActivityDeps, config: DebateConfig): Promise<Amount> {
  const work = worstOf(config, catalogue);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await setImmediate();
  }
}
