/** The kinds of records that an experiment has. */

import { piece, requireShort, six, tenantKey, three } from "../../../domain/play/records/keys.record.ts";
import type { Kind } from "../../../domain/play/records/kind.ts";
import {
  type Cell,
  type CellPlace,
  type Definition,
  type Extension,
  ITEMS_IN_CHUNK,
  type Item,
  type Progress,
  type Sample,
} from "./experiment.ts";

export interface OfExperiment {
  tenant: string;
  experimentId: string;
}

/** What a tenant's list of experiments needs to find them. */
interface Listed {
  id: string;
}

const listKey = ({ id }: Listed) => requireShort(`EXPERIMENT#${piece(id)}`, { name: "experiment", as: "sort" });

/** A tenant's experiments, newest first. */
export const EXPERIMENTS: Kind<Listed, Listed, { after?: string | undefined }, { tenant: string }> = {
  name: "experiment",
  partition: ({ tenant }) => `${tenantKey(tenant)}#EXPERIMENTS`,
  key: listKey,
  range: ({ after }) => ({
    prefix: "EXPERIMENT#",
    start: after === undefined ? undefined : { SK: listKey({ id: after }) },
  }),
  newestFirst: true,
};

function partition({ tenant, experimentId }: OfExperiment): string {
  return requireShort(`${tenantKey(tenant)}#EXP#${piece(experimentId)}`, { name: "experiment", as: "partition" });
}

/**
 * Put once for each number of arms, so that a late writer takes no other's arms away; the newest holds. A page of one has it
 * alone.
 */
export const DEFINITIONS: Kind<Definition, Pick<Definition, "arms">, object, OfExperiment> = {
  name: "experiment's definition",
  partition,
  key: ({ arms }) => `DEFINITION#${three(arms.length)}`,
  range: () => ({ prefix: "DEFINITION#" }),
  newestFirst: true,
};

export const PROGRESS: Kind<Progress, object, never, OfExperiment> = {
  name: "experiment's progress",
  partition,
  key: () => "PROGRESS",
  replaces: () => true,
};

/** Items in lists of 100, so that one item is read without the others. */
export const ITEMS: Kind<{ chunk: number; items: Item[] }, { chunk: number }, object, OfExperiment> = {
  name: "experiment's items",
  partition,
  key: ({ chunk }) => `ITEMS#${three(chunk)}`,
  range: () => ({ prefix: "ITEMS#" }),
};

export function chunkOf(item: number): number {
  return Math.floor(item / ITEMS_IN_CHUNK);
}

/** A cell that begins keeps the debate's id that was drawn first; its outcome replaces it. */
export const CELLS: Kind<Cell, CellPlace, object, OfExperiment> = {
  name: "experiment's cell",
  partition,
  key: ({ arm, item, repetition }) => `CELL#${three(arm)}#${six(item)}#${three(repetition)}`,
  range: () => ({ prefix: "CELL#" }),
  replaces: ({ status }) => status !== "started",
};

/** An answer that was given alone is bought once. */
export const SAMPLES: Kind<Sample, Pick<Sample, "item" | "repetition" | "number">, never, OfExperiment> = {
  name: "experiment's sample",
  partition,
  key: ({ item, repetition, number }) => `SAMPLE#${six(item)}#${three(repetition)}#${three(number)}`,
};

/** Arms that were added, by the number of arms before them: of two requests at once, one adds its arms. */
export const EXTENSIONS: Kind<Extension, Pick<Extension, "from">, never, OfExperiment> = {
  name: "experiment's added arms",
  partition,
  key: ({ from }) => `ARMS#${three(from)}`,
};
