/**
 * What the store says of keys, kept for a few seconds: that spares a read on every request, and bounds how long a revoked
 * key still works and how long the API stays open after the first key was made in another process.
 */
import type { ApiKeyStore, StoredApiKey } from "../store/port/api-keys.ts";

/** Below the 5 s of spec §2.3, since the read itself takes a moment. */
const FRESH_MS = 4_000;
const MOST_KEYS = 10_000;

export interface KeyCache {
  /** True while there has never been a key. */
  isOpen(): Promise<boolean>;
  find(id: string): Promise<StoredApiKey | null>;
}

export function createKeyCache({ store, now }: { store: ApiKeyStore; now: () => Date }): KeyCache {
  const inUse = remember({ read: () => store.isInUse(), now, most: 1 });
  const keys = remember({ read: (id: string) => store.get(id), now, most: MOST_KEYS });
  let closed = false;
  return {
    async isOpen() {
      closed ||= await inUse("");
      return !closed;
    },
    find: keys,
  };
}

/** The oldest leaves when there are too many; a read that failed is not kept. */
function remember<T>(input: { read: (key: string) => Promise<T>; now: () => Date; most: number }) {
  const { read, now, most } = input;
  const kept = new Map<string, { at: number; value: Promise<T> }>();
  return (key: string): Promise<T> => {
    const at = now().getTime();
    const known = kept.get(key);
    if (known && Math.abs(at - known.at) < FRESH_MS) return known.value;
    const value = read(key);
    kept.delete(key);
    kept.set(key, { at, value });
    value.catch(() => kept.get(key)?.value === value && kept.delete(key));
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break;
      kept.delete(oldest);
    }
    return value;
  };
}
