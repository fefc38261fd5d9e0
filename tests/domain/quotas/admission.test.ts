import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  admit,
  ask,
  calledIn,
  changeMost,
  type Entry,
  placeIn,
  release,
  settle,
} from "../../../domain/around/quotas/admission.quota.ts";
import { type Ledger, newLedger } from "../../../domain/around/quotas/ledger.quota.ts";
import { usedOf } from "../../../domain/around/quotas/room.quota.ts";
import type { Quota } from "../../../domain/shapes/payer.ts";

const NOON = new Date("2026-11-23T12:00:00Z");
const TOMORROW = new Date("2026-11-24T12:00:00Z");
const NEXT_MONTH = new Date("2026-12-01T12:00:00Z");

/** Micro-dollars. */
const cents = (n: number) => n * 10_000;

function entry(id: string, changes: Partial<Entry> = {}): Entry {
  return { id, key: null, most: cents(100), carried: 0, twin: null, whenBusy: "reject", ...changes };
}

function ledgerOf(quota: Quota): Ledger {
  return newLedger(quota, NOON);
}

/** Asks for all of them in turn; how each was answered. */
function admitted(ledger: Ledger, entries: Entry[], now = NOON) {
  let after = ledger;
  const kinds = entries.map((one) => {
    const { ledger: next, admission } = admit(after, one, now);
    after = next;
    return admission.kind;
  });
  return { ledger: after, kinds };
}

const used = (ledger: Ledger) => usedOf(ledger, ledger.tenant, null);

