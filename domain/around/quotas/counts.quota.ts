/** The counts of a ledger: whose they are, what is charged to them, and when they begin again. */

import type { Quota } from "../../shapes/payer.ts";
import { dayOf, type Holder, type Ledger, monthOf, type Place } from "./ledger.quota.ts";

export function isLimiting(quota: Quota | undefined): boolean {
  return quota !== undefined && Object.keys(quota).length > 0;
}

/** Whose counts a debate or a purchase is part of. */
export function holdersOf({ tenant, keys }: Ledger, { key }: Pick<Place, "key">): Holder[] {
  const own = key === null ? undefined : keys[key];
  return own ? [own, tenant] : [tenant];
}

/** Micro-dollars. They count on the day on which the debate or the purchase began. */
export function charge(ledger: Ledger, { key, day }: Pick<Place, "key" | "day">, spent: number): void {
  for (const { use } of holdersOf(ledger, { key })) {
    if (use.day === day) use.spent += spent;
    if (use.month === monthOf(day)) use.spentInMonth += spent;
  }
}

/** A copy whose counts are those of this day and month. A clock that is behind turns nothing back. */
export function rolled(before: Ledger, now: Date): Ledger {
  const ledger = structuredClone(before);
  const day = dayOf(now);
  const isNewMonth = monthOf(day) > ledger.tenant.use.month;
  for (const holder of [ledger.tenant, ...Object.values(ledger.keys)]) {
    const { use } = holder;
    if (day > use.day) Object.assign(use, { day, begun: 0, spent: 0 });
    if (monthOf(day) > use.month) Object.assign(use, { month: monthOf(day), spentInMonth: 0 });
  }
  endLost(ledger, now);
  if (isNewMonth) ledger.keys = keysInUse(ledger);
  return ledger;
}

/** What nobody paid in time: its process has died. A call may have been billed, so it counts in full. */
function endLost(ledger: Ledger, now: Date): void {
  for (const [id, place] of Object.entries(ledger.live)) {
    if (place.until === undefined || Date.parse(place.until) >= now.getTime()) continue;
    Reflect.deleteProperty(ledger.live, id);
    if (!place.isPurse) charge(ledger, place, place.reserved);
  }
}

/** A key that comes back brings its limits with it. */
function keysInUse({ keys, live, queue }: Ledger): Ledger["keys"] {
  const used = new Set([...Object.values(live), ...queue].map(({ key }) => key));
  return Object.fromEntries(Object.entries(keys).filter(([id]) => used.has(id)));
}
