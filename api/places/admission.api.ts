/** Limits concurrent work. Tenants take turns, and so do the keys of each, so that nobody's work waits for all of another's. */

import { ParleyError } from "../../domain/base/errors.base.ts";
import { type Owner, SERVER } from "../base/owner.api-base.ts";
import { once } from "./once.ts";

export interface Admission {
  /**
   * Resolves to the function that releases the place, which may be called repeatedly. Throws `unavailable` if `signal`
   * aborts meanwhile. If too much of the owner's waits, or it has waited too long, the error says after how many seconds to come back.
   */
  enter(signal: AbortSignal, owner?: Owner): Promise<() => void>;
}

interface AdmissionLimits {
  atOnce: number;
  /** Of one tenant at once. Missing: all but one place, which is so free for another. Without keys: all places. */
  byTenant?: number;
  /** Of one tenant. */
  waiting: number;
  /** Missing: four times as many. */
  waitingInAll?: number;
  /** The longest wait, in milliseconds. Missing: none but the signal's. */
  waitMs?: number;
}

interface Entry {
  enter(): void;
  refuse(): void;
}

interface Tenant {
  held: number;
  waiting: number;
  /** By key. None is empty; the first one is the next to get a place. */
  keys: Map<string, Set<Entry>>;
  /** When the last one that was refused is to come back. Milliseconds. */
  returnsAt: number;
}

/** Milliseconds of one piece of work, until the first ones have been measured. */
const USUAL_MS = 1_000;
/** Of the measured mean that each new piece replaces. */
const SHARE = 0.05;
const LONGEST_RETURN_MS = 120_000;
const TIMES_IN_ALL = 4;

export function createAdmission(limits: AdmissionLimits): Admission {
  const { atOnce, byTenant = Math.max(1, atOnce - 1), waiting, waitMs } = limits;
  const { waitingInAll = waiting * TIMES_IN_ALL } = limits;
  /** Those that hold or wait. The first one that waits and may enter is the next to get a place. */
  const tenants = new Map<string, Tenant>();
  let [free, waitingNow, meanMs] = [atOnce, 0, USUAL_MS];

  const tenantOf = (name: string): Tenant => {
    const known = tenants.get(name) ?? { held: 0, waiting: 0, keys: new Map(), returnsAt: 0 };
    tenants.set(name, known);
    return known;
  };
  const forget = (name: string, { held, waiting: still }: Tenant) => held + still === 0 && tenants.delete(name);

  const leave = (name: string, tenant: Tenant) => {
    free++;
    tenant.held--;
    forget(name, tenant);
    admit();
  };

  /** Gives each free place to the tenant whose turn it is. */
  function admit(): void {
    for (const [name, tenant] of free > 0 ? tenants : []) {
      const [[key, entries] = []] = tenant.keys;
      if (key === undefined || !entries || tenant.held >= boundOf(key)) continue;
      tenants.delete(name);
      tenants.set(name, tenant);
      tenant.keys.delete(key);
      tenant.keys.set(key, entries);
      const [next] = entries;
      next?.enter();
      if (free === 0) return;
    }
  }

  const boundOf = (key: string) => (key === "" ? atOnce : byTenant);

  /** Refused ones come back one after the other, as places become free, and not all at once. */
  const refusal = (tenant: Tenant) => {
    const now = performance.now();
    const rivals = [...tenants.values()].filter((one) => one.waiting > 0).length;
    const eachMs = (meanMs / atOnce) * Math.max(1, rivals);
    const next = Math.max(tenant.returnsAt, now + eachMs * waiting) + eachMs;
    tenant.returnsAt = Math.min(next, now + LONGEST_RETURN_MS);
    const retryAfter = Math.ceil((tenant.returnsAt - now) / 1000);
    return new ParleyError("unavailable", "too much work waits here already: repeat the request later", { retryAfter });
  };

  /** Where too much waits in all, the newest of the tenant that has most of it goes, so that no other is kept out. */
  const makeRoom = (tenant: Tenant) => {
    const most = [...tenants.values()].reduce((a, b) => (b.waiting > a.waiting ? b : a), tenant);
    if (most === tenant) throw refusal(tenant);
    const largest = [...most.keys.values()].reduce((a, b) => (b.size > a.size ? b : a));
    [...largest].at(-1)?.refuse();
  };

  const turn = (signal: AbortSignal, { tenant, key }: { tenant: Tenant; key: string }) =>
    new Promise<void>((resolve, reject) => {
      const entries = tenant.keys.get(key) ?? new Set();
      const end = (then: () => void) => () => {
        entries.delete(entry);
        if (entries.size === 0) tenant.keys.delete(key);
        tenant.waiting--;
        waitingNow--;
        clearTimeout(timer);
        signal.removeEventListener("abort", giveUp);
        then();
      };
      const entry: Entry = {
        enter: end(() => {
          take(tenant);
          resolve();
        }),
        refuse: end(() => reject(refusal(tenant))),
      };
      const giveUp = () => (isTimeout(signal) ? entry.refuse() : end(() => reject(cutShort()))());
      const timer = waitMs === undefined ? undefined : setTimeout(() => entry.refuse(), waitMs);
      entries.add(entry);
      tenant.keys.set(key, entries);
      tenant.waiting++;
      waitingNow++;
      signal.addEventListener("abort", giveUp);
    });

  const take = (tenant: Tenant) => {
    free--;
    tenant.held++;
  };

  return {
    async enter(signal, owner = SERVER) {
      const key = owner.key ?? "";
      const tenant = tenantOf(owner.tenant);
      try {
        if (free > 0 && tenant.held < boundOf(key)) take(tenant);
        else {
          if (signal.aborted) throw cutShort();
          if (tenant.waiting >= waiting) throw refusal(tenant);
          if (waitingNow >= waitingInAll) makeRoom(tenant);
          await turn(signal, { tenant, key });
        }
      } catch (error) {
        forget(owner.tenant, tenant);
        throw error;
      }
      const enteredAt = performance.now();
      return once(() => {
        // Only what had others behind it says how fast places become free.
        if (waitingNow > 0) meanMs += (performance.now() - enteredAt - meanMs) * SHARE;
        leave(owner.tenant, tenant);
      });
    },
  };
}

/** No place was free in time. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ParleyError && error.code === "unavailable" && error.details["retryAfter"] !== undefined;
}

function isTimeout({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === "TimeoutError";
}

export function cutShort(): ParleyError {
  return new ParleyError("unavailable", "the work was cut short: repeat the request");
}
