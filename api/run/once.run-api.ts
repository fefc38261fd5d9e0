/** A run that is asked for again gets the debate that it had the first time, so it is paid once. */
import { createHash } from "node:crypto";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { type Begun, KEYED } from "../../domain/play/records/repeats.record.ts";
import type { IdempotencyLease } from "../base/context.api-base.ts";
import type { Services } from "../base/services.ts";

/** How long repeats find the first request: as long as those with an `Idempotency-Key` of the other routes. */
const KEPT_SECONDS = 86_400;

/** `isNew`: nothing is stored of the debate yet. */
export interface Once {
  debateId: string;
  isNew: boolean;
}

/** What is remembered of a first request. `debateId`: of a debate that there is; else a new id. */
export function begunBy(services: Services, fingerprint: string, debateId?: string): Begun {
  const now = services.now();
  const expiresAt = Math.ceil(now.getTime() / 1_000) + KEPT_SECONDS;
  return { debateId: debateId ?? services.newId(now), fingerprint, expiresAt };
}

/** The debate of the first request with this name, or of this one. Throws `idempotency-key-reused` where they differ. */
export async function keyedOnce(
  { store }: Pick<Services, "store">,
  { tenant, name, begun }: { tenant: string; name: string; begun: Begun },
): Promise<Once> {
  const first = await store.records.put({ tenant, name }, KEYED, begun);
  if (first.fingerprint === begun.fingerprint)
    return { debateId: first.debateId, isNew: first.debateId === begun.debateId };
  throw new ParleyError("idempotency-key-reused", "this Idempotency-Key was used for another request");
}

/** SHA-256, as hexadecimal digits. */
export function hashOf(...parts: (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}

/** Every repeat of the request gets this debate, and none gets another. */
export function leaseOf({ debateId, isNew }: Once): IdempotencyLease {
  const nothing = async () => {};
  const bind = async (id: string) => {
    if (id !== debateId)
      throw new ParleyError("request-in-progress", "the same request is being carried out; try again");
  };
  return {
    key: "",
    updateId: "",
    debateId,
    isNew,
    bind,
    point: nothing,
    answer: nothing,
    release: nothing,
    [Symbol.asyncDispose]: nothing,
  };
}
