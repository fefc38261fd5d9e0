/** Follows an experiment's progress: looks once a second, and tells each change. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Services } from "../../../api/base/services.ts";
import { frameOf, RETRY } from "../../../api/http/sse.http.ts";
import { isOver } from "../../../domain/shapes/experiment-status.ts";
import { PROGRESS } from "../domain/experiment-records.ts";
import type { ExperimentEvent } from "../domain/schema.experiment.ts";
import { findExperiment, type StoredExperiment, summaryOf } from "./experiments.experiment-api.ts";

/** Milliseconds between looks. Each reads one small item. */
const LOOK_MS = 1_000;

/** Frames of all changes after the version `after`, until the experiment is over. */
export async function* progressFrames(
  services: Pick<Services, "store" | "links">,
  { found, after, signal }: { found: StoredExperiment; after: number; signal: AbortSignal },
): AsyncGenerator<string, void> {
  let stored: StoredExperiment | null = found;
  for (let told = after; stored; ) {
    if (stored.progress.version > told) yield frameOf(eventOf(stored, services));
    told = Math.max(told, stored.progress.version);
    if (isOver(stored.progress)) return;
    stored = await nextChange(services, { stored, signal });
  }
  // It continues: the reader comes back for the rest.
  yield RETRY;
}

/** null: the signal has aborted, or the experiment is gone. */
async function nextChange(
  { store }: Pick<Services, "store">,
  { stored: { key, progress }, signal }: { stored: StoredExperiment; signal: AbortSignal },
): Promise<StoredExperiment | null> {
  for (;;) {
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted) return null;
    const now = await store.records.get(key, PROGRESS, {});
    if (now?.version !== progress.version) return findExperiment({ store }, key);
  }
}

function eventOf(stored: StoredExperiment, { links }: Pick<Services, "links">): ExperimentEvent {
  const { version, at } = stored.progress;
  return { id: version, type: "experiment.updated", at, experiment: summaryOf(stored, links) };
}
