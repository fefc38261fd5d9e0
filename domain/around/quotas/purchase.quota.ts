/**
 * What is bought beside debates: answers of experiments, rejudgements, positions, checks of models. Each call takes its place
 * in the ledger before it is made, with the most that it can cost. A purse is money that is set aside for calls to come.
 */
import { type Entry, knowKey, settle } from "./admission.quota.ts";
import { rolled } from "./counts.quota.ts";
import { type Ledger, MOST_PURCHASES } from "./ledger.quota.ts";
import { type Excess, shortOf } from "./room.quota.ts";

export interface Purchase {
  id: string;
  key: Entry["key"];
  /** Micro-dollars, at most. */
  worst: number;
  /** ISO 8601: whoever buys has paid by then, or has died. */
  until: string;
  isPurse?: true;
  /** The id of a purse of the same key that pays for it, as far as that goes. */
  from?: string;
}

/** Sets a purchase's worst case aside. May be repeated. `excess`: why it does not fit; then nothing may be bought. */
export function buy(before: Ledger, purchase: Purchase, now: Date): { ledger: Ledger; excess: Excess | null } {
  const ledger = rolled(before, now);
  const { id, key, worst, until, isPurse, from } = purchase;
  knowKey(ledger, key, now);
  if (ledger.live[id]) return { ledger, excess: null };
  const { day } = ledger.tenant.use;
  const purse = from === undefined ? undefined : ledger.live[from];
  const whose = key?.id ?? null;
  const isOurs = purse?.isPurse && purse.day === day && purse.key === whose;
  const drawn = isOurs ? Math.min(purse.reserved, worst) : 0;
  const wanted = { key: whose, reserved: worst - drawn };
  const excess = (wanted.reserved > 0 ? shortOf(ledger, wanted, now, "usd") : null) ?? full(ledger);
  if (excess) return { ledger, excess };
  if (purse) purse.reserved -= drawn;
  ledger.live[id] = { key: whose, reserved: worst, carried: 0, day, until, ...(isPurse && { isPurse }) };
  return { ledger, excess: null };
}

/** What a purchase was charged takes the place of its worst case; null: unknown, so it is charged in full. May be repeated. */
export function pay(before: Ledger, { id, charged }: { id: string; charged: number | null }, now: Date): Ledger {
  const place = before.live[id];
  return settle(before, { id, charged: charged ?? (place?.isPurse ? 0 : place?.reserved) ?? 0 }, now);
}

/** With whose limits something is bought for a debate: those of the purse or of the debate, whichever is there first. */
export function keyIn(ledger: Ledger | null, ids: string[]): Entry["key"] {
  const [id] = ids.flatMap((one) => ledger?.live[one]?.key ?? []);
  const held = id === undefined ? undefined : ledger?.keys[id];
  return id !== undefined && held ? { id, quota: held.quota } : null;
}

function full({ live }: Ledger): Excess | null {
  const used = Object.values(live).filter(({ until }) => until !== undefined).length;
  if (used < MOST_PURCHASES) return null;
  return { limit: "purchases", of: "tenant", max: MOST_PURCHASES, used, needed: 1, resetsAt: null };
}
