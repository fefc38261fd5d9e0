/** Debates that a workflow creates keep the limits of their tenant, and of an experiment's key: they wait rather than fail. */

import { setImmediate } from "node:timers/promises";
import { admit, entryOf, isLimited, lowestUsd, placeIn } from "../../domain/around/quotas/admission.quota.ts";
import { capping } from "../../domain/around/quotas/cap.ts";
import { newLedger } from "../../domain/around/quotas/ledger.quota.ts";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { Quota } from "../../domain/shapes/payer.ts";
import type { Configured } from "../../domain/shapes/plan/configured.ts";
import type { DebatePlan } from "../../domain/shapes/plan/plan.ts";
import type { DebateRecord } from "../../store/port/debates.port.ts";
import type { ActivityDeps } from "../base/deps.ts";

type QuotaKey = { id: string; quota: Quota } | null;

/** The configuration with a limit in USD, where one must hold; or why it fits under no circumstances. */
export async function keepingLimits(
  { store, catalogue }: Pick<ActivityDeps, "store" | "catalogue">,
  { tenant, key, ...configured }: { tenant: string; key: QuotaKey } & Configured,
): Promise<Configured> {
  const least = lowestUsd(await store.quotas.read(tenant), key);
  if (!configured.config || least === null) return configured;
  const work = capping(configured.config, { least, catalogue });
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await setImmediate();
  }
}

/** Throws `unavailable` while the queue is full: the activity is retried. */
export async function takePlace(
  { store, now }: Pick<ActivityDeps, "store" | "now">,
  { record, key }: { record: DebateRecord; key: QuotaKey },
): Promise<void> {
  const { tenant, id } = record;
  if (!isLimited(await store.quotas.read(tenant), key)) return;
  const at = now();
  const entry = entryOf(record, { key, whenBusy: "queue" });
  await store.upkeep.register({ tenant, debateId: id });
  const isRefused = await store.quotas.change<boolean>(tenant, (before) => {
    const { ledger, admission } = admit(before ?? newLedger({}, at), entry, at);
    return { ledger, answer: admission.kind === "refused" };
  });
  if (isRefused) throw new ParleyError("unavailable", "the tenant's queue of debates is full");
}

export async function waitsInQueue(
  { store }: Pick<ActivityDeps, "store">,
  { tenant, debateId }: DebatePlan,
): Promise<{ queued?: true }> {
  return placeIn(await store.quotas.read(tenant), debateId) ? { queued: true } : {};
}
