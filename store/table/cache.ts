/** Strings by key, the least recently used leaving first. Strings, so that no caller can change what others get. */
import { LRUCache } from "lru-cache";

export type Cache = ReturnType<typeof createCache>;

/** Keeps at most `characters` in all; a value longer than an eighth of that is not kept. */
export function createCache(characters: number) {
  const entries = new LRUCache<string, string>({
    maxSize: characters,
    maxEntrySize: Math.ceil(characters / 8),
    sizeCalculation: (value) => value.length,
  });
  return {
    get: (key: string) => entries.get(key),
    set: (key: string, value: string) => void entries.set(key, value),
    delete: (key: string) => void entries.delete(key),
    /** Drops a partition's key and all that begin with it and a space. */
    deletePartition(pk: string): void {
      const keys = [...entries.keys()].filter((key) => key === pk || key.startsWith(`${pk} `));
      for (const key of keys) entries.delete(key);
    },
  };
}
