/** Who may begin, who waits, and what a debate that is over leaves: pure changes of a ledger. */

import { twinIdOf } from "../../base/ids.base.ts";
import { chargedOf } from "../../play/budget/ledger.budget.ts";
import type { Quota } from "../../shapes/payer.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import { microLimitOf } from "../../shapes/state/costs.state.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import { charge, holdersOf, isLimiting, rolled } from "./counts.quota.ts";
import { type Ledger, MOST, unused, type Waiting } from "./ledger.quota.ts";
import { type Excess, hasRoom, shortOf } from "./room.quota.ts";

/** A debate that is to begin. */
export interface Entry {
  id: string;
  /** null: the caller has no key. */
  key: { id: string; quota: Quota } | null;
  /** The most that it may spend in all; null: no limit. */
  most: number | null;
  carried: number;
  /** Its twin's id, where it has one beside it. */
  twin: string | null;
  whenBusy: "queue" | "reject";
}

export type Admission =
  /** It may begin. `isKnown`: it was admitted before. */
  { kind: "admitted"; isKnown?: true } | { kind: "queued" } | { kind: "refused"; excess: Excess };

/**
 * Whether anything is limited for this caller.
 *
 * @example
 * isLimited(null, { quota: { debatesPerDay: 3 } }) // → true
 * isLimited(null, null) // → false
 */
export function isLimited(ledger: Ledger | null, key: Entry["key"]): boolean {
  return isLimiting(ledger?.tenant.quota) || isLimiting(key?.quota);
}

/**
 * The lowest limit in USD that holds for this caller; null: none does.
 *
 * @example
 * lowestUsd({ tenant: { quota: { usdPerDay: 5 } } }, { quota: { usdPerMonth: 2 } }) // → 2
 * lowestUsd(null, null) // → null
 */
export function lowestUsd(ledger: Ledger | null, key: Entry["key"]): number | null {
  const limits = [ledger?.tenant.quota, key?.quota].flatMap((quota) => [quota?.usdPerDay, quota?.usdPerMonth]);
  const known = limits.filter((limit) => limit !== undefined);
  return known.length > 0 ? Math.min(...known) : null;
}

/** A new debate as it asks for a place. */
export function entryOf(
  { id, config, state }: { id: string; config: DebateConfig; state: DebateState },
  { key, whenBusy }: Pick<Entry, "key" | "whenBusy">,
): Entry {
  const most = config.budget?.maxCostUsd;
  return {
    id,
    key,
    most: most === undefined ? null : microLimitOf(most),
    carried: chargedOf(state).costMicroUsd,
    twin: config.orderCheck === "twin" ? twinIdOf(id) : null,
    whenBusy,
  };
}

/** Lets a debate begin, lets it wait, or refuses it. A debate with a place keeps it, with more set aside if need be. */
export function admit(before: Ledger, entry: Entry, now: Date): { ledger: Ledger; admission: Admission } {
  const ledger = rolled(before, now);
  knowKey(ledger, entry.key, now);
  const { id, most, carried } = entry;
  if (ledger.live[id]) {
    const excess = most === null ? null : raise(ledger, id, most, now);
    return { ledger, admission: excess ? { kind: "refused", excess } : { kind: "admitted", isKnown: true } };
  }
  if (ledger.queue.some((waiting) => waiting.id === id)) return { ledger, admission: { kind: "queued" } };
  const waiting: Waiting = {
    id,
    key: entry.key?.id ?? null,
    reserved: most === null ? 0 : Math.max(0, most - carried),
    carried,
    ...(entry.twin !== null && { twin: entry.twin }),
    since: now.toISOString(),
  };
  ledger.queue.push(waiting);
  promote(ledger, now);
  // Its caller knows at once.
  if (isTaken(ledger, id)) return { ledger, admission: { kind: "admitted" } };
  if (entry.whenBusy === "queue" && ledger.queue.length <= MOST) return { ledger, admission: { kind: "queued" } };
  const isFull = entry.whenBusy === "queue";
  ledger.queue.pop();
  const excess = isFull ? fullQueue() : (shortOf(ledger, waiting, now) ?? behind(ledger, waiting));
  return { ledger, admission: { kind: "refused", excess } };
}

/** A key that has limits brings them with it. */
export function knowKey(ledger: Ledger, key: Entry["key"], now: Date): void {
  if (key && isLimiting(key.quota))
    ledger.keys[key.id] = { quota: key.quota, use: ledger.keys[key.id]?.use ?? unused(now) };
}

/** Sets more aside for a debate, whose limit in micro-dollars is now `most`. Returns why it does not fit. */
function raise(ledger: Ledger, id: string, most: number, now: Date): Excess | null {
  const found = ledger.live[id] ?? ledger.queue.find((waiting) => waiting.id === id);
  const more = found ? most - found.carried - found.reserved : 0;
  if (!found || more <= 0) return null;
  const excess = shortOf(ledger, { ...found, reserved: more }, now, "usd");
  if (excess) return excess;
  found.reserved += more;
  const twin = found.twin === undefined ? undefined : ledger.live[found.twin];
  if (twin) twin.reserved += more;
  return null;
}

