import { CancellationScope } from "@temporalio/workflow";
import { plural } from "../../domain/base/text/text.ts";
import type { DebateRun } from "../base/run.workflow-base.ts";
import { storeActs } from "./activity-proxies.ts";

const underWay = new WeakMap<DebateRun, Promise<void>>();

/**
 * Writes unpublished events to the log now, when no activity is about to do it; even in a debate that was cancelled. One
 * publication runs at a time: a later caller waits for it, then publishes what is new. Rests `thenRestMs` afterwards.
 */
export async function publish(run: DebateRun, thenRestMs = 0): Promise<void> {
  while (run.hasUnpublished()) {
    const other = underWay.get(run);
    if (other) await other;
    else await CancellationScope.nonCancellable(() => begin(run, thenRestMs));
  }
}

function begin(run: DebateRun, thenRestMs: number): Promise<void> {
  const publication = run.publication();
  const work = storeActs(`${plural(publication.events.length, "event")} to the log`)
    .publish({ ...publication, ...(thenRestMs > 0 && { thenRestMs }) })
    .then(({ head, ...standing }) => run.published(publication, head, standing));
  const done = work.finally(() => underWay.delete(run));
  underWay.set(run, done);
  return done;
}
