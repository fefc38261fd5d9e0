/** Lets new debates begin under the limits of their key and tenant, lets them wait, or refuses them. */

import {
  type Admission,
  admit,
  changeMost,
  entryOf,
  isLimited,
  lowestUsd,
} from "../../domain/around/quotas/admission.quota.ts";
import { capping } from "../../domain/around/quotas/cap.ts";
import { newLedger } from "../../domain/around/quotas/ledger.quota.ts";
import { NEEDS_MOST, quotaExceeded } from "../../domain/around/quotas/refusal.quota.ts";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { DebateConfig } from "../../domain/shapes/plan/config.plan.ts";
import { microLimitOf } from "../../domain/shapes/state/costs.state.ts";
import type { DebateRecord } from "../../store/port/debates.port.ts";
import { keyOf } from "../../store/port/debates.port.ts";
import type { AppDeps, Caller } from "../base/context.api-base.ts";
import { inSlices } from "../http/slices.ts";

type Deps = Pick<AppDeps, "store" | "catalogue" | "now">;
/** Missing: the caller has no key, so only the tenant's limits hold. */
export type QuotaKey = Caller["key"] | undefined;

interface Asking {
  record: Pick<DebateRecord, "tenant" | "id" | "config" | "state">;
  key: QuotaKey;
  whenBusy: "queue" | "reject";
  /** A draft, which is stored already. */
  isMade?: true;
}

/** The configuration with a limit in USD, where one must hold. Throws `invalid-request` if it fits under no circumstances. */
export async function cappedConfig(
  { store, catalogue }: Deps,
  { tenant, key, config }: { tenant: string; key: QuotaKey; config: DebateConfig },
): Promise<DebateConfig> {
  const least = lowestUsd(await store.quotas.read(tenant), key ?? null);
  if (least === null) return config;
  const capped = await inSlices(capping(config, { least, catalogue }));
  if (capped.config) return capped.config;
  throw new ParleyError("invalid-request", "the debate does not fit under a limit", { errors: capped.problems });
}

/** Throws `quota-exceeded`. Whoever is admitted or queued is settled at the debate's end; a debate that is not made, by the sweep. */
export async function requirePlace(
  { store, now }: Deps,
  { record, key, whenBusy, isMade }: Asking,
): Promise<Admission> {
  const { tenant } = record;
  const { quotas, upkeep } = store;
  if (!isLimited(await quotas.read(tenant), key ?? null)) return { kind: "admitted" };
  const at = now();
  const entry = entryOf(record, { key: key ?? null, whenBusy });
  // Before the place: a process that dies with one is found by the sweep.
  if (!isMade) await upkeep.register(keyOf(record));
  const admission = await quotas.change<Admission>(tenant, (before) => {
    const { ledger, admission: answer } = admit(before ?? newLedger({}, at), entry, at);
    return { ledger, answer };
  });
  if (admission.kind !== "refused") return admission;
  if (!isMade) await upkeep.forget(keyOf(record));
  throw quotaExceeded(admission.excess, at);
}

/** Sets more aside for a debate whose limit in USD rises. Throws `quota-exceeded`; `invalid-request` if it must keep one. */
export async function requireMost(
  { store, now }: Pick<Deps, "store" | "now">,
  { record, config }: { record: DebateRecord; config: DebateConfig },
): Promise<void> {
  const { tenant, id } = record;
  const usd = config.budget?.maxCostUsd;
  const at = now();
  if (!(await store.quotas.read(tenant))) return;
  const { excess, isNeeded } = await store.quotas.change(tenant, (before) => {
    if (!before) return { ledger: null, answer: { excess: null, isNeeded: false } };
    const { ledger, ...answer } = changeMost(before, { id, most: usd === undefined ? null : microLimitOf(usd) }, at);
    return { ledger, answer };
  });
  if (excess) throw quotaExceeded(excess, at);
  if (isNeeded) throw new ParleyError("invalid-request", "the change is not valid", { errors: [NEEDS_MOST] });
}
