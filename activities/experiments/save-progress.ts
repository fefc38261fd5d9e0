import type { Progress } from "../../domain/experiments/experiment.ts";
import { type OfExperiment, PROGRESS } from "../../domain/records/experiments.ts";
import type { ActivityDeps } from "../deps.ts";

/** Keeps the newest version: a late repetition of an older one changes nothing. */
export const saveProgress =
  ({ store }: ActivityDeps) =>
  async ({ experiment, progress }: { experiment: OfExperiment; progress: Progress }): Promise<void> => {
    const stored = await store.records.get(experiment, PROGRESS, {});
    if (!stored || stored.version < progress.version) await store.records.put(experiment, PROGRESS, progress);
  };

/** The progress that a run of the workflow begins with. */
export const readProgress =
  ({ store }: ActivityDeps) =>
  async ({ experiment }: { experiment: OfExperiment }): Promise<Progress> => {
    const stored = await store.records.get(experiment, PROGRESS, {});
    if (stored) return stored;
    throw new Error(`no progress of ${experiment.experimentId}`);
  };
