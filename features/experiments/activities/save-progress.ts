import type { ActivityDeps } from "../../../activities/base/deps.ts";
import { type Cell, mostOf, type Progress } from "../domain/experiment.ts";
import { CELLS, type OfExperiment, PROGRESS } from "../domain/experiment-records.ts";
import { requireDefinition } from "./load.experiment-activity.ts";

/** Keeps the newest version: a late repetition of an older one changes nothing. */
export const saveProgress =
  ({ store }: ActivityDeps) =>
  async ({ experiment, progress }: { experiment: OfExperiment; progress: Progress }): Promise<void> => {
    const stored = await store.records.get(experiment, PROGRESS, {});
    if (!stored || stored.version < progress.version) await store.records.put(experiment, PROGRESS, progress);
  };

/** The progress that a run of the workflow begins with. A run that was ended from outside may not have saved its last cells. */
export const readProgress =
  (deps: ActivityDeps) =>
  async ({ experiment }: { experiment: OfExperiment }): Promise<Progress> => {
    const { records } = deps.store;
    const stored = await records.get(experiment, PROGRESS, {});
    if (!stored) throw new Error(`no progress of ${experiment.experimentId}`);
    const { budget } = await requireDefinition(deps, experiment);
    const cells = stored.version > 1 ? await records.list(experiment, CELLS, {}) : [];
    const counted = (status: Cell["status"]) => cells.filter((cell) => cell.status === status).length;
    return { ...stored, most: mostOf(budget), done: counted("done"), failed: counted("failed") };
  };
