/**
 * A cache of store reads for a few seconds. Ours, since `lru-cache` keeps a value for an hour longer where the API's clock
 * is set back an hour: a revoked key would stay valid.
 */

/** Milliseconds. A revocation must take effect everywhere within 5 s, the read included. */
const FRESH_MS = 4_000;

export interface Remembered<T> {
  read(key: string): Promise<T>;
  /** The next read goes to the store. */
  forget(key: string): void;
}

/** Drops the oldest entry beyond `most`. Does not cache failed reads. */
export function remember<T>(input: {
  read: (key: string) => Promise<T>;
  now: () => Date;
  most: number;
}): Remembered<T> {
  const { read, now, most } = input;
  const kept = new Map<string, { at: number; value: Promise<T> }>();
  return {
    read(key) {
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
    },
    forget: (key) => void kept.delete(key),
  };
}
