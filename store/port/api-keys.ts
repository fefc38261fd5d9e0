/** API keys. */
import type { ApiKey } from "../../domain/api-keys.ts";

/** A key as it is stored: SHA-256 of the whole key in hexadecimal digits, never the key. */
export type StoredApiKey = ApiKey & { hash: string };

/** Keys of all tenants, and how often they were used lately. */
export interface ApiKeyStore {
  /** True once any key was ever put, in whatever process; it stays true when all are revoked. */
  isInUse(): Promise<boolean>;
  /** False when there is another one with this id. */
  create(key: StoredApiKey): Promise<boolean>;
  get(id: string): Promise<StoredApiKey | null>;
  /** A tenant's keys, newest first, also those that are revoked; over an index that may be late by a moment. */
  list(input: { tenant: string; limit: number; after?: string }): Promise<{
    keys: StoredApiKey[];
    next: string | null;
  }>;
  /** The first revocation stays; false when there is no such key. */
  revoke(input: { id: string; at: string }): Promise<boolean>;
  /** Counts one more request of a window and returns their number; the count goes some time after `endsAt`. */
  count(input: { id: string; window: string; endsAt: Date }): Promise<number>;
}
