/** Keys for tests, and requests that carry them. */
import { createApiKey } from "../../api/api-keys.ts";
import type { App } from "../../api/app.ts";
import type { ApiKeyRequest } from "../../domain/api-keys.ts";
import type { Store } from "../../store/port.ts";
import { postOf } from "./world.ts";

/** A key straight from the store, as another process would make it. */
export function makeKey(store: Store, input: Partial<ApiKeyRequest> & { tenant?: string; now?: Date } = {}) {
  const { tenant = "default", now = new Date(), ...request } = input;
  return createApiKey(store.apiKeys, { tenant, now, request: { scopes: ["read", "write"], ...request } });
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
