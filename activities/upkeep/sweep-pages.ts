import { Context } from "@temporalio/activity";
import type { Store } from "../../store/port/store.ts";
import type { ListedDebate, ListPlace } from "../../store/port/upkeep.ts";

/** Entries have about 250 bytes, and a request returns a megabyte at most. */
const PAGE = 2_000;

/**
 * Handles every listed debate and counts the outcomes. A retry continues from the last page, and one debate that fails
 * does not stop the others.
 */
export async function sweepPages<O extends string>(
  store: Store,
  handle: (entry: ListedDebate) => Promise<O>,
): Promise<(outcome: O | "failed") => number> {
  const context = Context.current();
  const counts = new Map<O | "failed", number>();
  let after = (context.info.heartbeatDetails as ListPlace | undefined) ?? null;
  do {
    const { debates, next } = await store.upkeep.list({ after, limit: PAGE });
    for (const entry of debates) {
      context.cancellationSignal.throwIfAborted();
      const outcome = await handle(entry).catch(() => "failed" as const);
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      context.heartbeat(after);
    }
    after = next;
    context.heartbeat(after);
  } while (after);
  return (outcome) => counts.get(outcome) ?? 0;
}
