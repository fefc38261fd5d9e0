/** Strings by key, the least recently used leaving first. Strings, so that no caller can change what others get. */
export interface Cache {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  delete(key: string): void;
  /** Drops a partition's key and all that begin with it and a space. */
  deletePartition(pk: string): void;
}

/** Keeps at most `characters` in all; a value longer than an eighth of that is not kept. */
export function createCache(characters: number): Cache {
  const entries = new Map<string, string>();
  let size = 0;
  const drop = (key: string) => {
    size -= entries.get(key)?.length ?? 0;
    entries.delete(key);
  };
  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      drop(key);
      if (value.length > characters / 8) return;
      entries.set(key, value);
      size += value.length;
      for (const oldest of entries.keys()) {
        if (size <= characters) break;
        drop(oldest);
      }
    },
    delete: drop,
    deletePartition(pk) {
      for (const key of entries.keys()) if (key === pk || key.startsWith(`${pk} `)) drop(key);
    },
  };
}
