/** Encrypts stored responses, since some contain the only copy of a secret, such as a new key. */

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { IdempotencyStore } from "../../store/port/idempotency.port.ts";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

interface Vault {
  /** `place` is where the text is stored: it cannot be decrypted elsewhere. */
  lock(text: string, place: string[]): string;
  /** null for a text that was altered, encrypted with another secret, or stored elsewhere. */
  unlock(locked: string, place: string[]): string | null;
}

/** Encrypts texts with AES-256-GCM. HKDF-SHA256 derives the key from the service's secret. */
function createVault(secret: string, purpose: string): Vault {
  const key = Buffer.from(hkdfSync("sha256", secret, "", purpose, KEY_BYTES));
  const aadOf = (place: string[]) => Buffer.from(JSON.stringify(place));
  return {
    lock(text, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(aadOf(place));
      const locked = [nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(locked).toString("base64url");
    },
    unlock(locked, place) {
      const bytes = Buffer.from(locked, "base64url");
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(-TAG_BYTES)];
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(aadOf(place));
      decipher.setAuthTag(tag);
      try {
        const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString("utf8");
      } catch {
        return null;
      }
    },
  };
}

/** The same store, with encrypted bodies. */
export function encryptedResponses(store: IdempotencyStore, secret: string): IdempotencyStore {
  const vault = createVault(secret, "parley kept answers");
  return {
    ...store,
    update(lease, change) {
      if (!("answer" in change)) return store.update(lease, change);
      const body = vault.lock(change.answer.body, [lease.tenant, lease.key]);
      return store.update(lease, { ...change, answer: { ...change.answer, body } });
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
