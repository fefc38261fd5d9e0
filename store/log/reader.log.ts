/** Reads the event log in order. A reader never goes past an id that it has not seen, unless the debate is over. */

import { ParleyError } from "../../domain/base/errors.base.ts";
import { isTerminalEvent, type LogEvent } from "../../domain/play/events/events.ts";
import { TURNS } from "../../domain/play/records/kinds.record.ts";
import type { DebateKey } from "../port/debates.port.ts";
import type { LogPage } from "../port/log.port.ts";
import type { Store } from "../port/store.ts";
import { debateKey, eventKey } from "../table/keys.table.ts";
import { under } from "../table/queries.ts";
import type { Table } from "../table/table.ts";
import { BATCH, eventsOf, isSwept, type LogItem, logItem } from "./item.ts";

/** Events of a page, for whoever follows a log. */
export const PAGE = 200;

interface ScanInput {
  debate: DebateKey;
  after: number;
  /** True when an item is known to end at `after`, or the log begins there: nothing below it has to be read. */
  atEnd: boolean;
  /** How many events are enough. */
  limit?: number;
  /** Items that begin above it are not read; left out: to the end. */
  upTo?: number;
}

interface Scan {
  /** The items that hold ids above `after`; the first one may begin below it. */
  items: LogItem[];
  /** The item that ends at `after`, if it was read. */
  before: LogItem | null;
}

interface Page extends LogPage {
  /** Where the next read starts; the end of an item when `atEnd`. */
  last: number;
  atEnd: boolean;
}

export type LogReader = ReturnType<typeof createLogReader>;

const HOLE_READS = 4;

export function createLogReader(table: Table, records: Store["records"]) {
  /** `Limit` counts items, and an item holds at least one event. */
  async function itemsFrom({
    debate,
    from,
    limit,
    upTo,
  }: Pick<ScanInput, "debate" | "upTo"> & { from: number; limit: number }) {
    const to = upTo === undefined ? "EVENT#:" : eventKey(upTo);
    const { items, last } = await table.query({
      KeyConditionExpression: "PK = :pk AND SK BETWEEN :from AND :to",
      ExpressionAttributeValues: { ":pk": debateKey(debate), ":from": eventKey(from), ":to": to },
      ConsistentRead: true,
      ...(Number.isFinite(limit) && { Limit: limit }),
    });
    return { items: items.map(logItem), more: last !== null };
  }

  async function lastItem(debate: DebateKey): Promise<LogItem | null> {
    const { items } = await table.query({
      ...under(debateKey(debate), "EVENT#"),
      ScanIndexForward: false,
      Limit: 1,
    });
    return items[0] ? logItem(items[0]) : null;
  }

  /**
   * A query is no snapshot: it may pass a place just before it is filled and still see the next one. A second read
   * finds it, because n was there before n + 1 was. What stays missing was deleted: deltas that have expired, which the
   * item above them knows.
   */
  async function scan({ debate, after, atEnd, upTo, limit = Number.POSITIVE_INFINITY }: ScanInput): Promise<Scan> {
    const walk = createWalk(after);
    let from = atEnd ? after + 1 : Math.max(1, after + 2 - BATCH.events);
    for (let reads = 0; reads < HOLE_READS; reads++) {
      const most = limit + after + 1 - Math.min(from, after + 1);
      const read = await itemsFrom({ debate, from, limit: most, ...(upTo !== undefined && { upTo }) });
      const place = walk.expected();
      const whole = walk.take(read.items);
      if (whole && (!read.more || walk.passed() >= limit)) return walk.result();
      if (whole || walk.expected() > place) reads = 0;
      from = whole ? (read.items.at(-1)?.last ?? from) + 1 : walk.expected();
    }
    throw new ParleyError("internal", `event ${from} is missing in a log that goes on`);
  }

  async function events(debate: DebateKey, item: LogItem): Promise<LogEvent[]> {
    return eventsOf({ table, item, turnOf: (turnId) => records.get(debate, TURNS, { id: turnId }) });
  }

  async function page(input: ScanInput & { limit: number }): Promise<Page> {
    const { debate, after, limit } = input;
    const { items, before } = await scan(input);
    if (items.length === 0)
      return emptyPage(input, before ?? (after === 0 || input.atEnd ? null : await lastItem(debate)));
    const needed = enough(items, after, limit);
    const all = (await Promise.all(needed.map((item) => events(debate, item)))).flat();
    const found = all.filter((event) => event.id > after).slice(0, limit);
    const last = found.at(-1) as LogEvent;
    return {
      events: found,
      terminal: isTerminalEvent(last.type),
      last: last.id,
      atEnd: needed.at(-1)?.last === last.id,
    };
  }

  /** Its terminal event is there. */
  const isOver = async (debate: DebateKey) => (await lastItem(debate))?.terminal === true;

  return { scan, events, page, isOver };
}

/** The first items with so many events above `after`. Where deltas have expired, ids do not count them. */
function enough(items: LogItem[], after: number, limit: number): LogItem[] {
  let count = 0;
  return items.filter((item) => {
    const isNeeded = count < limit;
    count += eventsAbove(item, after);
    return isNeeded;
  });
}

function eventsAbove({ first, last, gone }: LogItem, after: number): number {
  return last - Math.max(first, after + 1) + 1 - gone.filter((id) => id > after).length;
}

function emptyPage({ after, atEnd }: ScanInput, tail: LogItem | null): Page {
  const terminal = tail?.terminal === true && tail.last <= after;
  return { events: [], terminal, last: tail?.last ?? (atEnd ? after : 0), atEnd: true };
}

/** Collects items as long as each begins right above the last one. */
function createWalk(after: number) {
  const items: LogItem[] = [];
  let before: LogItem | null = null;
  let expected = after + 1;

  /** False at a hole. */
  function step(item: LogItem): boolean {
    if (item.last < expected) {
      if (item.last === after) before = item;
      return true;
    }
    if (item.first > expected && !isSwept(item, expected)) return false;
    if (!item.expired) items.push(item);
    expected = item.last + 1;
    return true;
  }

  return {
    take: (page: LogItem[]) => page.every(step),
    expected: () => expected,
    /** Events found, at the least. */
    passed: () => items.reduce((sum, item) => sum + eventsAbove(item, after), 0),
    result: (): Scan => ({ items, before }),
  };
}
