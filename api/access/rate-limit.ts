/**
 * Limits the requests a minute of keys, OIDC subjects and share links. The store counts them for all processes, in one item
 * for each clock minute. Headers: draft-ietf-httpapi-ratelimit-headers.
 */
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { Store } from "../../store/port/store.ts";
import { HOLDERS, type Holder } from "../base/limits.api-base.ts";

const WINDOW_SECONDS = 60;

interface Use {
  headers: { RateLimit: string; "RateLimit-Policy": string };
  /** Set if the request exceeds the limit. */
  refusal: ParleyError | null;
}

/** Counts a request of this holder. null if it has no limit. */
export async function useOf(
  store: Pick<Store, "countRequest">,
  { id, kind, rateLimit: limit }: Holder,
  now: Date,
): Promise<Use | null> {
  if (limit === null) return null;
  const window = Math.floor(now.getTime() / 1000 / WINDOW_SECONDS);
  const endsAt = new Date((window + 1) * WINDOW_SECONDS * 1000);
  const count = await store.countRequest({ id, window: String(window), endsAt });
  const left = Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000));
  return {
    headers: {
      "RateLimit-Policy": `"${kind}";q=${limit};w=${WINDOW_SECONDS}`,
      RateLimit: `"${kind}";r=${Math.max(0, limit - count)};t=${left}`,
    },
    refusal: count > limit ? tooMany(kind, limit, left) : null,
  };
}

function tooMany(kind: Holder["kind"], limit: number, retryAfter: number): ParleyError {
  const message = `${HOLDERS[kind]} may send ${limit} requests a minute; retry in ${retryAfter} s`;
  return new ParleyError("rate-limited", message, { retryAfter });
}
