/**
 * Requests a minute, for keys that have a limit. They are counted in the store, one item for each minute of the clock,
 * so that the limit holds over all processes. Headers by draft-ietf-httpapi-ratelimit-headers.
 */
import { ParleyError } from "../domain/errors.ts";
import type { ApiKeyStore } from "../store/port/api-keys.ts";

const WINDOW_SECONDS = 60;

interface Use {
  headers: { RateLimit: string; "RateLimit-Policy": string };
  /** Set when the limit is passed. */
  refusal: { error: ParleyError; retryAfter: number } | null;
}

/** Counts a request of this key. */
export async function useOf(store: ApiKeyStore, input: { id: string; limit: number; now: Date }): Promise<Use> {
  const { id, limit, now } = input;
  const window = Math.floor(now.getTime() / 1000 / WINDOW_SECONDS);
  const endsAt = new Date((window + 1) * WINDOW_SECONDS * 1000);
  const count = await store.count({ id, window: String(window), endsAt });
  const left = Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000));
  return {
    headers: {
      "RateLimit-Policy": `"key";q=${limit};w=${WINDOW_SECONDS}`,
      RateLimit: `"key";r=${Math.max(0, limit - count)};t=${left}`,
    },
    refusal: count > limit ? { error: tooMany(limit, left), retryAfter: left } : null,
  };
}

function tooMany(limit: number, seconds: number): ParleyError {
  return new ParleyError("rate-limited", `this key may send ${limit} requests a minute; go on in ${seconds} s`);
}