describe("a ledger", () => {
  it("admits as many at once as the limit says, and another one once one is over", () => {
    const { ledger, kinds } = admitted(
      ledgerOf({ atOnce: 2 }),
      ["a", "b", "c"].map((id) => entry(id)),
    );
    expect(kinds).toEqual(["admitted", "admitted", "refused"]);
    const after = settle(ledger, { id: "a", charged: cents(3) }, NOON);
    expect(admitted(after, [entry("c")]).kinds).toEqual(["admitted"]);
  });

  it("says which limit, whose, its figures, and when it begins again", () => {
    const { ledger } = admitted(ledgerOf({ usdPerDay: 1.5, usdPerMonth: 9 }), [entry("a")]);
    const { admission } = admit(ledger, entry("b"), NOON);
    const figures = { max: 1_500_000, used: 1_000_000, needed: 1_000_000 };
    const excess = { limit: "usdPerDay", of: "tenant", ...figures, resetsAt: "2026-11-24T00:00:00.000Z" };
    expect(admission).toEqual({ kind: "refused", excess });
  });

  it("replaces what was set aside by what was spent, once, however often it is settled", () => {
    const { ledger } = admitted(ledgerOf({ usdPerDay: 5 }), [entry("a"), entry("b")]);
    expect(used(ledger)).toMatchObject({ usdPerDay: cents(200), perDay: 2, atOnce: 2 });
    const once = settle(ledger, { id: "a", charged: cents(7) }, NOON);
    const twice = settle(once, { id: "a", charged: cents(7) }, NOON);
    expect(used(twice)).toEqual({ atOnce: 1, perDay: 2, usdPerDay: cents(107), usdPerMonth: cents(107) });
  });

  it("charges a fork its own spending alone", () => {
    const { ledger } = admitted(ledgerOf({ usdPerDay: 5 }), [entry("a", { most: cents(100), carried: cents(30) })]);
    expect(used(ledger).usdPerDay).toBe(cents(70));
    expect(used(settle(ledger, { id: "a", charged: cents(45) }, NOON)).usdPerDay).toBe(cents(15));
  });

  it("sets aside the cost of a twin too, which counts as no debate of its own", () => {
    const { ledger, kinds } = admitted(ledgerOf({ atOnce: 1, usdPerDay: 2 }), [entry("a", { twin: "z" })]);
    expect(kinds).toEqual(["admitted"]);
    expect(used(ledger)).toMatchObject({ atOnce: 1, perDay: 1, usdPerDay: cents(200) });
    const after = settle(settle(ledger, { id: "z", charged: cents(4) }, NOON), { id: "a", charged: cents(5) }, NOON);
    expect(used(after)).toMatchObject({ atOnce: 0, usdPerDay: cents(9) });
  });

  it("counts a debate on the day and in the month in which it began", () => {
    const quota = { perDay: 1, usdPerDay: 1, usdPerMonth: 1.5 };
    const { ledger } = admitted(ledgerOf(quota), [entry("a")]);
    const next = settle(ledger, { id: "a", charged: cents(60) }, TOMORROW);
    expect(used(next)).toEqual({ atOnce: 0, perDay: 0, usdPerDay: 0, usdPerMonth: cents(60) });
    expect(admitted(next, [entry("b", { most: cents(91) })], TOMORROW).kinds).toEqual(["refused"]);
    expect(admitted(next, [entry("b", { most: cents(90) })], TOMORROW).kinds).toEqual(["admitted"]);
    expect(admitted(next, [entry("b")], NEXT_MONTH).kinds).toEqual(["admitted"]);
  });

  it("does not go back to a day that is over when a clock is behind", () => {
    const { ledger } = admitted(ledgerOf({ perDay: 1 }), [entry("a")], TOMORROW);
    expect(admitted(ledger, [entry("b")], NOON).kinds).toEqual(["refused"]);
  });

  it("forgets a debate that was not made as if it had never been", () => {
    const { ledger } = admitted(ledgerOf({ perDay: 1, usdPerDay: 2 }), [entry("a", { twin: "z" })]);
    const after = release(ledger, "a", NOON);
    expect(used(after)).toEqual({ atOnce: 0, perDay: 0, usdPerDay: 0, usdPerMonth: 0 });
    expect(release(after, "a", NOON)).toEqual(after);
  });

  it("lets a debate keep its place, with more set aside where its limit rises", () => {
    const { ledger } = admitted(ledgerOf({ usdPerDay: 1.5 }), [entry("a")]);
    expect(admit(ledger, entry("a"), NOON).admission).toEqual({ kind: "admitted", isKnown: true });
    const more = changeMost(ledger, { id: "a", most: cents(150) }, NOON);
    expect([more.excess, used(more.ledger).usdPerDay]).toEqual([null, cents(150)]);
    expect(changeMost(more.ledger, { id: "a", most: cents(151) }, NOON).excess).toMatchObject({ limit: "usdPerDay" });
    expect(used(changeMost(more.ledger, { id: "a", most: cents(10) }, NOON).ledger).usdPerDay).toBe(cents(150));
    expect(changeMost(ledger, { id: "a", most: null }, NOON).isNeeded).toBe(true);
  });
});

