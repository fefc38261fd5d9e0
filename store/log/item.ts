/**
 * One item of the event log: a batch of events under its first id. Items tile the log: each begins right above the
 * end of the one before it. Deltas have items of their own, which expire. An item says which run of deltas ends right
 * below it, so that a reader can tell a hole that expired deltas have left from one that must not be. The last words of a
 * turn stand in the item of its completion, which saves a write; no reader is shown them once they would have expired.
 */
import { type DraftEvent, isTerminalEvent, type LogEvent } from "../../domain/play/events/events.ts";
import type { Turn } from "../../domain/shapes/schemas/turn.schema.ts";
import { readBody, writeBody } from "../table/bodies.ts";
import { eventKey, type Item } from "../table/keys.table.ts";
import type { Table } from "../table/table.ts";

/** Events and bytes of JSON in one item. A single longer event makes an item too. */
export const BATCH = { events: 50, bytes: 200_000 } as const;
/** A longer `turn.completed` is stored without its text, which the turn's own item has. Bytes of JSON. */
const LONG_TURN = 64_000;

export interface LogItem {
  first: number;
  last: number;
  keys: string[];
  terminal: boolean;
  /** It holds text deltas. */
  deltas: boolean;
  /** The deltas that end right below it; null: none do. */
  below: DeltaRun | null;
  /** Seconds since 1970. */
  putAt: number;
  /** Deltas have it. Seconds since 1970. */
  expiresAt?: number;
  /** Its time to live is over: to a reader it is not there. */
  expired: boolean;
  /** Ids of its last words whose time is over, which it has still. */
  gone: readonly number[];
  /** The stored item. */
  raw: Item;
}

/** What a writer knows of an item. */
export type KnownItem = Omit<LogItem, "raw" | "expired" | "gone" | "putAt">;

/** Deltas without anything between them, from the first id on. */
export interface DeltaRun {
  from: number;
  /** When the first of them expires, in seconds since 1970. */
  until: number;
}

interface StoredItem {
  count: number;
  keys: string[];
  terminal?: boolean;
  deltas?: boolean;
  deltasFrom?: number;
  deltasUntil?: number;
  putAt: number;
  expiresAt?: number;
  /** Places of last words in it, from 0. */
  words?: number[];
  /** When they would have expired. Seconds since 1970. */
  wordsUntil?: number;
}

function isPast(seconds: number | undefined): boolean {
  return seconds !== undefined && seconds * 1000 <= Date.now();
}

/** An event as it is stored; `textInTurn` marks one whose text was left out. */
interface StoredEvent {
  type: DraftEvent["type"];
  at: string;
  data: unknown;
  textInTurn?: true;
}

export function logItem(raw: Item): LogItem {
  const stored = raw as unknown as StoredItem;
  const { count, keys, terminal, deltas, deltasFrom, deltasUntil, putAt, expiresAt, words = [], wordsUntil } = stored;
  const first = Number(raw.SK.slice(raw.SK.indexOf("#") + 1));
  return {
    first,
    last: first + count - 1,
    keys,
    terminal: terminal === true,
    deltas: deltas === true,
    below: deltasFrom === undefined ? null : { from: deltasFrom, until: deltasUntil ?? 0 },
    putAt,
    ...(expiresAt !== undefined && { expiresAt }),
    expired: isPast(expiresAt),
    gone: isPast(wordsUntil) ? words.map((place) => first + place) : [],
    raw,
  };
}

/** Seconds by which clocks may differ. */
const CLOCKS = 300;

/** Whether all that is missing between the id and the item are deltas that have expired. */
export function isSwept({ below }: LogItem, expected: number): boolean {
  return below !== null && below.from <= expected && isPast(below.until - CLOCKS);
}

/** An event as JSON for its item. */
export function storedJson(event: DraftEvent): string {
  const json = JSON.stringify(event);
  if (json.length * 3 <= LONG_TURN || Buffer.byteLength(json) <= LONG_TURN) return json;
  if (event.type !== "turn.completed") return json;
  const { text: _, ...turn } = event.data.turn;
  return JSON.stringify({ ...event, data: { ...event.data, turn }, textInTurn: true });
}

export interface NewItem {
  pk: string;
  first: number;
  events: { key: string; json: string; event: DraftEvent; before?: string | null | undefined }[];
  below?: DeltaRun | null;
  /** Seconds since 1970. */
  putAt: number;
  expiresAt?: number;
  wordsUntil?: number;
}

/** Puts the item if its place is free. False when another one has it. */
export async function putLogItem(table: Table, item: NewItem): Promise<boolean> {
  const { pk, first, events, below, putAt, expiresAt, wordsUntil } = item;
  const words = wordsIn(item);
  const at = { PK: pk, SK: eventKey(first), ...(expiresAt !== undefined && { expiresAt }) };
  const json = `[${events.map((event) => event.json).join(",")}]`;
  // The keys of parts are outside the log's range, which contains only its items.
  const body = await writeBody(table, { ...at, SK: `LONG#${at.SK}` }, json);
  return table.putIfAbsent({
    ...at,
    count: events.length,
    keys: events.map((event) => event.key),
    ...body,
    putAt,
    ...(below && { deltasFrom: below.from, deltasUntil: below.until }),
    ...(holdsDeltas(item) && { deltas: true }),
    ...(words.length > 0 && { words, wordsUntil }),
    ...(events.some(({ event }) => isTerminalEvent(event.type)) && { terminal: true }),
  });
}

/** Deltas that expire: then it holds nothing else. */
export function holdsDeltas({ events }: Pick<NewItem, "events">): boolean {
  return events[0]?.event.type === "turn.delta" && !events[0].before;
}

/** The item's end is always shown. */
function wordsIn({ events }: NewItem): number[] {
  return events.slice(0, -1).flatMap(({ before }, place) => (before ? [place] : []));
}

/** Nothing else has to be read for its events. */
export function isWhole({ raw }: LogItem): boolean {
  return typeof raw.json === "string" && !raw.json.includes('"textInTurn":true');
}

/** The events of an item, whole. `turnOf` finds the turn whose text was left out. */
export async function eventsOf(input: {
  table: Table;
  item: LogItem;
  turnOf: (turnId: string) => Promise<Turn | null>;
}): Promise<LogEvent[]> {
  const { table, item, turnOf } = input;
  const json = await readBody(table, { ...item.raw, SK: `LONG#${item.raw.SK}` });
  const events = (JSON.parse(json) as StoredEvent[]).map((event, n) => ({ event, id: item.first + n }));
  const shown = events.filter(({ id }) => !item.gone.includes(id));
  return Promise.all(shown.map(({ event, id }) => whole(event, id, turnOf)));
}

async function whole(event: StoredEvent, id: number, turnOf: (id: string) => Promise<Turn | null>): Promise<LogEvent> {
  const { type, at, data, textInTurn } = event;
  if (!textInTurn) return { id, type, at, data } as LogEvent;
  const { turnId, turn } = data as { turnId: string; turn: Turn };
  const text = (await turnOf(turnId))?.text ?? "";
  return { id, type, at, data: { ...(data as object), turn: { ...turn, text } } } as LogEvent;
}
