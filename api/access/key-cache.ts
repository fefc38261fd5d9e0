/**
 * Caches stored keys for a few seconds. It never caches that there are none: every request without a key reads the
 * store, so the first key closes the API to strangers at once, in every process.
 */
import { API_KEYS, type StoredApiKey } from "../../domain/around/outside-records.ts";
import type { RecordStore } from "../../store/port/records.port.ts";
import { remember } from "../base/remembered.ts";
import { hasApiKeys } from "./api-keys.access.ts";

const MOST_KEYS = 10_000;

export interface KeyCache {
  /** True while there has never been a key. */
  isOpen(): Promise<boolean>;
  find(id: string): Promise<StoredApiKey | null>;
}

export function createKeyCache({ records, now }: { records: RecordStore; now: () => Date }): KeyCache {
  const keys = remember({ read: (id) => records.get({ id }, API_KEYS, {}), now, most: MOST_KEYS });
  let closed = false;
  return {
    async isOpen() {
      closed ||= await hasApiKeys(records);
      return !closed;
    },
    find: (id) => keys.read(id),
  };
}
