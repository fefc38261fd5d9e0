/**
 * Looks whether places of logs are filled: all that is asked for in one turn of the event loop shares a request, whichever
 * debates it concerns. A request to DynamoDB costs this process a millisecond of processor time, a further key next to nothing.
 */
import type { Item, ItemKey } from "../table/keys.table.ts";
import type { Table } from "../table/table.ts";

export type Slots = ReturnType<typeof createSlots>;

/** DynamoDB takes so many keys in a request. */
const MOST_KEYS = 100;

interface Asked {
  key: ItemKey;
  found: Promise<Item | null>;
  resolve: (item: Item | null) => void;
  reject: (error: unknown) => void;
}

export function createSlots(table: Pick<Table, "getMany">) {
  let waiting = new Map<string, Asked>();

  function send(): void {
    const asked = [...waiting.values()];
    waiting = new Map();
    for (let from = 0; from < asked.length; from += MOST_KEYS) void answer(asked.slice(from, from + MOST_KEYS));
  }

  async function answer(asked: Asked[]): Promise<void> {
    try {
      const items = await table.getMany(asked.map(({ key }) => key));
      for (const { key, resolve } of asked) resolve(items.find(({ PK, SK }) => PK === key.PK && SK === key.SK) ?? null);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  return {
    /**
     * The item, or null when it is not there, or was written just now: the read is not consistent, which halves its
     * price. Items of a log never change, so one that is found is right.
     */
    look(key: ItemKey): Promise<Item | null> {
      const id = `${key.PK} ${key.SK}`;
      const same = waiting.get(id);
      if (same) return same.found;
      const { promise, resolve, reject } = Promise.withResolvers<Item | null>();
      if (waiting.size === 0) setImmediate(send);
      waiting.set(id, { key, found: promise, resolve, reject });
      return promise;
    },
  };
}