/** A debate is over: what it was charged, in all, takes the place of what was set aside. May be repeated. */
export function settle(before: Ledger, { id, charged }: { id: string; charged: number }, now: Date): Ledger {
  const ledger = rolled(before, now);
  const place = ledger.live[id];
  ledger.queue = ledger.queue.filter((waiting) => waiting.id !== id);
  if (place) {
    Reflect.deleteProperty(ledger.live, id);
    charge(ledger, place, Math.max(0, charged - place.carried));
  }
  promote(ledger, now);
  return ledger;
}

/** A debate was not made, or never began: it is as if it had not been admitted. May be repeated. */
export function release(before: Ledger, id: string, now: Date): Ledger {
  const place = before.live[id];
  const ledger = settle(before, { id, charged: 0 }, now);
  if (!place || place.isTwin) return ledger;
  for (const { use } of holdersOf(ledger, place)) if (use.day === place.day) use.begun -= 1;
  if (place.twin !== undefined) Reflect.deleteProperty(ledger.live, place.twin);
  promote(ledger, now);
  return ledger;
}

/** A waiting debate asks whether its turn has come. */
export function ask(before: Ledger, id: string, now: Date): Ledger {
  const ledger = rolled(before, now);
  promote(ledger, now);
  isTaken(ledger, id);
  return ledger;
}

/** A debate that has a place, and now knows it. */
function isTaken({ live }: Ledger, id: string): boolean {
  const place = live[id];
  delete place?.called;
  return place !== undefined;
}

/**
 * The limit in USD of a debate that has a place, or waits, is now this, in micro-dollars; null: none. The answer is why that
 * cannot be. Less frees nothing before the debate's end, since a call under way may still take it.
 */
export function changeMost(before: Ledger, { id, most }: { id: string; most: number | null }, now: Date) {
  const ledger = rolled(before, now);
  const found = ledger.live[id] ?? ledger.queue.find((waiting) => waiting.id === id);
  const quota = found && found.key !== null ? ledger.keys[found.key]?.quota : undefined;
  const key = quota ? { id: "", quota } : null;
  if (most !== null) return { ledger, excess: raise(ledger, id, most, now), isNeeded: false };
  return { ledger, excess: null, isNeeded: found !== undefined && lowestUsd(ledger, key) !== null };
}

/** From 1; null: it does not wait. */
export function positionOf({ queue }: Ledger, id: string): number | null {
  const index = queue.findIndex((waiting) => waiting.id === id);
  return index < 0 ? null : index + 1;
}

/** As a debate's owner sees it; undefined: it does not wait. */
export function placeIn(ledger: Ledger | null, id: string): { position: number; since: string } | undefined {
  const position = ledger && positionOf(ledger, id);
  const waiting = position === null ? undefined : ledger?.queue[position - 1];
  return position !== null && waiting ? { position, since: waiting.since } : undefined;
}

/** Debates whose turn has come without their knowing it. */
export function calledIn({ live }: Ledger): string[] {
  return Object.entries(live).flatMap(([id, { called }]) => (called ? [id] : []));
}

/**
 * Lets those begin that fit, in their order. One that its key's limit holds up lets other keys pass; one that the tenant's
 * limit holds up lets nobody pass, unless it fits under no circumstances.
 */
function promote(ledger: Ledger, now: Date): void {
  const heldUp = new Set<string>();
  for (const waiting of ledger.queue) {
    if (waiting.key !== null && heldUp.has(waiting.key)) continue;
    const excess = shortOf(ledger, waiting, now);
    if (!excess) begin(ledger, waiting);
    else if (excess.of === "key" && waiting.key !== null) heldUp.add(waiting.key);
    else if (hasRoom(ledger.tenant.quota, waiting)) return;
  }
}

function begin(ledger: Ledger, { id, since: _since, ...waiting }: Waiting): void {
  ledger.queue = ledger.queue.filter((other) => other.id !== id);
  const { day } = ledger.tenant.use;
  ledger.live[id] = { ...waiting, day, called: true };
  const { twin, ...of } = waiting;
  if (twin !== undefined) ledger.live[twin] = { ...of, carried: 0, day, isTwin: true };
  for (const { use } of holdersOf(ledger, waiting)) use.begun += 1;
}

function fullQueue(): Excess {
  return { limit: "queue", of: "tenant", max: MOST, used: MOST, needed: 1, resetsAt: null };
}

/** It would fit, but others have waited for longer. */
function behind({ queue }: Ledger, { key }: Waiting): Excess {
  const used = queue.filter((waiting) => key === null || waiting.key === key).length || queue.length;
  return { limit: "queue", of: "tenant", max: 0, used, needed: 1, resetsAt: null };
}
