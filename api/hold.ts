/** A request's hold on its Idempotency-Key while it works: the lease is renewed until the hold is disposed of. */
import { ParleyError } from "../domain/errors.ts";
import type { KeptAnswer, Lease } from "../store/port/idempotency.ts";
import type { Services } from "./services.ts";

/** Milliseconds (spec §2.2). */
export const LEASE_MS = 30_000;

export interface Hold extends AsyncDisposable {
  /** The Idempotency-Key. */
  key: string;
  /** The debate that an earlier request with this key was about to make; it died before it could answer. */
  debateId: string | null;
  /** Remembers the debate before anything is made of it. Throws `request-in-progress` when the lease was lost. */
  bind(debateId: string): Promise<void>;
  answer(answer: KeptAnswer): Promise<void>;
  /** Nothing is kept: the next request with this key works again. */
  release(): Promise<void>;
}

export function createHold({ store, settings, now }: Pick<Services, "store" | "settings" | "now">, lease: Lease): Hold {
  const { idempotency } = store;
  const leaseMs = settings.idempotency?.leaseMs ?? LEASE_MS;
  let renewal: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    // A failed renewal is made up for by the next one.
    renewal = idempotency.renew(lease, now().getTime() + leaseMs).catch(() => false);
  }, leaseMs / 3);
  /** A renewal that came after the answer would hold a key that nobody works on. */
  async function rest(): Promise<void> {
    clearInterval(timer);
    await renewal;
  }
  return {
    key: lease.key,
    debateId: lease.debateId,
    async bind(debateId) {
      if (await idempotency.bind(lease, debateId)) return;
      throw new ParleyError("request-in-progress", "another request has taken over this Idempotency-Key");
    },
    async answer(answer) {
      await rest();
      await idempotency.answer(lease, answer);
    },
    async release() {
      await rest();
      await idempotency.release(lease);
    },
    [Symbol.asyncDispose]: rest,
  };
}
