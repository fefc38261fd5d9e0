import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createStore } from "../../../store/index.ts";
import type { StoredApiKey } from "../../../store/port/api-keys.ts";
import { LOCAL_CREDENTIALS } from "../../support/dynamodb.ts";
import type { Bench } from "../bench.ts";
import { newTenant, range } from "../fixtures.ts";
import { first } from "../proxy.ts";

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
    createdAt: AT,
    expiresAt: null,
    revokedAt: null,
    hash: `hash of ${id}`,
    ...changes,
  };
}

export function describeApiKeys(bench: () => Bench): void {
  const open = () => bench().open().apiKeys;

  describe("API keys", () => {
    it("are in use from the first one on, also when it is revoked", async () => {
      const place = { endpoint: bench().endpoint(), region: "us-east-1", credentials: LOCAL_CREDENTIALS };
      const store = createStore({ ...place, table: `keys-${randomUUID()}` });
      await store.ensureTable();
      expect(await store.apiKeys.isInUse()).toBe(false);
      const only = key();
      await store.apiKeys.create(only);
      expect(await store.apiKeys.isInUse()).toBe(true);
      await store.apiKeys.revoke({ id: only.id, at: LATER });
      expect(await store.apiKeys.isInUse()).toBe(true);
      store.close();
    });

    it("come back as they were put, in whatever process", async () => {
      const whole = key({ rateLimit: 7, expiresAt: LATER, scopes: ["admin"] });
      const plain = key();
      expect(await open().create(whole)).toBe(true);
      expect(await open().create(plain)).toBe(true);
      expect(await open().get(whole.id)).toEqual(whole);
      expect(await open().get(plain.id)).toEqual(plain);
      expect(await open().get("nobody")).toBeNull();
    });

    it("are not overwritten by another one with the same id", async () => {
      const mine = key();
      await open().create(mine);
      expect(await open().create({ ...mine, tenant: "another", hash: "another" })).toBe(false);
      expect(await open().get(mine.id)).toEqual(mine);
    });

    it("are created once although the answer to the put was lost", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      await store.apiKeys.create(key());
      proxy.decide(first(2, "PutItem", "lose-answer"));
      expect(await store.apiKeys.create(key())).toBe(true);
    });

    it("are revoked once: the first time stays", async () => {
      const mine = key();
      await open().create(mine);
      expect(await open().revoke({ id: mine.id, at: AT })).toBe(true);
      expect(await open().revoke({ id: mine.id, at: LATER })).toBe(true);
      expect(await open().get(mine.id)).toEqual({ ...mine, revokedAt: AT });
      expect(await open().revoke({ id: "nobody", at: AT })).toBe(false);
      expect(await open().get("nobody")).toBeNull();
    });

    it("are listed by tenant, newest first, in pages that know where they end", async () => {
      const [tenant, other] = [newTenant(), newTenant()];
      const mine = range(10, 14).map((n) => key({ tenant, createdAt: `2026-11-${n}T00:00:00.000Z` }));
      await Promise.all([...mine, key({ tenant: other })].map((each) => open().create(each)));
      const one = await open().list({ tenant, limit: 3 });
      const two = await open().list({ tenant, limit: 2, after: one.next ?? "" });
      expect([...one.keys, ...two.keys]).toEqual(mine.toReversed());
      expect(two.next).toBeNull();
      expect(await open().list({ tenant: newTenant(), limit: 3 })).toEqual({ keys: [], next: null });
    });

    it("stay within their tenant, whatever place a list is asked to go on from", async () => {
      const [tenant, other] = [newTenant(), newTenant()];
      await open().create(key({ tenant }));
      const theirs = key({ tenant: other, createdAt: LATER });
      await open().create(theirs);
      const { keys } = await open().list({ tenant, limit: 9, after: `${theirs.createdAt}#${theirs.id}` });
      expect(keys.map((each) => each.tenant)).toEqual([tenant]);
      await expect(open().list({ tenant, limit: 9, after: "anywhere" })).rejects.toMatchObject({
        code: "invalid-cursor",
      });
    });

    it("are not found, rather than refused, under an id that no key can hold", async () => {
      await expect(open().get("x".repeat(3_000))).rejects.toMatchObject({ code: "not-found" });
    });

    it("have their requests counted by window, each once, by however many processes", async () => {
      const { id } = key();
      const endsAt = new Date(LATER);
      const stores = [open(), open(), open()];
      const counts = await Promise.all(
        range(0, 29).map((n) => stores[n % 3]?.count({ id, window: "1", endsAt }) ?? Promise.reject(new Error())),
      );
      expect(counts.toSorted((a, b) => a - b)).toEqual(range(1, 30));
      expect(await open().count({ id, window: "2", endsAt })).toBe(1);
      expect(await open().count({ id: `${id}x`, window: "1", endsAt })).toBe(1);
    });
  });
}