describe("a queue", () => {
  const waiting = { whenBusy: "queue" as const };

  it("lets debates in by their turn, shows their places and calls who does not know", () => {
    const entries = ["a", "b", "c"].map((id) => entry(id, waiting));
    const { ledger, kinds } = admitted(ledgerOf({ atOnce: 1 }), entries);
    expect(kinds).toEqual(["admitted", "queued", "queued"]);
    expect(placeIn(ledger, "c")).toEqual({ position: 2, since: NOON.toISOString() });
    const next = settle(ledger, { id: "a", charged: 0 }, NOON);
    expect([Object.keys(next.live), calledIn(next), placeIn(next, "c")?.position]).toEqual([["b"], ["b"], 1]);
    expect(calledIn(ask(next, "b", NOON))).toEqual([]);
  });

  it("lets nobody pass who would fit", () => {
    const small = entry("c", { most: cents(10) });
    const { ledger, kinds } = admitted(ledgerOf({ usdPerDay: 1.5 }), [entry("a"), entry("b", waiting), small]);
    expect(kinds).toEqual(["admitted", "queued", "refused"]);
    expect(admit(ledger, small, NOON).admission).toMatchObject({ excess: { limit: "queue", used: 1 } });
  });

  it("lets another key's debate pass one that its own key holds up", () => {
    const key = { id: "k1", quota: { atOnce: 1 } };
    const other = { id: "k2", quota: { atOnce: 1 } };
    const entries = [entry("a", { key }), entry("b", { key, ...waiting }), entry("c", { key: other })];
    expect(admitted(ledgerOf({}), entries).kinds).toEqual(["admitted", "queued", "admitted"]);
  });

  it("lets others pass one that fits no more, since a limit was lowered", () => {
    const { ledger } = admitted(ledgerOf({ usdPerDay: 2 }), [entry("a"), entry("b"), entry("c", waiting)]);
    const lower = { ...ledger, tenant: { ...ledger.tenant, quota: { usdPerDay: 0.5 } } };
    const over = [settle(lower, { id: "a", charged: 0 }, NOON)].map((one) =>
      settle(one, { id: "b", charged: 0 }, NOON),
    );
    expect(admitted(over[0] as Ledger, [entry("d", { most: cents(50) })]).kinds).toEqual(["admitted"]);
  });

  it("is left by a debate that ends before its turn", () => {
    const entries = ["a", "b", "c"].map((id) => entry(id, waiting));
    const { ledger } = admitted(ledgerOf({ atOnce: 1 }), entries);
    expect(placeIn(release(ledger, "b", NOON), "c")?.position).toBe(1);
  });
});

describe("whatever happens", () => {
  const step = fc.record({
    kind: fc.constantFrom("admit" as const, "settle" as const, "release" as const, "raise" as const),
    n: fc.integer({ min: 0, max: 12 }),
    most: fc.integer({ min: 1, max: 150 }),
    key: fc.constantFrom("k1", "k2", null),
    whenBusy: fc.constantFrom("queue" as const, "reject" as const),
    hours: fc.integer({ min: 0, max: 10 }),
  });

  it("no limit is passed, and what was spent is what was charged", () => {
    const tenant: Quota = { atOnce: 4, perDay: 8, usdPerDay: 3, usdPerMonth: 20 };
    const own: Quota = { atOnce: 2, usdPerDay: 2 };
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let ledger = ledgerOf(tenant);
        let at = NOON.getTime();
        for (const { kind, n, most, key, whenBusy, hours } of steps) {
          at += hours * 3_600_000;
          const now = new Date(at);
          const id = `d${n}`;
          const asked = entry(id, { key: key && { id: key, quota: own }, most: cents(most), whenBusy });
          if (kind === "admit") ledger = admit(ledger, asked, now).ledger;
          const charged = Math.min(ledger.live[id]?.reserved ?? 0, cents(most));
          if (kind === "settle") ledger = settle(ledger, { id, charged }, now);
          if (kind === "release") ledger = release(ledger, id, now);
          if (kind === "raise") ledger = changeMost(ledger, { id, most: cents(most) }, now).ledger;
          for (const [holder, of, quota] of [
            [ledger.tenant, null, tenant],
            ...Object.entries(ledger.keys).map(([name, one]) => [one, name, own] as const),
          ] as const) {
            const taken = usedOf(ledger, holder, of);
            expect(taken.atOnce).toBeLessThanOrEqual(quota.atOnce ?? Infinity);
            expect(taken.perDay).toBeLessThanOrEqual(quota.perDay ?? Infinity);
            expect(taken.usdPerDay).toBeLessThanOrEqual((quota.usdPerDay ?? Infinity) * 1_000_000);
            expect(taken.usdPerMonth).toBeLessThanOrEqual((quota.usdPerMonth ?? Infinity) * 1_000_000);
            expect(Math.min(taken.atOnce, taken.perDay, taken.usdPerDay, taken.usdPerMonth)).toBeGreaterThanOrEqual(0);
          }
        }
      }),
    );
  });
});
