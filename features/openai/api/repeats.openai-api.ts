/**
 * A repeated request gets the debate that the first one began. OpenAI's clients repeat a request by themselves when it
 * takes too long, and say so in a header. Without this, each repeat would pay for a debate of its own.
 */
import type { Context } from "hono";
import type { AppEnv } from "../../../api/base/context.api-base.ts";
import type { Services } from "../../../api/base/services.ts";
import { bodyBytes } from "../../../api/http/body.http.ts";
import { requireKey } from "../../../api/idempotency/idempotency.api.ts";
import { begunBy, hashOf, keyedOnce, type Once } from "../../../api/run/once.run-api.ts";
import { type Begun, REPEATABLE } from "../../../domain/play/records/repeats.record.ts";

/** The request's debate: that of the request which this one repeats, or a new one. */
export async function onceFor(c: Context<AppEnv>, services: Services): Promise<Once> {
  const { store } = services;
  const tenant = c.get("tenant");
  const holder = c.get("caller")?.holder?.id ?? "";
  const begun = begunBy(services, hashOf(`${c.req.path}\n${holder}\n`, await bodyBytes(c)));
  const key = c.req.header("idempotency-key");
  if (key !== undefined) return keyedOnce(services, { tenant, name: hashOf(requireKey(key)), begun });
  const named = ({ debateId }: Begun) => ({ debateId, isNew: debateId === begun.debateId });
  const scope = { tenant, name: begun.fingerprint };
  if (Number(c.req.header("x-stainless-retry-count") ?? 0) > 0) {
    const first = await store.records.get(scope, REPEATABLE, {});
    if (first) return named(first);
  }
  return named(await store.records.put(scope, REPEATABLE, begun));
}
