/**
 * Records of every kind. A final value never changes, so this process keeps it. A list is read, since other processes may
 * have put more, unless the caller knows how many values it has and all of them are kept here. Before that list is read,
 * the log is: a writer has to read it anyway, and it has some of the values.
 */

import { LRUCache } from "lru-cache";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { KeyRange, Kind, OfDebate } from "../../domain/play/records/kind.ts";
import type { RecordStore } from "../port/records.port.ts";
import { readBody, writeBody } from "../table/bodies.ts";
import type { Cache } from "../table/cache.ts";
import { LISTS } from "../table/indexes.ts";
import { debateKey, type Item, type ItemKey } from "../table/keys.table.ts";
import { headsOf, itemsUnder, partition, type QueryInput, under } from "../table/queries.ts";
import type { Table } from "../table/table.ts";

/** Lists that are kept. A list of 1,000 turns has some 30 KB. */
const MOST_LISTS = 2_000;

/** The sort keys of the records of one kind that this process keeps, in order: one debate's turns, for instance. */
function createKeptKeys() {
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

type AnyKind<V = unknown> = Kind<V, object, object, object>;

/** With what the log shows of records. */
export interface LearningRecords extends RecordStore {
  /** Keeps a value of a debate that was read elsewhere: it is the stored one. */
  learn<V, P extends object>(debate: OfDebate, kind: Kind<V, P>, value: NoInfer<V> & P): void;
}

/** `catchUp` learns what others have put, where that takes no reading that a writer is spared otherwise. */
export function createRecords(
  table: Table,
  cache: Cache,
  catchUp: (debate: OfDebate) => Promise<void> = async () => {},
): LearningRecords {
  const keptKeys = createKeptKeys();

  async function itemOf(at: ItemKey, kind: AnyKind, value: unknown): Promise<Item> {
    const isOpen = kind.isFinal?.(value) === false;
    const body = kind.pack ? kind.pack(value) : await writeBody(table, at, JSON.stringify(value));
    return { ...at, ...body, ...(isOpen && kind.open) };
  }

  async function put<V>(scope: object, kind: AnyKind<V>, value: V, place?: object): Promise<V> {
    const whole = { ...partsOf(value), ...place };
    const at = requirePlace(scope, kind, whole);
    if (kind.within && !(await table.get({ PK: at.PK, SK: kind.within(whole) }))) return value;
    const item = await itemOf(at, kind, value);
    if (kind.replaces?.(value)) {
      await table.put(item);
      return value;
    }
    return (await table.putIfAbsent(item)) ? keepCopy(at, kind, value) : requireStored(at, kind);
  }

  async function replace<V>(scope: object, kind: AnyKind<V>, value: V, place?: object): Promise<V | null> {
    const at = requirePlace(scope, kind, { ...partsOf(value), ...place });
    if (!kind.open) throw new ParleyError("internal", `records of the kind ${kind.name} are not replaced`);
    if (await table.putWhere(await itemOf(at, kind, value), kind.open)) return keepCopy(at, kind, value);
    return Object.keys(kind.open).length > 0 ? read(at, kind) : null;
  }

  async function requireStored<V>(at: ItemKey, kind: AnyKind<V>): Promise<V> {
    const found = await read(at, kind);
    if (found === null) throw new ParleyError("unavailable", "a stored item is gone again");
    return found;
  }

  async function read<V>(at: ItemKey, kind: AnyKind<V>): Promise<V | null> {
    const kept = cache.get(cacheKey(at)) as V | undefined;
    if (kept !== undefined) return kept;
    const item = await table.get(at);
    return item && valueOf(item, kind);
  }

  async function valueOf<V>(item: Item, kind: AnyKind<V>, nearby?: Item[]): Promise<V> {
    if (kind.unpack) return kind.unpack(item);
    const json = await readBody(table, item, nearby);
    return keep(item, kind, { value: JSON.parse(json) as V, characters: json.length });
  }

  /** Keeps a value that will not change, and its sort key in the list of its kind. Nobody else may hold the value. */
  function keep<V>(at: ItemKey, kind: AnyKind<V>, { value, characters }: { value: V; characters: number }): V {
    if (!isKept(kind, value)) return value;
    if (kind.range) keptKeys.add(listKey(at.PK, kind), at.SK);
    return cache.setFrozen(cacheKey(at), value, characters);
  }

  /** Callers may change what they have put, so a copy is kept: the value as it will be read. */
  function keepCopy<V>(at: ItemKey, kind: AnyKind<V>, value: V): V {
    if (!isKept(kind, value)) return value;
    const json = JSON.stringify(value);
    keep(at, kind, { value: JSON.parse(json) as V, characters: json.length });
    return value;
  }

  /** The values of a range, if all of them are kept here. They are not parsed again: a long debate has a thousand turns. */
  function keptRange<V>(PK: string, kind: AnyKind<V>, range: KeyRange): V[] | null {
    if (range.count === undefined) return null;
    const keys = keptKeys.of(listKey(PK, kind)).filter((SK) => isIn(range, SK));
    const values = keys.map((SK) => cache.get(cacheKey({ PK, SK })) as V | undefined);
    if (!values.every((value) => value !== undefined)) return null;
    const counted = values.filter((value) => kind.isCounted?.(value) ?? true);
    return counted.length === range.count ? counted : null;
  }

  /** Only the log of a debate whose values are counted has them all. */
  async function learntRange<V>(scope: object, kind: AnyKind<V>, range: KeyRange): Promise<V[] | null> {
    if (kind.partition || range.count === undefined) return null;
    await catchUp(scope as OfDebate);
    return keptRange(debateKey(scope as OfDebate), kind, range);
  }

  async function list<V>(scope: object, kind: AnyKind<V>, where: object): Promise<V[]> {
    const PK = partitionOf(scope, kind);
    const range = rangeOf(kind, where);
    const kept = keptRange(PK, kind, range) ?? (await learntRange(scope, kind, range));
    if (kept) return kept;
    const items = await itemsUnder(table, PK, range.prefix);
    const heads = headsOf(items).filter(({ SK }) => isIn(range, SK));
    return Promise.all(heads.map((item) => valueOf(item, kind, items)));
  }

  async function page<V>(scope: object, kind: AnyKind<V>, { limit, ...where }: { limit: number }) {
    const { prefix, start } = rangeOf(kind, where);
    const pk = partitionOf(scope, kind);
    const key = kind.isIndexed ? LISTS.key : "PK";
    const query = {
      ...(kind.isIndexed ? partition(pk, key) : under(pk, prefix)),
      ...(start && { ExclusiveStartKey: { [key]: pk, ...start } }),
      ScanIndexForward: !kind.newestFirst,
      // One more than asked for shows whether there is a next page.
      Limit: limit + 1,
    };
    const { items, isEnd } = await (kind.isIndexed ? listed(query, limit) : paged(query, limit));
    const values = await Promise.all(items.map((item) => valueOf(item, kind)));
    return { values, isEnd };
  }

  async function paged(query: QueryInput, limit: number) {
    const { items, last } = await table.query(query);
    return { items: headsOf(items).slice(0, limit), isEnd: items.length <= limit && last === null };
  }

  async function listed(query: QueryInput, limit: number) {
    const { entries, last } = await table.queryIndex(LISTS, query);
    return { items: await table.getAll(entries.slice(0, limit)), isEnd: entries.length <= limit && last === null };
  }

  const records = {
    put,
    replace,
    list,
    page,
    learn(debate: OfDebate, kind: AnyKind, value: object) {
      const SK = kind.key(value);
      if (SK !== null) keep({ PK: debateKey(debate), SK }, kind, { value, characters: JSON.stringify(value).length });
    },
    async get(scope: object, kind: AnyKind, place: object) {
      const SK = kind.key(place);
      return SK === null ? null : read({ PK: partitionOf(scope, kind), SK }, kind);
    },
    async remove(scope: object, kind: AnyKind, place: object) {
      const at = requirePlace(scope, kind, place);
      await table.remove(at);
      cache.delete(cacheKey(at));
    },
  };
  return records as LearningRecords;
}

function isKept<V>(kind: AnyKind<V>, value: V): boolean {
  return !kind.replaces && !kind.pack && kind.isFinal?.(value) !== false;
}

function cacheKey({ PK, SK }: ItemKey): string {
  return `${PK} ${SK}`;
}

function listKey(pk: string, kind: AnyKind): string {
  return `${pk} ${kind.name} KEYS`;
}

function partsOf(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

function partitionOf(scope: object, kind: AnyKind): string {
  return kind.partition?.(scope) ?? debateKey(scope as OfDebate);
}

function requirePlace(scope: object, kind: AnyKind, place: object): ItemKey {
  const SK = kind.key(place);
  if (SK === null) throw new ParleyError("internal", `the id of this ${kind.name} does not say where it belongs`);
  return { PK: partitionOf(scope, kind), SK };
}

function rangeOf(kind: AnyKind, where: object): KeyRange {
  if (!kind.range) throw new ParleyError("internal", `records of the kind ${kind.name} are not listed`);
  return kind.range(where);
}

function isIn({ prefix, from = "", below }: KeyRange, SK: string): boolean {
  return SK.startsWith(prefix) && SK >= from && (below === undefined || SK < below);
}
