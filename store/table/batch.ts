/** Batches of requests. An engine under load does a part of one and names the rest. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Documents } from "./documents.ts";
import type { Item, ItemKey } from "./keys.table.ts";

/** DynamoDB takes so many at once. */
const GETS = 100;
const WRITES = 25;
const PAUSE_MS = { first: 20, longest: 1_000 };

export async function removeAll(documents: Documents, keys: readonly ItemKey[]): Promise<void> {
  for (let at = 0; at < keys.length; at += WRITES) await untilDone(keys.slice(at, at + WRITES), documents.removeBatch);
}

/** The items that are there, in the order of their keys. Consistent reads. */
export async function getAll(documents: Documents, keys: readonly ItemKey[]): Promise<Item[]> {
  const found = new Map<string, Item>();
  const idOf = ({ PK, SK }: ItemKey) => `${PK} ${SK}`;
  for (let at = 0; at < keys.length; at += GETS)
    await untilDone(keys.slice(at, at + GETS), async (rest) => {
      const { items, left } = await documents.getBatch(rest, { isConsistent: true });
      for (const item of items) found.set(idOf(item), item);
      return left;
    });
  return keys.flatMap((key) => found.get(idOf(key)) ?? []);
}

async function untilDone<T>(all: readonly T[], work: (rest: readonly T[]) => Promise<T[]>): Promise<void> {
  let rest = all;
  for (let pause = PAUSE_MS.first; ; pause = Math.min(PAUSE_MS.longest, pause * 2)) {
    rest = await work(rest);
    if (rest.length === 0) return;
    await sleep(pause);
  }
}
