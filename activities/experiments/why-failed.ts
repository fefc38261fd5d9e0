import { CELLS, type OfExperiment } from "../../domain/around/experiments/experiment-records.ts";
import { commonestError } from "../../domain/around/experiments/measures.ts";
import type { ActivityDeps } from "../base/deps.ts";

/** Why most cells of an experiment failed; null: none did. */
export const whyFailed =
  ({ store }: ActivityDeps) =>
  async ({ experiment }: { experiment: OfExperiment }): Promise<string | null> =>
    commonestError(await store.records.list(experiment, CELLS, {}));
