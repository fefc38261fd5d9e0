import { CancellationScope } from "@temporalio/workflow";
import { storeActs } from "./acts.ts";
import type { DebateRun } from "./run.ts";

const underWay = new WeakMap<DebateRun, Promise<void>>();

/**
 * Brings the log and META up to date now, when no activity is about to do it; even in a debate that was cancelled. One
 * at a time: who comes while another is under way waits for it and adds what is new. Rests `thenRestMs` afterwards.
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
  const work = storeActs(`${publication.events.length} events to the log`)
    .publish({ ...publication, ...(thenRestMs > 0 && { thenRestMs }) })
    .then(({ head, times }) => run.published(publication, head, times));
  const settled = work.finally(() => underWay.delete(run));
  underWay.set(run, settled);
  return settled;
}
