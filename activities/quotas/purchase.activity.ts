/**
 * Whatever is bought beside debates takes its place in the tenant's ledger before it is bought, and is charged when it ends.
 * Debates have places of their own, which last until their end.
 */
import { randomUUID } from "node:crypto";
import { asyncLocalStorage as activities } from "@temporalio/activity";
import { calledIn, type Entry, isLimited, lowestUsd } from "../../domain/around/quotas/admission.quota.ts";
import { newLedger } from "../../domain/around/quotas/ledger.quota.ts";
import { buy, pay } from "../../domain/around/quotas/purchase.quota.ts";
import { quotaExceeded } from "../../domain/around/quotas/refusal.quota.ts";
import { microLimitOf } from "../../domain/shapes/state/costs.state.ts";
import type { Store } from "../../store/port/store.ts";
import { callNext } from "./call-next.ts";

export interface Ledgers {
  store: Pick<Store, "quotas">;
  now: () => Date;
}

/** Whose limits hold. */
export interface Buyer {
  tenant: string;
  /** Missing or null: the tenant's alone. */
  key?: Entry["key"] | undefined;
  /** Where money was set aside for the call. */
  purse?: string | undefined;
}

/** What is to be bought. */
interface Order {
  /** `provider/model`. */
  model: string;
  /** As in "this call of a model". */
  what: string;
  /** Micro-dollars, at most; null: the price is unknown. */
  worst: number | null;
  /** Milliseconds until it has ended. */
  forMs: number;
}

/** It does not fit under a limit. `isFinal`: not even if nothing else were bought. */
export class Refused extends Error {
  readonly isFinal: boolean;

  constructor(message: string, { isFinal }: { isFinal: boolean }) {
    super(message);
    this.name = "Refused";
    this.isFinal = isFinal;
  }
}

/** Beyond the time of the call. Milliseconds. */
const MARGIN_MS = 60_000;

/**
 * Does the work if its worst case fits; else throws `Refused`. The work says what it cost in micro-dollars. Null, or nothing
 * said: that is unknown, so it is charged in full.
 */
export async function purchase<T>(
  deps: Ledgers,
  buyer: Buyer,
  order: Order,
  work: (costs: (charged: number | null) => void) => Promise<T>,
): Promise<T> {
  const id = await takePlace(deps, buyer, order);
  let charged: number | null = null;
  try {
    return await work((cost) => {
      charged = cost;
    });
  } finally {
    await charge(deps, buyer, { id, charged });
  }
}

/** What was set aside for calls is free again. May be repeated. */
export async function freePurse(
  deps: Ledgers,
  { tenant, key = null, purse }: Buyer & { purse: string },
): Promise<void> {
  if (isLimited(await deps.store.quotas.read(tenant, "recent"), key))
    await charge(deps, { tenant }, { id: purse, charged: null });
}

/** Returns its id. Earlier attempts of the activity have died: each may have been billed, so it counts in full. */
async function takePlace({ store, now }: Ledgers, { tenant, key = null, purse }: Buyer, order: Order): Promise<string> {
  const at = now();
  const { id, diedBefore } = place();
  const { worst, forMs } = order;
  const until = new Date(at.getTime() + forMs + MARGIN_MS).toISOString();
  const bought = { id, key, worst: worst ?? 0, until, ...(purse !== undefined && { from: purse }) };
  const refused = await store.quotas.change<Refused | null>(tenant, (before) => {
    const open = before ?? newLedger({}, at);
    const died = Object.keys(open.live).filter(diedBefore);
    const paid = died.reduce((ledger, lost) => pay(ledger, { id: lost, charged: null }, at), open);
    const never = neverFits(order, lowestUsd(paid, key));
    if (never) return { ledger: paid, answer: never };
    const { ledger, excess } = buy(paid, bought, at);
    const why = excess && quotaExceeded(excess, at, order.what).message;
    return { ledger, answer: why === null ? null : new Refused(why, { isFinal: false }) };
  });
  if (refused) throw refused;
  return id;
}

/** The id of a purchase begins with its activity and attempt; outside an activity nothing is tried again. */
function place(): { id: string; diedBefore: (other: string) => boolean } {
  const info = activities.getStore()?.info;
  if (!info) return { id: randomUUID(), diedBefore: () => false };
  const act = `${info.workflowExecution?.runId ?? ""}/${info.activityId}/`;
  const own = `${act}${info.attempt}/`;
  return { id: `${own}${randomUUID()}`, diedBefore: (other) => other.startsWith(act) && !other.startsWith(own) };
}

function neverFits({ model, worst }: Order, limit: number | null): Refused | null {
  if (limit === null) return null;
  if (worst === null)
    return new Refused(`a limit in USD holds, and the price of ${model} is unknown`, { isFinal: true });
  if (worst <= microLimitOf(limit)) return null;
  const message = `a call of ${model} may cost $${worst / 1_000_000}, and the key's or the tenant's limit is $${limit}`;
  return new Refused(message, { isFinal: true });
}

/** Whose charge the store does not take in time is charged in full: its place in the ledger ends by itself. */
async function charge(
  { store, now }: Ledgers,
  { tenant }: Buyer,
  bought: { id: string; charged: number | null },
): Promise<void> {
  const paid = store.quotas.change<boolean>(tenant, (before) => {
    const ledger = before && pay(before, bought, now());
    return { ledger, answer: ledger !== null && calledIn(ledger).length > 0 };
  });
  const isSomeoneCalled = await paid.catch(() => false);
  // Outside an activity nobody is called: waiting debates ask themselves now and then.
  if (isSomeoneCalled && activities.getStore()) await callNext(store, tenant).catch(() => {});
}
