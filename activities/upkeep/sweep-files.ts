/** Removes what was left of files by processes that died while they put or removed them. */
import { Context } from "@temporalio/activity";
import type { ItemPlace } from "../../store/port/upkeep.ts";
import type { ActivityDeps } from "../base/deps.ts";

/** Files per request. */
const PAGE = 50;

/** A retry continues from the last page, and one file that fails does not stop the others. */
export const sweepFiles =
  ({ store, now }: Pick<ActivityDeps, "store" | "now">) =>
  async (): Promise<{ settled: number; failed: number }> => {
    const context = Context.current();
    const at = now().getTime();
    let after = (context.info.heartbeatDetails as ItemPlace | undefined) ?? null;
    const sum = { settled: 0, failed: 0 };
    do {
      context.cancellationSignal.throwIfAborted();
      const page = await store.upkeep.settleFiles({ after, limit: PAGE, at });
      sum.settled += page.settled;
      sum.failed += page.failed;
      after = page.next;
      context.heartbeat(after);
    } while (after);
    return sum;
  };
