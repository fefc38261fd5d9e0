/** Reads all of a kind that a tenant keeps, with its size. */

import type { Kind } from "../domain/play/records/kind.ts";
import type { RecordStore } from "./port/records.port.ts";
import type { Thing } from "./port/shelves.port.ts";

const PAGE = 100;

/** A file has its own bytes; of others their size as JSON counts. */
export function thingOf(value: { id: string; bytes?: number }): Thing {
  return { id: value.id, bytes: value.bytes ?? Buffer.byteLength(JSON.stringify(value)) };
}

type Page<V> = (page: { limit: number; after?: string }) => Promise<{ values: V[]; isEnd: boolean }>;

export async function everyOf<V extends object>(
  read: Page<V>,
  placeOf = (last: V) => String((last as { id?: string }).id),
): Promise<V[]> {
  const values: V[] = [];
  for (let after: string | undefined; ; ) {
    const page = await read({ limit: PAGE, ...(after !== undefined && { after }) });
    values.push(...page.values);
    const last = page.values.at(-1);
    if (page.isEnd || !last) return values;
    after = placeOf(last);
  }
}

/** Of a kind whose values are counted as they are. */
export function shelved<V extends { id: string; bytes?: number }>(
  records: RecordStore,
  kind: Kind<V, never, { after?: string | undefined }, { tenant: string }>,
): (tenant: string) => Promise<Thing[]> {
  return async (tenant) => (await everyOf((page) => records.page({ tenant }, kind, page))).map(thingOf);
}
