/** What an experiment's next cells need. Cells with an outcome are left out, so a later run buys only what is new. */
import { setImmediate } from "node:timers/promises";
import type { ActivityDeps } from "../../../activities/base/deps.ts";
import { NOTHING } from "../../../domain/play/budget/ledger.budget.ts";
import { type CellPlace, cellCount, type Definition, placeAt } from "../domain/experiment.ts";
import { CELLS, type OfExperiment, SAMPLES } from "../domain/experiment-records.ts";
import { needsOf } from "../domain/needs.ts";
import type { CellNeeds, Voter } from "../domain/share.experiment.ts";
import { baseCell, configuredCell, requireDefinition, requireItem } from "./load.experiment-activity.ts";

export interface PlanCellsInput {
  experiment: OfExperiment;
  /** The number of the first cell. */
  from: number;
  limit: number;
}

export type CellPlan = CellPlace & CellNeeds;

export interface CellsPlanned {
  cells: CellPlan[];
  /** The number of the cell after these; null: there is none. */
  next: number | null;
  concurrency: number;
}

export const planCells =
  (deps: ActivityDeps) =>
  async ({ experiment, from, limit }: PlanCellsInput): Promise<CellsPlanned> => {
    const definition = await requireDefinition(deps, experiment);
    const end = Math.min(from + limit, cellCount(definition));
    const cells: CellPlan[] = [];
    for (let n = from; n < end; n++) {
      const place = placeAt(n, definition);
      const stored = await deps.store.records.get(experiment, CELLS, place);
      if (stored && stored.status !== "started") continue;
      cells.push({ ...place, ...(await needsAt(deps, { experiment, definition, place })) });
    }
    return { cells, next: end < cellCount(definition) ? end : null, concurrency: definition.concurrency };
  };

interface Planning {
  experiment: OfExperiment;
  definition: Definition;
  place: CellPlace;
}

async function needsAt(deps: ActivityDeps, { experiment, definition, place }: Planning): Promise<CellNeeds> {
  const item = await requireItem(deps, experiment, place.item);
  const of = { tenant: experiment.tenant, definition, place, item };
  const arm = definition.arms[place.arm];
  const [{ config }, { config: base }] = await Promise.all([configuredCell(deps, of), baseCell(deps, of)]);
  // A cell that is not valid costs nothing: it is named when it begins.
  if (!arm || !config || !base) return { kind: "debate", reserve: NOTHING };
  const isLimited = definition.budget !== null;
  const work = needsOf({ arm, config, base, item }, { catalogue: deps.catalogue, isLimited });
  for (;;) {
    const { done, value } = work.next();
    if (done) return isLimited ? withoutBought(deps, { experiment, place, needs: value }) : value;
    // The worker has other activities.
    await setImmediate();
  }
}

/** Answers that are stored take nothing. */
async function withoutBought(
  { store }: ActivityDeps,
  { experiment, place, needs }: Pick<Planning, "experiment" | "place"> & { needs: CellNeeds },
): Promise<CellNeeds> {
  const free = async (voter: Voter): Promise<Voter> => {
    const sample = await store.records.get(experiment, SAMPLES, { ...place, number: voter.number });
    return sample ? { ...voter, reserve: NOTHING } : voter;
  };
  if (needs.kind === "vote") return { ...needs, voters: await Promise.all(needs.voters.map(free)) };
  return needs.first ? { ...needs, first: await Promise.all(needs.first.map(free)) } : needs;
}
