/**
 * A repeated request gets the debate that the first one began. OpenAI's clients repeat a request by themselves when it
 * takes too long, and say so in a header. Without this, each repeat would pay for a debate of its own.
 */
import { createHash } from "node:crypto";
import type { Context } from "hono";
import type { AppEnv } from "../../../api/base/context.api-base.ts";
import type { Services } from "../../../api/base/services.ts";
import { bodyBytes } from "../../../api/http/body.http.ts";
import { requireKey } from "../../../api/idempotency/idempotency.api.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import { type Begun, KEYED, REPEATABLE } from "../../../domain/play/records/repeats.record.ts";

/** How long repeats find the first request: as long as those with an `Idempotency-Key` of the other routes. */
const KEPT_SECONDS = 86_400;

/** The id for the request's debate: that of the request which this one repeats, or a new one, of which nothing is stored. */
export async function debateIdFor(
  c: Context<AppEnv>,
  services: Services,
): Promise<{ debateId: string; isNew: boolean }> {
  const { store } = services;
  const now = services.now();
  const tenant = c.get("tenant");
  const holder = c.get("caller")?.holder?.id ?? "";
  const fingerprint = hashOf(`${c.req.path}\n${holder}\n`, await bodyBytes(c));
  const begun: Begun = {
    debateId: services.newId(now),
    fingerprint,
    expiresAt: Math.ceil(now.getTime() / 1_000) + KEPT_SECONDS,
  };
  const named = ({ debateId }: Begun) => ({ debateId, isNew: debateId === begun.debateId });
  const key = c.req.header("idempotency-key");
  if (key !== undefined) {
    const first = await store.records.put({ tenant, name: hashOf(requireKey(key)) }, KEYED, begun);
    if (first.fingerprint === fingerprint) return named(first);
    throw new ParleyError("idempotency-key-reused", "this Idempotency-Key was used for another request");
  }
  const scope = { tenant, name: fingerprint };
  if (Number(c.req.header("x-stainless-retry-count") ?? 0) > 0) {
    const first = await store.records.get(scope, REPEATABLE, {});
    if (first) return named(first);
  }
  return named(await store.records.put(scope, REPEATABLE, begun));
}

function hashOf(...parts: (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}
