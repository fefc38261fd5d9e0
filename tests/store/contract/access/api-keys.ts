import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  apiKeyView,
  hasApiKeys,
  listApiKeys,
  putApiKey,
  revokeApiKey,
} from "../../../../api/access/api-keys.access.ts";
import { API_KEYS, KEYS_OF_TENANT, type StoredApiKey } from "../../../../domain/around/outside-records.ts";
import { createStore } from "../../../../store/index.ts";
import { LOCAL_CREDENTIALS } from "../../../support/servers/dynamodb.ts";
import type { Bench } from "../../bench.ts";
import { newTenant, range } from "../../fixtures.ts";
import { first } from "../../proxy.ts";

const AT = "2026-11-21T05:12:54.000Z";
const LATER = "2026-11-21T06:00:00.000Z";

function key(changes: Partial<StoredApiKey> = {}): StoredApiKey {
  const id = randomUUID();
  return {
    id,
    tenant: "default",
    name: "The shop",
    scopes: ["read", "write"],
    rateLimit: null,
    atOnce: null,
    perDay: null,
    usdPerDay: null,
    usdPerMonth: null,
    createdAt: AT,
    expiresAt: null,
    revokedAt: null,
    hash: `hash of ${id}`,
    ...changes,
  };
}

export function describeApiKeys(bench: () => Bench): void {
  const open = () => bench().open().records;
  const get = (id: string) => open().get({ id }, API_KEYS, {});
  const revoke = (revoked: StoredApiKey, at: string) => revokeApiKey(open(), revoked, new Date(at));

  describe("API keys", () => {
    it("are in use from the first one on, also when it is revoked", async () => {
      const place = { endpoint: bench().endpoint(), region: "us-east-1", credentials: LOCAL_CREDENTIALS };
      const store = createStore({ ...place, table: `keys-${randomUUID()}` });
      await store.ensureTable();
      expect(await hasApiKeys(store.records)).toBe(false);
      const only = key();
      await putApiKey(store.records, only);
      expect(await hasApiKeys(store.records)).toBe(true);
      await revokeApiKey(store.records, only, new Date(LATER));
      expect(await hasApiKeys(store.records)).toBe(true);
      store.close();
    });

    it("come back as they were put, in whatever process", async () => {
      const whole = key({ rateLimit: 7, expiresAt: LATER, scopes: ["admin"] });
      const plain = key();
      expect(await putApiKey(open(), whole)).toBe(true);
      expect(await putApiKey(open(), plain)).toBe(true);
      expect(await get(whole.id)).toEqual(whole);
      expect(await get(plain.id)).toEqual(plain);
      expect(await get("nobody")).toBeNull();
    });

    it("are not overwritten by another one with the same id", async () => {
      const mine = key();
      await putApiKey(open(), mine);
      expect(await putApiKey(open(), { ...mine, tenant: "another", hash: "another" })).toBe(false);
      expect(await get(mine.id)).toEqual(mine);
    });

    it("are created once although the answer to the put was lost", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      await putApiKey(store.records, key());
      proxy.decide(first(2, "PutItem", "lose-answer"));
      expect(await putApiKey(store.records, key())).toBe(true);
    });

    it("are revoked once: the first time stays", async () => {
      const mine = key();
      await putApiKey(open(), mine);
      await revoke(mine, AT);
      await revoke(mine, LATER);
      expect(await get(mine.id)).toEqual({ ...mine, revokedAt: AT });
      await revoke(key({ id: "nobody" }), AT);
      expect(await get("nobody")).toBeNull();
    });

    it("are listed by tenant, newest first, in pages that know where they end", async () => {
      const [tenant, other] = [newTenant(), newTenant()];
      const mine = range(10, 14).map((n) => key({ tenant, createdAt: `2026-11-${n}T00:00:00.000Z` }));
      await Promise.all([...mine, key({ tenant: other })].map((each) => putApiKey(open(), each)));
      const one = await listApiKeys(open(), { tenant, limit: 3 });
      const two = await listApiKeys(open(), { tenant, limit: 2, after: one.next ?? "" });
      expect([...one.items, ...two.items]).toEqual(mine.map(apiKeyView).toReversed());
      expect(two.next).toBeNull();
      expect(await listApiKeys(open(), { tenant: newTenant(), limit: 3 })).toEqual({ items: [], next: null });
      expect((await open().page({ tenant }, KEYS_OF_TENANT, { limit: 9 })).values).toEqual(mine.toReversed());
    });

    it("stay within their tenant, whatever place a list is asked to go on from", async () => {
      const [tenant, other] = [newTenant(), newTenant()];
      await putApiKey(open(), key({ tenant }));
      const theirs = key({ tenant: other, createdAt: LATER });
      await putApiKey(open(), theirs);
      const { items } = await listApiKeys(open(), { tenant, limit: 9, after: `${theirs.createdAt}#${theirs.id}` });
      expect(items.map((each) => each.tenant)).toEqual([tenant]);
      await expect(listApiKeys(open(), { tenant, limit: 9, after: "anywhere" })).rejects.toMatchObject({
        code: "invalid-cursor",
      });
    });

    it("are not found, rather than refused, under an id that no key can hold", async () => {
      await expect(get("x".repeat(3_000))).rejects.toMatchObject({ code: "not-found" });
    });

    it("have their requests counted by window, each once, by however many processes", async () => {
      const { id } = key();
      const endsAt = new Date(LATER);
      const stores = [bench().open(), bench().open(), bench().open()] as const;
      const counts = await Promise.all(
        range(0, 29).map(
          (n) => stores[n % 3]?.countRequest({ id, window: "1", endsAt }) ?? Promise.reject(new Error()),
        ),
      );
      expect(counts.toSorted((a, b) => a - b)).toEqual(range(1, 30));
      expect(await stores[0].countRequest({ id, window: "2", endsAt })).toBe(1);
      expect(await stores[0].countRequest({ id: `${id}x`, window: "1", endsAt })).toBe(1);
    });
  });
}
