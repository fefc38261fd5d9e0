/** Values by key, the least recently used leaving first. They are frozen, so that no caller can change what others get. */
import { LRUCache } from "lru-cache";

export type Cache = ReturnType<typeof createCache>;

interface Entry {
  value: unknown;
  characters: number;
}

/** Keeps at most `most` characters in all, as JSON has them; a value longer than an eighth of that is not kept. */
export function createCache(most: number) {
  const entries = new LRUCache<string, Entry>({
    maxSize: most,
    maxEntrySize: Math.ceil(most / 8),
    sizeCalculation: (entry) => entry.characters,
  });
  return {
    get: (key: string): unknown => entries.get(key)?.value,
    set: (key: string, value: string) => void entries.set(key, { value, characters: Math.max(1, value.length) }),
    /** Freezes a value, keeps it, and returns it. `characters`: of its JSON. */
    setFrozen<V>(key: string, value: V, characters: number): V {
      entries.set(key, { value: frozen(value), characters: Math.max(1, characters) });
      return value;
    },
    delete: (key: string) => void entries.delete(key),
    /** Drops a partition's key and all that begin with it and a space. */
    deletePartition(pk: string): void {
      const keys = [...entries.keys()].filter((key) => key === pk || key.startsWith(`${pk} `));
      for (const key of keys) entries.delete(key);
    },
  };
}

function frozen<V>(value: V): V {
  if (typeof value !== "object" || value === null) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
