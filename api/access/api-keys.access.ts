/** Creates and checks API keys, `prl_<id>_<secret>`. The secret is shown once; only its hash is stored. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { ApiKey, ApiKeyRequest } from "../../domain/around/api-keys.around.ts";
import {
  API_KEYS,
  FIRST_KEY,
  KEYS_OF_TENANT,
  placeOfKey,
  type StoredApiKey,
} from "../../domain/around/outside-records.ts";
import { shownQuota } from "../../domain/around/quotas/quota.ts";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { BASE_32 } from "../../domain/base/ids.base.ts";
import type { RecordStore } from "../../store/port/records.port.ts";
import { randomText } from "../base/ids.api-base.ts";

/** What people read before they create the first key. */
export const FIRST_KEY_CLOSES =
  "This is the first key. From now on the API, its pages and the terminal's commands answer only whoever has a key.";

const TOKEN = /^prl_([0-9a-z]{12})_[\w-]{43}$/;
const ID_LENGTH = 12;
const SECRET_BYTES = 32;

interface NewKey {
  tenant: string;
  request: ApiKeyRequest;
  now: Date;
}

/** Only `token` contains the secret. */
interface CreatedKey {
  key: ApiKey;
  token: string;
}

/** A new key, stored. */
export async function createApiKey(records: RecordStore, input: NewKey): Promise<CreatedKey> {
  const created = newApiKey(input);
  await storeApiKey(records, created);
  return created;
}

export async function storeApiKey(records: RecordStore, created: CreatedKey): Promise<void> {
  if (await putApiKey(records, storedOf(created))) return;
  throw new ParleyError("conflict", "another key was just created with the same id; try again");
}

/** Stores the very first key. False if there has been one already. */
export function storeFirstApiKey(records: RecordStore, created: CreatedKey): Promise<boolean> {
  return putApiKey(records, storedOf(created), { onlyFirst: true });
}

/** False when another key has this id, or was the first. Of simultaneous first keys exactly one is put. */
export async function putApiKey(records: RecordStore, key: StoredApiKey, { onlyFirst = false } = {}): Promise<boolean> {
  const first = await records.put({}, FIRST_KEY, key.hash);
  if (onlyFirst && first !== key.hash) return false;
  // A put that was repeated because its answer was lost has lost to itself.
  return (await records.put(key, API_KEYS, key)).hash === key.hash;
}

/** True once any key was put, in whatever process. It stays true when all are revoked, until `openApi`. */
export async function hasApiKeys(records: RecordStore): Promise<boolean> {
  return (await records.get({}, FIRST_KEY, {})) !== null;
}

/** Opens the API to strangers until the next key. A process that has seen it closed keeps it closed. */
export async function openApi(records: RecordStore): Promise<void> {
  await records.remove({}, FIRST_KEY, {});
}

/** A tenant's keys without their hashes, newest first, also those that are revoked. */
export async function listApiKeys(
  records: RecordStore,
  { tenant, ...page }: { tenant: string; limit: number; after?: string | undefined },
): Promise<{ items: ApiKey[]; next: string | null }> {
  const { values, isEnd } = await records.page({ tenant }, KEYS_OF_TENANT, page);
  const last = values.at(-1);
  return { items: values.map(apiKeyView), next: isEnd || !last ? null : placeOfKey(last) };
}

/** The first revocation stays. */
export async function revokeApiKey(records: RecordStore, key: StoredApiKey, at: Date): Promise<void> {
  await records.replace(key, API_KEYS, { ...key, revokedAt: at.toISOString() });
}

/** A key that is not stored yet. */
export function newApiKey({ tenant, request, now }: NewKey): CreatedKey {
  const id = randomText(BASE_32.toLowerCase(), ID_LENGTH);
  const token = `prl_${id}_${randomBytes(SECRET_BYTES).toString("base64url")}`;
  const key: ApiKey = {
    id,
    tenant,
    name: request.name ?? id,
    scopes: request.scopes,
    rateLimit: request.rateLimit ?? null,
    ...shownQuota(request),
    createdAt: now.toISOString(),
    expiresAt: request.expiresAt === undefined ? null : new Date(request.expiresAt).toISOString(),
    revokedAt: null,
  };
  return { key, token };
}

function storedOf({ key, token }: CreatedKey): StoredApiKey {
  return { ...key, hash: digest(token).toString("hex") };
}

/** The id in a key. null if the text is no key. */
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
  return { id, tenant, name, scopes, rateLimit, ...shownQuota(key), createdAt, expiresAt, revokedAt };
}

function digest(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
