/** Reads of an experiment's records. */

import type { RecordStore } from "../../../store/port/records.port.ts";
import type { Definition } from "../domain/experiment.ts";
import { DEFINITIONS, type OfExperiment } from "../domain/experiment-records.ts";

/** An experiment's definition with all arms that were added; null where there is none. */
export async function newestDefinition(records: RecordStore, experiment: OfExperiment): Promise<Definition | null> {
  const { values } = await records.page(experiment, DEFINITIONS, { limit: 1 });
  return values[0] ?? null;
}
