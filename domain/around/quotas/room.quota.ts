/** Whether a debate fits under the limits of its key and its tenant, and when it will. */

import type { Quota } from "../../shapes/payer.ts";
import { microLimitOf } from "../../shapes/state/costs.state.ts";
import { type Holder, type Ledger, MOST, monthOf, type Place } from "./ledger.quota.ts";

/** A limit that a debate would pass. Money is in micro-dollars. */
export interface Excess {
  limit: keyof Quota | "queue" | "purchases";
  of: "key" | "tenant";
  max: number;
  used: number;
  needed: number;
  /** ISO 8601; null: as soon as another debate is over. */
  resetsAt: string | null;
}

/** What is used of each limit: by debates that are over, and by those under way. */
export interface Used {
  atOnce: number;
  perDay: number;
  usdPerDay: number;
  usdPerMonth: number;
}

type Wanted = Pick<Place, "key" | "reserved" | "twin"> & Partial<Pick<Place, "day">>;

/** `key` null: of the tenant. */
export function usedOf({ live }: Ledger, { use }: Holder, key: string | null): Used {
  const places = Object.values(live).filter((place) => key === null || place.key === key);
  const reserved = (isCounted: (day: string) => boolean) =>
    places.reduce((sum, place) => sum + (isCounted(place.day) ? place.reserved : 0), 0);
  return {
    atOnce: places.filter(({ isTwin, until }) => !isTwin && until === undefined).length,
    perDay: use.begun,
    usdPerDay: use.spent + reserved((day) => day === use.day),
    usdPerMonth: use.spentInMonth + reserved((day) => monthOf(day) === use.month),
  };
}

/** The first limit that a debate would pass, its key's before the tenant's; null: it fits. `usd`: those in USD alone. */
export function shortOf(ledger: Ledger, wanted: Wanted, now: Date, only?: "usd"): Excess | null {
  const { key } = wanted;
  const own = key === null ? undefined : ledger.keys[key];
  const holders = [...(own ? [{ of: "key" as const, holder: own, id: key }] : []), OF_TENANT(ledger)];
  for (const { of, holder, id } of holders) {
    const limits = limitsOf(holder.quota, only);
    const used = usedOf(ledger, holder, id);
    const needed = neededBy(wanted, holder, only);
    for (const { limit, max } of limits)
      if (used[limit] + needed[limit] > max)
        return { limit, of, max, used: used[limit], needed: needed[limit], resetsAt: resetOf(limit, now) };
  }
  return null;
}

const OF_TENANT = ({ tenant }: Ledger) => ({ of: "tenant" as const, holder: tenant, id: null });

/** It would fit if nothing else were used. */
export function hasRoom(quota: Quota, { reserved, twin }: Pick<Place, "reserved" | "twin">): boolean {
  const needed = twin === undefined ? reserved : 2 * reserved;
  return limitsOf(quota, "usd").every(({ max }) => needed <= max);
}

function limitsOf(quota: Quota, only?: "usd"): { limit: keyof Quota; max: number }[] {
  const { atOnce = MOST, perDay, usdPerDay, usdPerMonth } = quota;
  return [
    ...(only ? [] : [{ limit: "atOnce" as const, max: Math.min(MOST, atOnce) }]),
    ...(only || perDay === undefined ? [] : [{ limit: "perDay" as const, max: perDay }]),
    ...(usdPerDay === undefined ? [] : [{ limit: "usdPerDay" as const, max: microLimitOf(usdPerDay) }]),
    ...(usdPerMonth === undefined ? [] : [{ limit: "usdPerMonth" as const, max: microLimitOf(usdPerMonth) }]),
  ];
}

/** A debate that began on an earlier day, and asks for more, counts there. */
function neededBy({ reserved, twin, day }: Wanted, { use }: Holder, only?: "usd"): Used {
  const micro = twin === undefined ? reserved : 2 * reserved;
  const counts = only ? 0 : 1;
  return {
    atOnce: counts,
    perDay: counts,
    usdPerDay: day === undefined || day === use.day ? micro : 0,
    usdPerMonth: day === undefined || monthOf(day) === use.month ? micro : 0,
  };
}

function resetOf(limit: keyof Quota, now: Date): string | null {
  if (limit === "atOnce") return null;
  const { day, month } = resetsAfter(now);
  return limit === "usdPerMonth" ? month : day;
}

/** When the next UTC day and month begin. */
export function resetsAfter(now: Date): { day: string; month: string } {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  return {
    day: new Date(Date.UTC(year, month, day + 1)).toISOString(),
    month: new Date(Date.UTC(year, month + 1, 1)).toISOString(),
  };
}
