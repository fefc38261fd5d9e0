/** Keys for tests, and requests that carry them. */
import { createApiKey, revokeApiKey } from "../../../api/access/api-keys.access.ts";
import type { App } from "../../../api/app.ts";
import type { ApiKeyRequest } from "../../../domain/around/api-keys.around.ts";
import { API_KEYS } from "../../../domain/around/outside-records.ts";
import type { Store } from "../../../store/port/store.ts";
import { postOf } from "../world.ts";

/** A key straight from the store, as another process would make it. */
export function makeKey(store: Store, input: Partial<ApiKeyRequest> & { tenant?: string; now?: Date } = {}) {
  const { tenant = "default", now = new Date(), ...request } = input;
  return createApiKey(store.records, { tenant, now, request: { scopes: ["read", "write"], ...request } });
}

/** One tenant's key, another's, and of the first one that only reads and one that may start a single debate a day. */
export async function fourKeys(store: Store) {
  const [one, other, reader, limited] = await Promise.all([
    makeKey(store),
    makeKey(store, { tenant: "other" }),
    makeKey(store, { scopes: ["read"] }),
    makeKey(store, { perDay: 1 }),
  ]);
  return { one, other, reader, limited };
}

/** Sends a request with a key; a body makes it JSON. */
export async function as(
  app: App,
  token: string,
  call: { method?: string; path: string; body?: unknown },
): Promise<Response> {
  const { method = "GET", path, body } = call;
  const headers = { authorization: `Bearer ${token}` };
  const init = body === undefined ? { headers } : postOf(body, headers);
  return app.request(path, { ...init, method });
}

/** Revokes it without a request, as another process does. */
export async function revokeKey({ records }: Pick<Store, "records">, { id }: { id: string }, at: Date): Promise<void> {
  const key = await records.get({ id }, API_KEYS, {});
  if (!key) throw new Error(`there is no key ${id}`);
  await revokeApiKey(records, key, at);
}
