/** The sort keys of the records of one kind that this process keeps, in order: one debate's turns, for instance. */
import { LRUCache } from "lru-cache";

/** Lists that are kept. A list of 1,000 turns has some 30 KB. */
const MOST_LISTS = 2_000;

export function createKeptKeys() {
  const lists = new LRUCache<string, string[]>({ max: MOST_LISTS });
  return {
    of: (list: string): readonly string[] => lists.get(list) ?? [],
    /** Most keys come in order, so adding one costs the same however many there are. */
    add(list: string, key: string): void {
      const keys = lists.get(list) ?? [];
      const after = keys.findLastIndex((other) => other <= key);
      if (keys[after] !== key) keys.splice(after + 1, 0, key);
      lists.set(list, keys);
    },
  };
}
