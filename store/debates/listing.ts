/**
 * Lists of debates by their creation. A place in a list is the sort key of the last debate shown. New debates join at one
 * end, so nothing is lost or shown twice.
 */
import { ParleyError } from "../../domain/base/errors.base.ts";
import { hasAllWords } from "../../domain/base/text/words.text.ts";
import { tenantKey } from "../../domain/play/records/keys.record.ts";
import type { DebateConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { DebateListing, ListQuery } from "../port/debates.port.ts";
import { type Index, type IndexEntry, LISTS, STATUSES } from "../table/indexes.ts";
import { type Item, metaKey, statusKey } from "../table/keys.table.ts";
import type { QueryInput } from "../table/queries.ts";
import type { Table } from "../table/table.ts";
import { recordOf } from "./debates.ts";

/** A filter that hardly anything passes ends a page early, so that no request runs for long. */
const MOST_PAGES = 20;
const LARGEST_PAGE = 500;
/** Words are searched here and not in the table, so each debate that is looked at is read. */
const MOST_SEARCHED = 1_000;
const SEARCHED_AT_ONCE = 250;

export async function listDebates(table: Table, query: ListQuery): Promise<DebateListing> {
  const found: IndexEntry[] = [];
  const index = indexOf(query);
  let start = query.after === undefined ? null : startKey(query, decode(query.after));
  const most = query.words ? MOST_SEARCHED / SEARCHED_AT_ONCE : MOST_PAGES;
  for (let page = 0; page < most && found.length <= query.limit; page++) {
    const { entries, last } = await table.queryIndex(index, {
      ...listQuery(query, page),
      ...(start && { ExclusiveStartKey: start }),
    });
    found.push(...(query.words ? await withWords(table, entries, query.words) : entries));
    start = last;
    if (!start) break;
  }
  const shown = found.slice(0, query.limit);
  const place = found.length > shown.length ? shown.at(-1) : start;
  const records = (await table.getAll(shown)).filter(isIn(query)).map(recordOf);
  return { records, next: place ? encode(place.GSI1SK as string) : null };
}

/** An index may be late: a debate that has left the list meanwhile is not shown. */
function isIn({ status }: ListQuery): (item: Item) => boolean {
  return (item) => status === undefined || item["status"] === status;
}

/** A long topic is searched as far as lists have it. */
async function withWords(table: Table, entries: IndexEntry[], words: string[]): Promise<IndexEntry[]> {
  const items = await table.getAll(entries);
  const having = new Set(items.flatMap((item) => (hasWords(item, words) ? [item.PK] : [])));
  return entries.filter(({ PK }) => having.has(PK));
}

function hasWords(item: Item, words: string[]): boolean {
  const { topic, tags, participants } = JSON.parse(item["config"] as string) as DebateConfig;
  return hasAllWords([item["id"] as string, topic, ...tags, ...participants.map(({ name }) => name)], words);
}

function listQuery(query: ListQuery, page: number): QueryInput {
  const { format, tags = [], words, ascending = false, limit } = query;
  const filters = [...(format ? ["#format = :format"] : []), ...tags.map((_, i) => `contains(#tags, :tag${i})`)];
  const largest = filters.length > 0 ? Math.min(LARGEST_PAGE, (limit + 1) * 2 ** page) : limit + 1;
  return {
    KeyConditionExpression: "#pk = :pk",
    ...(filters.length > 0 && { FilterExpression: filters.join(" AND ") }),
    ExpressionAttributeNames: {
      "#pk": indexOf(query).key,
      ...(format && { "#format": "format" }),
      ...(tags.length > 0 && { "#tags": "tags" }),
    },
    ExpressionAttributeValues: {
      ":pk": partitionOf(query),
      ...(format && { ":format": format }),
      ...Object.fromEntries(tags.map((tag, i) => [`:tag${i}`, tag])),
    },
    ScanIndexForward: ascending,
    // One more than asked for shows whether there is a next page.
    Limit: words ? SEARCHED_AT_ONCE : largest,
  };
}

function indexOf({ status }: ListQuery): Index {
  return status === undefined ? LISTS : STATUSES;
}

function partitionOf({ tenant, status }: ListQuery): string {
  return status === undefined ? tenantKey(tenant) : statusKey(tenant, status);
}

/** The tenant comes from the query, never from the place: a forged place stays within its tenant. */
function startKey(query: ListQuery, sortKey: string): Item {
  const debateId = sortKey.slice(sortKey.indexOf("#") + 1);
  return {
    ...metaKey({ tenant: query.tenant, debateId }),
    GSI1SK: sortKey,
    [indexOf(query).key]: partitionOf(query),
  };
}

function encode(sortKey: string): string {
  return Buffer.from(sortKey).toString("base64url");
}

/** Throws `invalid-cursor`. */
function decode(place: string): string {
  const sortKey = Buffer.from(place, "base64url").toString();
  if (!/^\d{4}-[^#]+#./.test(sortKey) || sortKey.length > 500) {
    throw new ParleyError("invalid-cursor", "the list has no such place");
  }
  return sortKey;
}
