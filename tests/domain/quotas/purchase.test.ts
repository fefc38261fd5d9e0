import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { admit, settle } from "../../../domain/around/quotas/admission.quota.ts";
import { type Ledger, MOST_PURCHASES, newLedger } from "../../../domain/around/quotas/ledger.quota.ts";
import { buy, keyIn, type Purchase, pay } from "../../../domain/around/quotas/purchase.quota.ts";
import { usedOf } from "../../../domain/around/quotas/room.quota.ts";
import type { Quota } from "../../../domain/shapes/payer.ts";

const NOON = new Date("2026-11-23T12:00:00Z");
const at = (seconds: number) => new Date(NOON.getTime() + seconds * 1_000);

/** Micro-dollars. */
const cents = (n: number) => n * 10_000;

function purchase(id: string, changes: Partial<Purchase> = {}): Purchase {
  return { id, key: null, worst: cents(10), until: at(60).toISOString(), ...changes };
}

const ledgerOf = (quota: Quota): Ledger => newLedger(quota, NOON);
const used = (ledger: Ledger) => usedOf(ledger, ledger.tenant, null);

function bought(ledger: Ledger, purchases: Purchase[]): Ledger {
  return purchases.reduce((before, one) => {
    const { ledger: after, excess } = buy(before, one, NOON);
    expect(excess).toBeNull();
    return after;
  }, ledger);
}

describe("a purchase beside debates", () => {
  it("sets its worst case aside, and is replaced by what it cost, once", () => {
    const before = bought(ledgerOf({ atOnce: 1, perDay: 1, usdPerDay: 1 }), [purchase("a"), purchase("b")]);
    expect(used(before)).toEqual({ atOnce: 0, perDay: 0, usdPerDay: cents(20), usdPerMonth: cents(20) });
    const once = pay(before, { id: "a", charged: cents(3) }, NOON);
    const twice = pay(once, { id: "a", charged: cents(3) }, NOON);
    expect([used(once).usdPerDay, twice]).toEqual([cents(13), once]);
    expect(used(pay(once, { id: "b", charged: null }, NOON)).usdPerDay).toBe(cents(13));
  });

  it("is refused with the figures of the limit that it would pass, also of its key", () => {
    const key = { id: "k", quota: { usdPerDay: 0.15 } };
    const { ledger } = buy(ledgerOf({}), purchase("a", { key }), NOON);
    const { ledger: after, excess } = buy(ledger, purchase("b", { key }), NOON);
    expect(excess).toMatchObject({ limit: "usdPerDay", of: "key", max: 150_000, used: 100_000, needed: 100_000 });
    expect(Object.keys(after.live)).toEqual(["a"]);
    expect([keyIn(after, ["none", "a"]), keyIn(after, ["none"])]).toEqual([key, null]);
  });

  it("draws from a purse first, and what the purse lacks must fit", () => {
    const purse = purchase("purse", { worst: cents(15), isPurse: true });
    const ledger = bought(ledgerOf({ usdPerDay: 0.2 }), [purse, purchase("a", { from: "purse" })]);
    expect([used(ledger).usdPerDay, ledger.live["purse"]?.reserved]).toEqual([cents(15), cents(5)]);
    const more = bought(ledger, [purchase("b", { from: "purse" })]);
    expect(used(more).usdPerDay).toBe(cents(20));
    expect(buy(more, purchase("c", { from: "purse", worst: 1 }), NOON).excess).not.toBeNull();
    const paid = ["a", "b"].reduce((before, id) => pay(before, { id, charged: cents(1) }, NOON), more);
    expect(used(pay(paid, { id: "purse", charged: null }, NOON)).usdPerDay).toBe(cents(2));
  });

  it("counts in full when its process has died, and an empty purse counts nothing", () => {
    const ledger = bought(ledgerOf({ usdPerDay: 1 }), [purchase("a"), purchase("purse", { isPurse: true })]);
    const { ledger: later } = buy(ledger, purchase("b", { until: at(200).toISOString() }), at(61));
    expect([Object.keys(later.live), used(later).usdPerDay]).toEqual([["b"], cents(20)]);
    expect(pay(later, { id: "a", charged: cents(1) }, at(62))).toEqual(later);
  });

  it("is one of a bounded number, so that the ledger stays one item", () => {
    const many = Array.from({ length: MOST_PURCHASES }, (_, n) => purchase(`p${n}`, { worst: 1 }));
    const full = bought(ledgerOf({ usdPerDay: 1 }), many);
    expect(buy(full, purchase("more"), NOON).excess).toMatchObject({ limit: "purchases", resetsAt: null });
    expect(buy(full, purchase("p0"), NOON).excess).toBeNull();
  });
});

