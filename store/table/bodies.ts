/**
 * An item's body is one JSON string. Above 300 KB its parts are items of their own (DynamoDB takes 400 KB
 * each), written first, so an item that can be read has all of its parts.
 */
import { createHash } from "node:crypto";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { inTurn } from "./in-turn.ts";
import { type Item, type ItemKey, partKey } from "./keys.table.ts";
import type { Table } from "./table.ts";

/** Bytes of UTF-8. */
const PART_BYTES = 300_000;

export type Body = { json: string } | { parts: number; hash: string };

export function hashOf(json: string): string {
  return createHash("sha256").update(json).digest("hex").slice(0, 32);
}

/** Writes the parts of a long body, which expire as their item does; the answer goes into the item itself. */
export async function writeBody(table: Table, at: ItemKey & { expiresAt?: number }, json: string): Promise<Body> {
  if (json.length <= PART_BYTES && Buffer.byteLength(json) <= PART_BYTES) return { json };
  const hash = hashOf(json);
  const pieces = split(json);
  const items = pieces.map((piece, n) => ({ ...at, SK: partKey({ base: at.SK, n: n + 1, hash }), json: piece }));
  await inTurn(items, (item) => table.put(item));
  return { parts: pieces.length, hash };
}

/** The body of an item as JSON; `nearby` may hold its parts already. */
export async function readBody(table: Table, item: Item, nearby: readonly Item[] = []): Promise<string> {
  if (typeof item.json === "string") return item.json;
  const { parts, hash } = item as unknown as { parts: number; hash: string };
  const keys = Array.from({ length: parts }, (_, n) => partKey({ base: item.SK, n: n + 1, hash }));
  const found = await Promise.all(
    keys.map(async (SK) => nearby.find((other) => other.SK === SK) ?? (await table.get({ PK: item.PK, SK }))),
  );
  if (found.includes(null)) throw new ParleyError("internal", "a part of a stored text is missing");
  return found.map((part) => part?.json).join("");
}

/** JSON keeps lone surrogates escaped, so cutting its UTF-8 between characters loses nothing. */
function split(json: string): string[] {
  const bytes = Buffer.from(json);
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length; ) {
    let to = Math.min(from + PART_BYTES, bytes.length);
    while (to < bytes.length && ((bytes[to] ?? 0) & 0xc0) === 0x80) to--;
    pieces.push(bytes.toString("utf8", from, to));
    from = to;
  }
  return pieces;
}
