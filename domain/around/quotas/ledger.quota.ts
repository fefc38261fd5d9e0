/**
 * A tenant's one ledger: its limits and its keys', the debates under way with what is set aside for them, and those that
 * wait. Every change is a pure function of the whole ledger, so one conditional write makes it hold to the cent.
 * Money is in micro-dollars. A debate counts on the UTC day and in the month in which it begins.
 */

import type { Quota } from "../../shapes/payer.ts";
import type { Line } from "./waiting-line.ts";

/** What debates that began on a day and in a month have taken, as far as they are over. */
export interface Use {
  /** `2026-11-23` */
  day: string;
  /** Debates that began on the day, also those under way. */
  begun: number;
  spent: number;
  /** `2026-11` */
  month: string;
  spentInMonth: number;
}

export interface Holder {
  quota: Quota;
  use: Use;
}

/** A debate under way, or a purchase beside debates. */
export interface Place {
  /** The key's id; null: the tenant's alone. */
  key: string | null;
  /** Set aside for what it may still spend; 0 where no limit in USD held. */
  reserved: number;
  /** What a fork had taken over from its original: its own spending comes on top. */
  carried: number;
  /** The day on which it began. */
  day: string;
  /** The debate with its sides swapped, which begins and ends within this one. */
  twin?: string;
  /** It is such a twin: it counts in USD alone. */
  isTwin?: true;
  /** Its turn in the queue has come, and its workflow does not know yet. */
  called?: true;
  /** It is no debate but a purchase beside debates, which counts in USD alone. Nobody pays it after this time, ISO 8601. */
  until?: string;
  /** Nothing is bought with it yet: purchases draw from it. */
  isPurse?: true;
}

export interface Waiting {
  id: string;
  key: string | null;
  reserved: number;
  carried: number;
  twin?: string;
  /** ISO 8601. */
  since: string;
}

export interface Ledger {
  tenant: Holder;
  /** By id: keys that have limits of their own. */
  keys: Record<string, Holder>;
  live: Record<string, Place>;
  /** The longest wait first. */
  queue: Waiting[];
  /** Experiments that run and that wait, where there are any. They are in line without a limit too. */
  experiments?: Line;
}

/** Debates that wait, and debates under way, at most: the ledger is one item of 400 KB. */
export const MOST = 1_000;
/** Purchases beside debates that are under way, at most. */
export const MOST_PURCHASES = 300;

/**
 * The ledger of a tenant that has begun no debate yet.
 *
 * @example
 * newLedger({ debatesPerDay: 5 }, new Date("2026-11-23T12:00:00Z")).tenant.use.day // → "2026-11-23"
 */
export function newLedger(quota: Quota, now: Date): Ledger {
  return { tenant: { quota, use: unused(now) }, keys: {}, live: {}, queue: [] };
}

export function unused(now: Date): Use {
  const day = dayOf(now);
  return { day, begun: 0, spent: 0, month: monthOf(day), spentInMonth: 0 };
}

export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

export function monthOf(day: string): string {
  return day.slice(0, 7);
}
