/** Reads an experiment's parts from the store. */

import type { ActivityDeps } from "../../../activities/base/deps.ts";
import type { Configured } from "../../../domain/shapes/plan/configured.ts";
import { withMaterial } from "../../../store/records/material.records.ts";
import type { Cap } from "../domain/configure.experiment.ts";
import { configured } from "../domain/configure.experiment.ts";
import type { CellPlace, Definition, Item } from "../domain/experiment.ts";
import { ITEMS_IN_CHUNK } from "../domain/experiment.ts";
import { chunkOf, ITEMS, type OfExperiment } from "../domain/experiment-records.ts";
import { newestDefinition } from "../store/experiments.records.ts";

type Deps = Pick<ActivityDeps, "store" | "catalogue">;

/** Throws when it is gone. */
export async function requireDefinition({ store }: Pick<Deps, "store">, of: OfExperiment): Promise<Definition> {
  const definition = await newestDefinition(store.records, of);
  if (definition) return definition;
  throw new Error(`no experiment ${of.experimentId}`);
}

export async function requireItem({ store }: Pick<Deps, "store">, of: OfExperiment, item: number): Promise<Item> {
  const chunk = await store.records.get(of, ITEMS, { chunk: chunkOf(item) });
  const found = chunk?.items[item % ITEMS_IN_CHUNK];
  if (found) return found;
  throw new Error(`no item ${item} of ${of.experimentId}`);
}

/** The base's own debate of an item: who gives the answers that arms share. */
export function baseCell(
  deps: Deps,
  { tenant, definition: { id, base, durations }, place, item }: OfCell,
): Promise<Configured> {
  const mark = { experiment: id, arm: "base", item: item.id, repetition: place.repetition };
  return complete(deps, tenant, configured({ base, patch: {}, item, mark }, { ...deps, durations }));
}

interface OfCell {
  tenant: string;
  definition: Definition;
  place: CellPlace;
  item: Item;
}

async function complete({ store }: Deps, tenant: string, made: Configured): Promise<Configured> {
  return made.config ? withMaterial(store, { tenant, config: made.config }) : made;
}

/** The debate of a cell; of a baseline, the base's debate, whose models answer. */
export function configuredCell(
  deps: Deps,
  { tenant, definition, place, item, cap }: OfCell & { cap?: Cap | null },
): Promise<Configured> {
  const { id, base, arms, durations } = definition;
  const arm = arms[place.arm];
  if (!arm) throw new Error(`no arm ${place.arm} of ${id}`);
  const mark = { experiment: id, arm: arm.name, item: item.id, repetition: place.repetition };
  const made = configured({ base, patch: arm.patch ?? {}, item, mark }, { ...deps, durations, cap: cap ?? null });
  return complete(deps, tenant, made);
}
