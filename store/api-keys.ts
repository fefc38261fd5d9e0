/**
 * API keys (spec §2.3): one item each under its id, found by tenant over the lists' index. Beside them a mark that there
 * are keys, which is put before the first of them and never goes, and counts of requests with a time to live.
 */
import { ParleyError } from "../domain/errors.ts";
import { apiKeyKey, apiKeysKey, type Item, type ItemKey, rateKey } from "./keys.ts";
import type { ApiKeyStore, StoredApiKey } from "./port/api-keys.ts";
import type { Table } from "./table.ts";

const IN_USE: ItemKey = { PK: "KEYS", SK: "IN_USE" };
const [LIVE, REVOKED] = [1, 2];
/** Seconds that a count outlives its window, for clocks that differ. */
const GRACE = 300;

export function createApiKeys(table: Table): ApiKeyStore {
  async function get(id: string): Promise<StoredApiKey | null> {
    const item = await table.get(apiKeyKey(id));
    return item && keyOf(item);
  }

  return {
    get,
    isInUse: async () => (await table.get(IN_USE)) !== null,
    async create(key) {
      await table.putIfAbsent({ ...IN_USE });
      if (await table.putIfAbsent(itemOf(key))) return true;
      // A put that was repeated because its answer was lost has lost to itself.
      return (await get(key.id))?.hash === key.hash;
    },
    async list({ tenant, limit, after }) {
      const { items } = await table.query({
        IndexName: "GSI1",
        KeyConditionExpression: "GSI1PK = :pk",
        ExpressionAttributeValues: { ":pk": apiKeysKey(tenant) },
        ...(after !== undefined && { ExclusiveStartKey: startKey(tenant, after) }),
        ScanIndexForward: false,
        // One more than asked for shows whether there is a next page.
        Limit: limit + 1,
      });
      const shown = items.slice(0, limit);
      const next = items.length > limit ? (shown.at(-1)?.GSI1SK as string) : null;
      return { keys: shown.map(keyOf), next };
    },
    async revoke({ id, at }) {
      const key = apiKeyKey(id);
      if (await table.updateOlder({ ...key, version: REVOKED, set: { revokedAt: at } })) return true;
      return (await table.get(key)) !== null;
    },
    count: ({ id, window, endsAt }) =>
      table.increment({ ...rateKey(id, window), expiresAt: Math.ceil(endsAt.getTime() / 1000) + GRACE }),
  };
}

/** `validUntil`, since `expiresAt` is the table's time to live, and an expired key is still shown. */
function itemOf({ expiresAt, ...key }: StoredApiKey): Item {
  const place = { GSI1PK: apiKeysKey(key.tenant), GSI1SK: `${key.createdAt}#${key.id}` };
  return { ...apiKeyKey(key.id), ...place, ...key, validUntil: expiresAt, version: LIVE };
}

function keyOf(item: Item): StoredApiKey {
  const { id, tenant, name, scopes, rateLimit, createdAt, validUntil, revokedAt, hash } = item as unknown as Omit<
    StoredApiKey,
    "expiresAt"
  > & { validUntil: string | null };
  return { id, tenant, name, scopes, rateLimit, createdAt, expiresAt: validUntil, revokedAt, hash };
}

/** The tenant comes from the query, never from the place: a forged place stays within its tenant. */
function startKey(tenant: string, place: string): Item {
  const id = place.slice(place.indexOf("#") + 1);
  if (!/^\d{4}-[^#]+#./.test(place)) throw new ParleyError("invalid-cursor", "the list has no such place");
  return { ...apiKeyKey(id), GSI1PK: apiKeysKey(tenant), GSI1SK: place };
}
