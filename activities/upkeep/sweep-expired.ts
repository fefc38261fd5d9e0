/** Deletes expired items (kept responses, rate counters, shares) if the engine has no TTL. */
import { Context } from "@temporalio/activity";
import type { ItemPlace } from "../../store/port/upkeep.ts";
import type { ActivityDeps } from "../base/deps.ts";

/** Items per request. */
const PAGE = 500;

/** Reads the table once, page by page; a retry continues from the last page. */
export const sweepExpired =
  ({ store, now }: Pick<ActivityDeps, "store" | "now">) =>
  async (): Promise<{ removed: number }> => {
    const context = Context.current();
    const at = now().getTime();
    let after = (context.info.heartbeatDetails as ItemPlace | undefined) ?? null;
    let removed = 0;
    do {
      context.cancellationSignal.throwIfAborted();
      const page = await store.upkeep.removeExpired({ after, limit: PAGE, at });
      removed += page.removed;
      after = page.next;
      context.heartbeat(after);
    } while (after);
    return { removed };
  };
