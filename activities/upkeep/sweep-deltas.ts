/**
 * Deletes the deltas that an older version wrote, a while after their debate has ended: the turns contain the same text.
 * Newer ones expire by themselves (docs/design/storage.md#33-the-logs-order).
 */
import type { ListedDebate } from "../../store/port/upkeep.ts";
import type { Store } from "../../store/port.ts";
import type { ActivityDeps } from "../deps.ts";
import { sweepPages } from "./sweep-pages.ts";

/** A day, in milliseconds. */
const KEPT_MS = 86_400_000;

export interface DeltaSweepInput {
  /** Milliseconds after the end. */
  keptMs?: number;
}

export const sweepDeltas =
  ({ store, now }: Pick<ActivityDeps, "store" | "now">) =>
  async ({ keptMs = KEPT_MS }: DeltaSweepInput): Promise<{ expiring: number; dropped: number; failed: number }> => {
    const count = await sweepPages({ store, list: "ENDED" }, (entry) =>
      clear(store, entry, { at: now().getTime(), keptMs }),
    );
    return { expiring: count("expiring"), dropped: count("dropped"), failed: count("failed") };
  };

async function clear(
  store: Store,
  { registeredAt, marked, ...key }: ListedDebate,
  { at, keptMs }: { at: number; keptMs: number },
): Promise<"expiring" | "dropped" | "left"> {
  const dueAt = registeredAt + keptMs;
  // META is completed shortly before the log; a log that continues needs its deltas.
  if (!(await isOver(store, key))) return "left";
  if (at >= dueAt) {
    await store.upkeep.dropDeltas(key);
    return "dropped";
  }
  if (marked) return "left";
  await store.upkeep.expireDeltas(key, Math.ceil(dueAt / 1000));
  return "expiring";
}

/** A deleted debate needs no deltas. */
async function isOver(store: Store, key: { tenant: string; debateId: string }): Promise<boolean> {
  if (!(await store.getDebate(key))) return true;
  return store.log.isOver(key);
}
