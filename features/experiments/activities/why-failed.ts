import type { ActivityDeps } from "../../../activities/base/deps.ts";
import { CELLS, type OfExperiment } from "../domain/experiment-records.ts";
import { commonestError } from "../domain/measures.ts";

/** Why most cells of an experiment failed; null: none did. */
export const whyFailed =
  ({ store }: ActivityDeps) =>
  async ({ experiment }: { experiment: OfExperiment }): Promise<string | null> =>
    commonestError(await store.records.list(experiment, CELLS, {}));
