/** Limits and their use, as they are shown. */

import type { Quota } from "../../shapes/payer.ts";
import { rolled } from "./counts.quota.ts";
import { type Holder, type Ledger, newLedger, unused } from "./ledger.quota.ts";
import { type QuotaView, shownQuota } from "./quota.ts";
import { usedOf } from "./room.quota.ts";

/** Of a key, or of the tenant (null). Money is in USD. */
export function quotaView(stored: Ledger | null, key: { id: string; quota: Quota } | null, now: Date): QuotaView {
  const ledger = rolled(stored ?? newLedger({}, now), now);
  const holder: Holder = key ? { quota: key.quota, use: ledger.keys[key.id]?.use ?? unused(now) } : ledger.tenant;
  const { usdPerDay, usdPerMonth, ...counts } = usedOf(ledger, holder, key?.id ?? null);
  return {
    ...shownQuota(holder.quota),
    used: { ...counts, usdPerDay: usdPerDay / 1_000_000, usdPerMonth: usdPerMonth / 1_000_000 },
    waiting: ledger.queue.filter((waiting) => !key || waiting.key === key.id).length,
  };
}
