import { describe, expect, it } from "vitest";
import type { Claim, ClaimInput, IdempotencyStore, KeptAnswer, Lease } from "../../../store/port/idempotency.port.ts";
import type { Bench } from "../bench.ts";
import { newKey, newTenant, range, record } from "../fixtures.ts";
import { first } from "../proxy.ts";

const NOON = Date.UTC(2026, 10, 21, 12);
const DAY = 24 * 3_600_000;
const answerOf = (body: string): KeptAnswer => ({ status: 201, headers: { etag: '"v1"' }, body });

function request(tenant: string, changes: Partial<ClaimInput> = {}): ClaimInput {
  return { tenant, key: "key 1", fingerprint: "abc", at: NOON, leaseMs: 30_000, ...changes };
}

function leaseOf(claim: Claim): Lease {
  if (claim.kind !== "leased") throw new Error(`the claim is ${claim.kind}`);
  return claim.lease;
}

async function leased(store: IdempotencyStore, input: ClaimInput): Promise<Lease> {
  return leaseOf(await store.claim(input));
}

export function describeIdempotency(bench: () => Bench): void {
  const open = () => bench().open().idempotency;

  describe("idempotency records", () => {
    it("give one of many simultaneous claims the lease and show the others its answer afterwards", async () => {
      const input = request(newTenant());
      const claims = await Promise.all(range(1, 20).map(() => open().claim(input)));
      const winners = claims.filter(({ kind }) => kind === "leased");
      expect(winners).toHaveLength(1);
      expect(claims.filter(({ kind }) => kind === "busy")).toHaveLength(19);
      expect(await open().update(leaseOf(winners[0] as Claim), { answer: answerOf("{}") })).toBe(true);
      expect(await open().claim(input)).toEqual({ kind: "answered", answer: answerOf("{}") });
    });

    it("keep tenants and keys apart, whatever characters they are of", async () => {
      const tenant = newTenant();
      for (const key of ["a#b", "a", "%23", " ~", "k".repeat(255)])
        expect((await open().claim(request(tenant, { key }))).kind).toBe("leased");
      expect((await open().claim(request(newTenant(), { key: "a" }))).kind).toBe("leased");
    });

    it("refuse another request under the same key, answered or not", async () => {
      const tenant = newTenant();
      const lease = await leased(open(), request(tenant));
      const other = request(tenant, { fingerprint: "xyz" });
      expect(await open().claim(other)).toEqual({ kind: "reused" });
      await open().update(lease, { answer: answerOf("{}") });
      expect(await open().claim(other)).toEqual({ kind: "reused" });
    });

    it("pass a lapsed lease on with the debate's id, and the one who lost it changes nothing any more", async () => {
      const tenant = newTenant();
      const key = newKey(tenant);
      const crashed = await leased(open(), request(tenant));
      await open().update(crashed, { debateId: key.debateId });
      const later = NOON + 30_000;
      expect(await open().claim(request(tenant, { at: later - 1 }))).toEqual({ kind: "busy" });
      const claims = await Promise.all(range(1, 10).map(() => open().claim(request(tenant, { at: later }))));
      const winners = claims.filter(({ kind }) => kind === "leased").map(leaseOf);
      expect(winners.map(({ debateId }) => debateId)).toEqual([key.debateId]);
      expect(await open().update(crashed, { leaseUntil: later + 60_000 })).toBe(false);
      expect(await open().update(crashed, { debateId: "deb-other" })).toBe(false);
      expect(await open().update(crashed, { answer: answerOf("late") })).toBe(false);
      expect(await open().update(winners[0] as Lease, { answer: answerOf("in time") })).toBe(true);
      expect(await open().claim(request(tenant, { at: later }))).toMatchObject({ answer: { body: "in time" } });
    });

    it("stay with a holder who renews, and go at once to the next when one lets go", async () => {
      const tenant = newTenant();
      const lease = await leased(open(), request(tenant));
      expect(await open().update(lease, { leaseUntil: NOON + 60_000 })).toBe(true);
      expect(await open().claim(request(tenant, { at: NOON + 59_999 }))).toEqual({ kind: "busy" });
      await open().update(lease, { leaseUntil: 0 });
      expect((await open().claim(request(tenant))).kind).toBe("leased");
    });

    it("count as absent after a day, though they are still there", async () => {
      const tenant = newTenant();
      const lease = await leased(open(), request(tenant));
      await open().update(lease, { debateId: "deb-old" });
      await open().update(lease, { answer: answerOf("old") });
      expect((await open().claim(request(tenant, { at: NOON + DAY - 1 }))).kind).toBe("answered");
      const next = await leased(open(), request(tenant, { at: NOON + DAY, fingerprint: "xyz" }));
      expect(next.debateId).toBeNull();
      await open().update(next, { answer: answerOf("new") });
      expect(await open().claim(request(tenant, { at: NOON + DAY, fingerprint: "xyz" }))).toMatchObject({
        answer: { body: "new" },
      });
    });

    it.each([
      ["PutItem", 30_000],
      ["UpdateItem", 0],
    ])("belong to the one whose %s was answered into the void", async (operation, leaseMs) => {
      const { store, proxy } = await bench().openBehindProxy();
      const input = request(newTenant(), { leaseMs });
      if (operation === "UpdateItem") await open().claim(input);
      proxy.decide(first(1, operation, "lose-answer"));
      const lease = await leased(store.idempotency, { ...input, leaseMs: 30_000 });
      expect(proxy.count(operation)).toBe(2);
      expect(await store.idempotency.update(lease, { answer: answerOf("{}") })).toBe(true);
    });

    it("keep an answer longer than an item may be", async () => {
      const tenant = newTenant();
      const long = answerOf("🙂".repeat(200_000));
      await open().update(await leased(open(), request(tenant)), { answer: long });
      expect(await open().claim(request(tenant))).toEqual({ kind: "answered", answer: long });
    });

    it("keep no answer about a debate that is erased, whoever made it", async () => {
      const key = newKey(newTenant());
      const store = bench().open();
      await store.createDebate(record(key));
      const lease = await leased(store.idempotency, request(key.tenant));
      await store.idempotency.update(lease, { answer: answerOf("about it"), debateId: key.debateId });
      expect((await open().claim(request(key.tenant))).kind).toBe("answered");
      await store.eraseDebate(key);
      expect(await open().claim(request(key.tenant))).toEqual({ kind: "gone" });
    });

    it("keep nothing of an erased debate, but say that what they made is gone", async () => {
      const tenant = newTenant();
      const key = newKey(tenant);
      const store = bench().open();
      const lease = await leased(store.idempotency, request(tenant));
      await store.idempotency.update(lease, { debateId: key.debateId });
      await store.createDebate(record(key));
      await store.idempotency.update(lease, { answer: answerOf("🙂".repeat(200_000)) });
      await store.eraseDebate(key);
      expect(await bench().items(key)).toEqual([]);
      expect(await open().claim(request(tenant))).toEqual({ kind: "gone" });
      // A holder who still works on it has lost it.
      expect(await store.idempotency.update(lease, { answer: answerOf("late") })).toBe(false);
      expect((await open().claim(request(tenant, { at: NOON + DAY }))).kind).toBe("leased");
    });
  });
}
