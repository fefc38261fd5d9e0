/**
 * What DynamoDB bills for a request, by Amazon's rules, on items as they stand on the wire.
 * Sizes: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 * Requests: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
 * Indexes: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html (all read on 21 November 2026).
 */
import { isDeepStrictEqual } from "node:util";
import { tableShape } from "../../store/table/schema.table.ts";

/** As JSON on the wire: one of these, binary values in base64. */
interface WireValue {
  S?: string;
  N?: string;
  B?: string;
  BOOL?: boolean;
  NULL?: boolean;
  SS?: string[];
  NS?: string[];
  BS?: string[];
  L?: WireValue[];
  M?: WireItem;
}
export interface WireItem {
  [name: string]: WireValue;
}

const WRITE_UNIT = 1024;
const READ_UNIT = 4096;
/** Bytes that Amazon adds to each stored item of a table or an index. */
const STORED_WITH_EACH = 100;
/** Bytes of a list or map besides what is in it, and for each thing in it. */
const CONTAINER = 3;
const ELEMENT = 1;

/** The key attributes of each index, and all that it has of an item. */
const INDEXES = (tableShape("any").GlobalSecondaryIndexes ?? []).map(({ KeySchema = [], Projection }) => {
  const keys = KeySchema.map((key) => key.AttributeName ?? "");
  return { keys, names: ["PK", "SK", ...keys, ...(Projection?.NonKeyAttributes ?? [])] };
});
type Index = (typeof INDEXES)[number];

/** What an index has of an item; null when it lacks one of the index's keys. */
function entryOf({ keys, names }: Index, item: WireItem | null): WireItem | null {
  if (!item || !keys.every((key) => item[key])) return null;
  return Object.fromEntries(names.flatMap((name) => (item[name] ? [[name, item[name]]] : [])));
}

/** Bytes. */
export function itemSize(item: WireItem): number {
  return Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueSize(value), 0);
}

function valueSize({ S, N, B, SS, NS, BS, L, M }: WireValue): number {
  if (S !== undefined) return Buffer.byteLength(S);
  if (N !== undefined) return numberSize(N);
  if (B !== undefined) return binarySize(B);
  if (SS) return SS.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (NS) return NS.reduce((sum, text) => sum + numberSize(text), 0);
  if (BS) return BS.reduce((sum, text) => sum + binarySize(text), 0);
  if (L) return L.reduce((sum, each) => sum + ELEMENT + valueSize(each), CONTAINER);
  if (M) return CONTAINER + itemSize(M) + ELEMENT * Object.keys(M).length;
  return 1;
}

/** About a byte for two significant digits, one more, and one for a sign. */
function numberSize(text: string): number {
  const digits = text.replace(/[eE].*$/, "").replaceAll(/^-?0*|\.|0+$/g, "").length;
  return Math.ceil(digits / 2) + 1 + (text.startsWith("-") ? 1 : 0);
}

function binarySize(base64: string): number {
  return Buffer.from(base64, "base64").length;
}

function unitsOf(item: WireItem, bytes: number): number {
  return Math.max(1, Math.ceil(itemSize(item) / bytes));
}

/** Write units of the table for one item: the larger of what stood there and what stands there now. */
export function tableWriteUnits({ before, after }: Change): number {
  return Math.max(1, ...[before, after].map((item) => (item ? unitsOf(item, WRITE_UNIT) : 0)));
}

export interface Change {
  before: WireItem | null;
  after: WireItem | null;
}

/** Write units of all indexes: a new key is an entry deleted and another one put. */
export function indexWriteUnits(change: Change): number {
  return INDEXES.reduce((sum, index) => sum + unitsOfIndex(index, change), 0);
}

function unitsOfIndex(index: Index, { before, after }: Change): number {
  const [left, right] = [before, after].map((item) => entryOf(index, item));
  if (!left || !right) return [left, right].reduce((sum, item) => sum + (item ? unitsOf(item, WRITE_UNIT) : 0), 0);
  if (isDeepStrictEqual(left, right)) return 0;
  const isMoved = index.keys.some((key) => !isDeepStrictEqual(left[key], right[key]));
  const units = [unitsOf(left, WRITE_UNIT), unitsOf(right, WRITE_UNIT)] as const;
  return isMoved ? units[0] + units[1] : Math.max(...units);
}

/** Read units for so many bytes of items, or of none: at least one request is billed. */
export function readUnits({ bytes, consistent }: { bytes: number; consistent: boolean }): number {
  return Math.max(1, Math.ceil(bytes / READ_UNIT)) * (consistent ? 1 : 0.5);
}

/** Bytes that are billed for keeping an item, in the table and in its indexes. */
export function storedBytes(item: WireItem): number {
  const entries = INDEXES.map((index) => entryOf(index, item)).filter((entry) => entry !== null);
  return [item, ...entries].reduce((sum: number, each: WireItem) => sum + itemSize(each) + STORED_WITH_EACH, 0);
}
