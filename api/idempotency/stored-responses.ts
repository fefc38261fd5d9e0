/** Encrypts stored responses, since some contain the only copy of a secret, such as a new key. */
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { IdempotencyStore } from "../../store/port/idempotency.port.ts";
import { createVault } from "./vault.ts";

/** The same store, with encrypted bodies. */
export function encryptedResponses(store: IdempotencyStore, secret: string): IdempotencyStore {
  const vault = createVault(secret, "parley kept answers");
  return {
    ...store,
    update(lease, change) {
      if (!("answer" in change)) return store.update(lease, change);
      const body = vault.lock(change.answer.body, [lease.tenant, lease.key]);
      return store.update(lease, { answer: { ...change.answer, body } });
    },
    async claim(input) {
      const claim = await store.claim(input);
      if (claim.kind !== "answered") return claim;
      const body = vault.unlock(claim.answer.body, [input.tenant, input.key]);
      if (body === null) throw unreadable();
      return { kind: "answered", answer: { ...claim.answer, body } };
    },
  };
}

/** The request was carried out, so it must not be carried out again. */
function unreadable(): ParleyError {
  return new ParleyError(
    "conflict",
    "this request was answered before, but the stored answer is unreadable since PARLEY_SECRET changed: " +
      "check what it created before you repeat it with a new Idempotency-Key",
  );
}
