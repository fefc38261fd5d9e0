/** Makes API keys, `prl_<id>_<secret>`, and recognises them. The secret is told once; only its hash is kept. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { ApiKey, ApiKeyRequest } from "../domain/api-keys.ts";
import { ParleyError } from "../domain/errors.ts";
import type { ApiKeyStore, StoredApiKey } from "../store/port/api-keys.ts";

const TOKEN = /^prl_([0-9a-z]{12})_[\w-]{43}$/;
/** Crockford's base 32, in small letters. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const ID_LENGTH = 12;
const SECRET_BYTES = 32;

/** Stores a new key; `token` is the only place where its secret ever stands. */
export async function createApiKey(
  store: ApiKeyStore,
  input: { tenant: string; request: ApiKeyRequest; now: Date },
): Promise<{ key: ApiKey; token: string }> {
  const { tenant, request, now } = input;
  const id = Array.from(randomBytes(ID_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
  const token = `prl_${id}_${randomBytes(SECRET_BYTES).toString("base64url")}`;
  const key: ApiKey = {
    id,
    tenant,
    name: request.name ?? id,
    scopes: request.scopes,
    rateLimit: request.rateLimit ?? null,
    createdAt: now.toISOString(),
    expiresAt: request.expiresAt === undefined ? null : new Date(request.expiresAt).toISOString(),
    revokedAt: null,
  };
  if (await store.create({ ...key, hash: digest(token).toString("hex") })) return { key, token };
  throw new ParleyError("conflict", "another key has just got the same id; try again");
}

/** The id that a key names, or null for what is no key. */
export function apiKeyId(token: string): string | null {
  return TOKEN.exec(token)?.[1] ?? null;
}

/** Compares in constant time. */
export function isTokenOf(token: string, { hash }: StoredApiKey): boolean {
  const stored = Buffer.from(hash, "hex");
  const given = digest(token);
  return stored.length === given.length && timingSafeEqual(stored, given);
}

/** A key without its hash. */
export function apiKeyView(key: StoredApiKey): ApiKey {
  const { id, tenant, name, scopes, rateLimit, createdAt, expiresAt, revokedAt } = key;
  return { id, tenant, name, scopes, rateLimit, createdAt, expiresAt, revokedAt };
}

function digest(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
