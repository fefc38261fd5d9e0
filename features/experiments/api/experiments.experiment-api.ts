/** Reads experiments, and shows them. */

import { isExperimentId } from "../../../api/base/ids.api-base.ts";
import type { Links } from "../../../api/base/links.ts";
import { inSlices } from "../../../api/http/slices.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import { type ExperimentStatus } from "../../../domain/shapes/experiment-status.ts";
import { TEXT } from "../../../domain/shapes/schemas/answer-form.ts";
import { costUsdOf } from "../../../domain/shapes/state/costs.state.ts";
import type { Store } from "../../../store/port/store.ts";
import { cellCount, type Definition, type Progress } from "../domain/experiment.ts";
import { CELLS, ITEMS, type OfExperiment, PROGRESS } from "../domain/experiment-records.ts";
import { ratingsOf } from "../domain/judged.experiment.ts";
import type { Experiment, ExperimentSummary, ExperimentTable } from "../domain/schema.experiment.ts";
import { tableOf } from "../domain/table.experiment.ts";
import { whyOf } from "../domain/why.ts";
import { newestDefinition } from "../store/experiments.records.ts";

export interface StoredExperiment {
  key: OfExperiment;
  definition: Definition;
  progress: Progress;
}

/** Throws `not-found`, also for another tenant's experiment. */
export async function requireExperiment(
  { store }: { store: Pick<Store, "records"> },
  { tenant, id }: { tenant: string; id: string },
): Promise<StoredExperiment> {
  const found = isExperimentId(id) ? await findExperiment({ store }, { tenant, experimentId: id }) : null;
  if (found) return found;
  throw new ParleyError("not-found", `there is no experiment ${id.slice(0, 80)}`);
}

export async function findExperiment(
  { store }: { store: Pick<Store, "records"> },
  key: OfExperiment,
): Promise<StoredExperiment | null> {
  const [definition, progress] = await Promise.all([
    newestDefinition(store.records, key),
    store.records.get(key, PROGRESS, {}),
  ]);
  return definition && progress && { key, definition, progress };
}

export function summaryOf({ definition, progress }: StoredExperiment, links: Links): ExperimentSummary {
  return { ...shown({ definition, progress }, links), arms: definition.arms.map(({ name }) => name) };
}

/** With the figures of all cells so far. */
export async function experimentView(
  { store, links }: { store: Pick<Store, "records">; links: Links },
  stored: StoredExperiment,
): Promise<Experiment> {
  const { arms, concurrency } = stored.definition;
  return { ...shown(stored, links), arms, concurrency, table: await tableFor(store, stored) };
}

const MOST_TABLES = 50;
/** By experiment and version: a table takes a read of all cells. */
const tables = new Map<string, ExperimentTable>();

async function tableFor(
  store: Pick<Store, "records">,
  { key, definition, progress }: StoredExperiment,
): Promise<ExperimentTable> {
  const version = `${key.tenant} ${key.experimentId} ${progress.version} ${definition.arms.length}`;
  const known = tables.get(version);
  if (known) return known;
  const [cells, chunks] = await Promise.all([store.records.list(key, CELLS, {}), store.records.list(key, ITEMS, {})]);
  const items = chunks.flatMap((chunk) => chunk.items);
  const formOf = (item: number) => items[item]?.answers ?? TEXT;
  const table = { ...tableOf(definition, { cells, formOf }), ratings: await inSlices(ratingsOf(definition.id, cells)) };
  // Its cells may be ahead of the progress, so only the table of an experiment at rest is kept.
  if (!CHANGING.includes(progress.status)) keepTable(version, table);
  return table;
}

/** Cells may end without a new version: also those of an experiment that is in line again after a pause. */
const CHANGING: ExperimentStatus[] = ["queued", "running"];

function keepTable(version: string, table: ExperimentTable): void {
  tables.set(version, table);
  const [oldest] = tables.keys();
  if (tables.size > MOST_TABLES && oldest !== undefined) tables.delete(oldest);
}

function shown({ definition, progress }: Pick<StoredExperiment, "definition" | "progress">, links: Links) {
  const { id, name, items, repetitions, budget, createdAt } = definition;
  const { version, status, done, failed, running, spent, unsettled, at, waitsFor } = progress;
  const self = links.to(`/v1/experiments/${id}`);
  return {
    id,
    version,
    name,
    status,
    why: whyOf(definition, progress),
    ...(waitsFor !== undefined && { waitsFor }),
    items,
    repetitions,
    cells: { total: cellCount(definition), done, failed, running },
    calls: spent.calls,
    tokens: spent.inputTokens + spent.outputTokens,
    costUsd: costUsdOf(spent),
    unsettledUsd: unsettled.costMicroUsd / 1_000_000,
    budget,
    links: {
      self,
      results: `${self}/results`,
      debates: links.to(`/v1/debates?tag=${id}`),
      watch: links.to(`/experiments/${id}`),
    },
    createdAt,
    updatedAt: at,
  };
}
