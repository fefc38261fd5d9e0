/** A request's lease on its Idempotency-Key. A timer renews it until it is disposed. */
import { createHash } from "node:crypto";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { Lease } from "../../store/port/idempotency.port.ts";
import type { AppDeps, IdempotencyLease } from "../base/context.api-base.ts";

/** docs/design/api.md#22-requests. Milliseconds. */
export const LEASE_MS = 30_000;

export function createLease(
  { store, settings, now }: Pick<AppDeps, "store" | "settings" | "now">,
  lease: Lease,
): IdempotencyLease {
  const { idempotency } = store;
  const leaseMs = settings.idempotency?.leaseMs ?? LEASE_MS;
  let renewal: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    // If a renewal fails, the next one makes up for it.
    renewal = idempotency.update(lease, { leaseUntil: now().getTime() + leaseMs }).catch(() => false);
  }, leaseMs / 3);
  /** Waits for the running renewal: after the answer it would lock the key for nobody. */
  async function stopRenewing(): Promise<void> {
    clearInterval(timer);
    await renewal;
  }
  return {
    key: lease.key,
    // When the record expires, the key is free for another request.
    updateId: createHash("sha256").update(`${lease.expiresAt} ${lease.key}`).digest("hex"),
    debateId: lease.debateId,
    async bind(debateId) {
      if (await idempotency.update(lease, { debateId })) return;
      throw new ParleyError("request-in-progress", "another request has taken over this Idempotency-Key");
    },
    point: (address) => idempotency.point(lease, address),
    async answer(answer, debateId) {
      await stopRenewing();
      await idempotency.update(lease, debateId === undefined ? { answer } : { answer, debateId });
    },
    async release() {
      await stopRenewing();
      await idempotency.update(lease, { leaseUntil: 0 });
    },
    [Symbol.asyncDispose]: stopRenewing,
  };
}
