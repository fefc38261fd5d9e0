/** Text deltas of debates that are over are kept for a while only: the turns hold the same text (spec §3.3). */
import { Context } from "@temporalio/activity";
import type { Deltas, OpenPlace } from "../store/port/debates.ts";
import type { Store } from "../store/port.ts";
import type { ActivityDeps } from "./index.ts";

const PAGE = 50;
/** A day, in milliseconds. */
const KEPT_MS = 86_400_000;

type Entry = Awaited<ReturnType<Deltas["list"]>>["debates"][number];

export interface DeltaSweepInput {
  /** How long after the end, milliseconds. */
  keptMs?: number;
}

/** One debate that can not be cleared does not keep it from the rest. */
export const sweepDeltas =
  ({ store, now }: Pick<ActivityDeps, "store" | "now">) =>
  async ({ keptMs = KEPT_MS }: DeltaSweepInput): Promise<{ expiring: number; dropped: number; failed: number }> => {
    const context = Context.current();
    const sums = { expiring: 0, dropped: 0, failed: 0 };
    let after = (context.info.heartbeatDetails as OpenPlace | undefined) ?? null;
    do {
      const { debates, next } = await store.deltas.list({ after, limit: PAGE });
      for (const entry of debates) {
        context.cancellationSignal.throwIfAborted();
        const outcome = await clear(store, entry, { at: now().getTime(), keptMs }).catch(() => "failed" as const);
        if (outcome !== "left") sums[outcome] += 1;
        context.heartbeat(after);
      }
      after = next;
      context.heartbeat(after);
    } while (after);
    return sums;
  };

async function clear(
  store: Store,
  { registeredAt, marked, ...key }: Entry,
  { at, keptMs }: { at: number; keptMs: number },
): Promise<"expiring" | "dropped" | "left"> {
  const dueAt = registeredAt + keptMs;
  // Its META says that it is over a moment before its log does; a log that goes on needs its deltas.
  if (!(await isOver(store, key))) return "left";
  if (at >= dueAt) {
    await store.deltas.drop(key);
    return "dropped";
  }
  if (marked) return "left";
  await store.deltas.expire(key, Math.ceil(dueAt / 1000));
  return "expiring";
}

/** One that is not there any more has nothing to keep. */
async function isOver(store: Store, key: { tenant: string; debateId: string }): Promise<boolean> {
  if (!(await store.getDebate(key))) return true;
  return store.log.isOver(key);
}
