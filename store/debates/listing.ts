/**
 * Lists of debates, newest first. A place in a list is the sort key of the last debate shown. Newer debates
 * come before it, so nothing is lost or shown twice.
 */
import { ParleyError } from "../../domain/errors.ts";
import { tenantKey } from "../../domain/records/keys.ts";
import type { DebateListing, ListQuery } from "../port/debates.ts";
import { type Item, metaKey, statusKey } from "../table/keys.ts";
import type { QueryInput } from "../table/queries.ts";
import type { Table } from "../table/table.ts";
import { recordOf } from "./debates.ts";

/** A filter that hardly anything passes ends a page early, so that no request runs for long. */
const MOST_PAGES = 20;
const LARGEST_PAGE = 500;

export async function listDebates(table: Table, query: ListQuery): Promise<DebateListing> {
  const found: Item[] = [];
  let start = query.after === undefined ? null : startKey(query, decode(query.after));
  for (let page = 0; page < MOST_PAGES && found.length <= query.limit; page++) {
    const { items, last } = await table.query({
      ...listQuery(query, page),
      ...(start && { ExclusiveStartKey: start }),
    });
    found.push(...items);
    start = last;
    if (!start) break;
  }
  const shown = found.slice(0, query.limit);
  const place = found.length > shown.length ? shown.at(-1) : start;
  return { records: shown.map(recordOf), next: place ? encode(place.GSI1SK as string) : null };
}

function listQuery(query: ListQuery, page: number): QueryInput {
  const { format, tag, limit } = query;
  const index = indexOf(query);
  const filters = [...(format ? ["#format = :format"] : []), ...(tag ? ["contains(#tags, :tag)"] : [])];
  return {
    IndexName: index.name,
    KeyConditionExpression: "#pk = :pk",
    ...(filters.length > 0 && { FilterExpression: filters.join(" AND ") }),
    ExpressionAttributeNames: {
      "#pk": index.key,
      ...(format && { "#format": "format" }),
      ...(tag && { "#tags": "tags" }),
    },
    ExpressionAttributeValues: {
      ":pk": index.value,
      ...(format && { ":format": format }),
      ...(tag && { ":tag": tag }),
    },
    ScanIndexForward: false,
    // One more than asked for shows whether there is a next page.
    Limit: filters.length > 0 ? Math.min(LARGEST_PAGE, (limit + 1) * 2 ** page) : limit + 1,
  };
}

function indexOf({ tenant, status }: ListQuery): { name: string; key: string; value: string } {
  if (status === undefined) return { name: "GSI1", key: "GSI1PK", value: tenantKey(tenant) };
  return { name: "GSI2", key: "GSI2PK", value: statusKey(tenant, status) };
}

/** The tenant comes from the query, never from the place: a forged place stays within its tenant. */
function startKey(query: ListQuery, sortKey: string): Item {
  const debateId = sortKey.slice(sortKey.indexOf("#") + 1);
  const index = indexOf(query);
  return {
    ...metaKey({ tenant: query.tenant, debateId }),
    GSI1SK: sortKey,
    [index.key]: index.value,
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
