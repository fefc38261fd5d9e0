/**
 * Shelves: each is one item, changed by one conditional write. A process that dies between taking a place and storing the
 * thing leaves a place without a thing; a shelf that is full is compared with what is there, once a minute at most.
 */
import type { KeptKind, Most } from "../domain/around/kept-limits.ts";
import { tenantKey } from "../domain/play/records/keys.record.ts";
import type { Shelf, ShelfStore, Thing } from "./port/shelves.port.ts";
import { debateKey, type Item, type ItemKey } from "./table/keys.table.ts";
import type { Table } from "./table/table.ts";

/** Things that are on the shelf and stored; `ids` are those on the shelf, for kinds that cannot be listed. */
export type Stock = (shelf: Shelf, ids: string[]) => Promise<Thing[]>;

interface Place {
  bytes: number;
  /** When it was taken, milliseconds since 1970. */
  at: number;
  until?: number;
}

const PLACE = "=";
/** Milliseconds in which a thing is stored after its place is taken. */
const LONGEST_PUT = 3_600_000;
const COMPARED_EVERY = 60_000;
/** Places that are given back in one write: an expression has 4 KB. */
const AT_ONCE = 40;
const TRIES = 20;

export function createShelves(table: Table, stock: Stock): ShelfStore {
  async function take(at: ItemKey, { id, bytes, until }: Thing, most: Most): Promise<boolean> {
    const place: Place = { bytes, at: Date.now(), ...(until !== undefined && { until }) };
    return table.change(at, {
      UpdateExpression: "SET #id = :place ADD #things :one, #bytes :bytes",
      ConditionExpression: "attribute_not_exists(#id) AND #things < :most AND #bytes <= :left",
      ExpressionAttributeNames: { "#id": PLACE + id, "#things": "things", "#bytes": "bytes" },
      ExpressionAttributeValues: {
        ":place": place,
        ":one": 1,
        ":bytes": bytes,
        ":most": most.things,
        ":left": most.bytes - bytes,
      },
    });
  }

  /** A shelf begins with what was stored before there were shelves. */
  async function open(at: ItemKey, shelf: Shelf): Promise<void> {
    const things = await stock(shelf, []);
    const places = things.map(({ id, ...rest }) => [PLACE + id, { ...rest, at: Date.now() }]);
    const bytes = things.reduce((sum, thing) => sum + thing.bytes, 0);
    await table.putIfAbsent({ ...at, ...Object.fromEntries(places), things: things.length, bytes });
  }

  /** False: they have changed meanwhile. */
  function giveBack(at: ItemKey, places: [string, Place][]): Promise<boolean> {
    const names = places.map((_, i) => `#p${i}`);
    return table.change(at, {
      UpdateExpression: `REMOVE ${names.join(", ")} ADD #things :things, #bytes :bytes`,
      ConditionExpression: names.map((name) => `attribute_exists(${name})`).join(" AND "),
      ExpressionAttributeNames: {
        ...Object.fromEntries(places.map(([id], i) => [`#p${i}`, PLACE + id])),
        "#things": "things",
        "#bytes": "bytes",
      },
      ExpressionAttributeValues: {
        ":things": -places.length,
        ":bytes": -places.reduce((sum, [, { bytes }]) => sum + bytes, 0),
      },
    });
  }

  /** Gives back what has expired and, when it is due, the places without a thing. True: there may be room now. */
  async function tidy(at: ItemKey, shelf: Shelf, item: Item): Promise<boolean> {
    const now = Date.now();
    const places = placesIn(item);
    const expired = places.filter(([, { until }]) => until !== undefined && until * 1000 <= now);
    const stale = expired.length > 0 ? expired : await withoutThing(at, shelf, item);
    for (let from = 0; from < stale.length; from += AT_ONCE) await giveBack(at, stale.slice(from, from + AT_ONCE));
    return stale.length > 0;
  }

  async function withoutThing(at: ItemKey, shelf: Shelf, item: Item): Promise<[string, Place][]> {
    const now = Date.now();
    const last = item["comparedAt"] as number | undefined;
    if (last !== undefined && now - last < COMPARED_EVERY) return [];
    if (!(await table.updateWhere({ ...at, set: { comparedAt: now }, where: last ? { comparedAt: last } : {} })))
      return [];
    const places = placesIn(item);
    const there = new Set(
      (
        await stock(
          shelf,
          places.map(([id]) => id),
        )
      ).map(({ id }) => id),
    );
    return places.filter(([id, place]) => !there.has(id) && now - place.at > LONGEST_PUT);
  }

  return {
    async put(shelf, thing, most) {
      const at = keyOf(shelf);
      for (let tries = 0; tries < TRIES; tries++) {
        if (await take(at, thing, most)) return "new";
        const item = await table.get(at);
        if (!item) await open(at, shelf);
        else if (item[PLACE + thing.id]) return "known";
        else if (isFull(item, thing, most) && !(await tidy(at, shelf, item))) return "full";
      }
      return "full";
    },
    async remove(shelf, id) {
      const at = keyOf(shelf);
      const place = (await table.get(at))?.[PLACE + id] as Place | undefined;
      if (place) await giveBack(at, [[id, place]]);
    },
  };
}

/** Not, where another process has opened the shelf, or a thing has left it, since the place was refused. */
function isFull(item: Item, { bytes }: Thing, most: Most): boolean {
  return (item["things"] as number) >= most.things || (item["bytes"] as number) + bytes > most.bytes;
}

function placesIn(item: Item): [string, Place][] {
  const entries = Object.entries(item).filter(([name]) => name.startsWith(PLACE));
  return entries.map(([name, place]) => [name.slice(PLACE.length), place as Place]);
}

function keyOf(shelf: Shelf): ItemKey {
  if ("debateId" in shelf) return { PK: debateKey(shelf), SK: `SHELF#${shelf.of}` };
  return { PK: `${tenantKey(shelf.tenant)}#SHELF`, SK: shelf.of satisfies KeptKind };
}