const KEYS = [null, "a", "b"] as const;
const QUOTAS = { a: { usdPerDay: 0.5 }, b: { usdPerDay: 0.9 } };
const keyOf = (id: (typeof KEYS)[number]) => id && { id, quota: QUOTAS[id] };

const step = fc.record({
  what: fc.constantFrom("debate", "buy", "purse", "draw", "pay", "unknown", "over", "wait"),
  n: fc.nat({ max: 9 }),
  key: fc.constantFrom(...KEYS),
  cost: fc.nat({ max: 40 }).map(cents),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
});

describe("a ledger of debates and purchases", () => {
  it("never passes a limit, and counts each once, whatever is repeated, lost or paid late", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let ledger = ledgerOf({ usdPerDay: 1 });
        let second = 0;
        let charges = 0;
        for (const { what, n, key, cost, share } of steps) {
          const now = at(second);
          const before = ledger;
          const live = before.live[`${what === "over" ? "d" : "p"}${n}`];
          const until = at(second + 60).toISOString();
          const pays = (id: string, charged: number | null) => {
            const place = ledger.live[id];
            if (place && !place.isPurse) charges += charged ?? place.reserved;
            ledger = pay(ledger, { id, charged }, now);
            expect(pay(ledger, { id, charged }, now)).toEqual(ledger);
          };
          if (what === "debate") {
            const entry = { id: `d${n}`, key: keyOf(key), most: cost, carried: 0, twin: null };
            ledger = admit(ledger, { ...entry, whenBusy: "reject" }, now).ledger;
          } else if (what === "buy" || what === "draw") {
            const from = what === "draw" ? { from: "purse" } : {};
            ledger = buy(ledger, { id: `p${n}`, key: keyOf(key), worst: cost, until, ...from }, now).ledger;
          } else if (what === "purse") {
            ledger = buy(ledger, { id: "purse", key: keyOf(key), worst: cost, until, isPurse: true }, now).ledger;
          } else if (what === "over") {
            const charged = Math.floor((live?.reserved ?? 0) * share);
            charges += charged;
            ledger = settle(ledger, { id: `d${n}`, charged }, now);
          } else if (what === "wait") {
            second += 61;
            for (const place of Object.values(ledger.live))
              if (place.until !== undefined && !place.isPurse) charges += place.reserved;
            ledger = settle(ledger, { id: "nobody", charged: 0 }, at(second));
          } else pays(`p${n}`, what === "unknown" ? null : Math.floor((live?.reserved ?? 0) * share));
          const all = used(ledger).usdPerDay;
          expect(all).toBeLessThanOrEqual(1_000_000);
          for (const [id, held] of Object.entries(ledger.keys))
            expect(usedOf(ledger, held, id).usdPerDay).toBeLessThanOrEqual((held.quota.usdPerDay ?? 0) * 1_000_000);
        }
        const open = Object.values(ledger.live).reduce((sum, { reserved }) => sum + reserved, 0);
        expect(used(ledger).usdPerDay).toBe(open + charges);
      }),
      { numRuns: 500 },
    );
  });
});
