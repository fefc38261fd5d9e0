import { describe, expect, it } from "vitest";
import { admit } from "../../../domain/around/quotas/admission.quota.ts";
import { type Ledger, newLedger } from "../../../domain/around/quotas/ledger.quota.ts";
import { usedOf } from "../../../domain/around/quotas/room.quota.ts";
import type { QuotaStore } from "../../../store/port/quotas.port.ts";
import type { Bench } from "../bench.ts";
import { newKey, newTenant, range, record, state } from "../fixtures.ts";
import { first } from "../proxy.ts";

const now = new Date();
const cents = (n: number) => n * 10_000;
const CHARGED = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, reasoningTokens: 0, calls: 1 };

const limit = (quotas: QuotaStore, tenant: string) =>
  quotas.change<void>(tenant, () => ({ ledger: newLedger({ atOnce: 5, usdPerDay: 4 }, now), answer: undefined }));

const enter = (quotas: QuotaStore, { tenant, debateId: id }: { tenant: string; debateId: string }) =>
  quotas.change<string>(tenant, (before) => {
    const entry = { id, key: null, most: cents(50), carried: 0, twin: null, whenBusy: "reject" as const };
    const { ledger, admission } = admit(before as Ledger, entry, now);
    return { ledger, answer: admission.kind };
  });

async function usedIn(quotas: QuotaStore, tenant: string) {
  const ledger = (await quotas.read(tenant)) as Ledger;
  return usedOf(ledger, ledger.tenant, null);
}

export function describeQuotas(bench: () => Bench): void {
  const open = () => bench().open();

  describe("ledgers of tenants", () => {
    it("are null before the first limit, and apart by tenant", async () => {
      const { quotas } = open();
      const [tenant, other] = [newTenant(), newTenant()];
      await limit(quotas, tenant);
      expect([await quotas.read(other), (await quotas.read(tenant))?.tenant.quota.atOnce]).toEqual([null, 5]);
    });

    it("admit no debate too many, however many processes ask at once", async () => {
      const [one, two] = [open().quotas, open().quotas];
      const tenant = newTenant();
      await limit(one, tenant);
      const kinds = await Promise.all(range(1, 50).map((n) => enter(n % 2 ? one : two, { ...newKey(), tenant })));
      expect(kinds.filter((kind) => kind === "admitted")).toHaveLength(5);
      expect(await usedIn(two, tenant)).toEqual({ atOnce: 5, perDay: 5, usdPerDay: 2_500_000, usdPerMonth: 2_500_000 });
    });

    it("settle a debate that is over once, whoever ends it and however often", async () => {
      const store = open();
      const key = newKey();
      await limit(store.quotas, key.tenant);
      await enter(store.quotas, key);
      await store.createDebate(record(key));
      const judge = { ...CHARGED, costMicroUsd: cents(7) };
      const over = state({ status: "completed", startedAt: now.toISOString(), judge });
      await store.putState({ ...key, version: 2, state: over });
      await store.putState({ ...key, version: 2, state: over });
      await Promise.all([store.quotas.settle(key, over), open().quotas.settle(key, over)]);
      expect(await usedIn(store.quotas, key.tenant)).toMatchObject({ atOnce: 0, perDay: 1, usdPerDay: cents(7) });
    });

    it("settle a debate that ended as an orphan, and release one that was discarded", async () => {
      const store = open();
      const [orphan, discarded] = [newKey(), newKey()];
      const key = { ...discarded, tenant: orphan.tenant };
      await limit(store.quotas, orphan.tenant);
      for (const each of [orphan, key]) {
        await enter(store.quotas, each);
        await store.createDebate(record(each));
      }
      await store.discardDebate(key);
      expect(await usedIn(store.quotas, orphan.tenant)).toMatchObject({ atOnce: 1, perDay: 1 });
      await store.endOrphan(orphan, { at: now.toISOString(), reason: "a test" });
      expect(await usedIn(store.quotas, orphan.tenant)).toMatchObject({ atOnce: 0, usdPerDay: 0 });
    });

    it("count an entry once when the answer to its write is lost", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      const key = newKey();
      await limit(store.quotas, key.tenant);
      proxy.decide(first(1, "PutItem", "lose-answer"));
      expect(await enter(store.quotas, key)).toBe("admitted");
      expect(await usedIn(store.quotas, key.tenant)).toMatchObject({ atOnce: 1, perDay: 1 });
    });
  });
}
