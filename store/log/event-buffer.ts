/**
 * A stretch of a log in memory, without a hole and bounded in size: the latest events, and below them what was read for
 * those who joined. Readers at the same place get the same batch, so what they make of it can be shared too.
 */
import { isTerminalEvent, type LogEvent } from "../../domain/play/events/events.ts";

export type EventBatch = readonly LogEvent[];

/** Characters of JSON that all buffers of a process may hold together; each may always hold its `least`. */
export interface BufferRoom {
  used: number;
  readonly most: number;
}

interface BufferLimits {
  room: BufferRoom;
  /** Characters of JSON. */
  most: number;
  least: number;
}

/** Events that are dropped together. A reader is given one block at most, which it may hold for as long as it is slow. */
interface Block {
  events: LogEvent[];
  size: number;
}

const BLOCK = { events: 100, characters: 64_000 } as const;
/** Of an event in memory besides its JSON. Characters. */
const OVERHEAD = 200;
const NONE: EventBatch = [];

const sizeOf = (event: LogEvent) => JSON.stringify(event).length + OVERHEAD;
const lastId = (block: Block | undefined) => block?.events.at(-1)?.id ?? 0;

export type EventBuffer = ReturnType<typeof createEventBuffer>;

export function createEventBuffer({ room, most, least }: BufferLimits) {
  let blocks: Block[] = [];
  let size = 0;
  let floor: number | null = null;
  let head = 0;
  let end = true;
  let closed = false;
  /** Batches that begin within a block, by the id below them, until an event is added. */
  const parts = new Map<number, EventBatch>();

  function grow(by: number): void {
    size += by;
    room.used += by;
  }

  const isTooLarge = () => size > most || (room.used > room.most && size > least);

  function trim(): void {
    let dropped = 0;
    for (; blocks.length - dropped > 1 && isTooLarge(); dropped++) {
      floor = lastId(blocks[dropped]);
      grow(-(blocks[dropped]?.size ?? 0));
    }
    if (dropped === 0) return;
    blocks = blocks.slice(dropped);
    closed = true;
  }

  return {
    /** Sets the place from which on events are kept; without effect when that was done. */
    begin(at: number): void {
      if (floor !== null) return;
      floor = at;
      head = at;
    },
    isBegun: () => floor !== null,
    head: () => head,
    floor: () => floor ?? 0,
    /** Does an item end at the head? */
    isEnd: () => end,
    isOver: () => isTerminalEvent(blocks.at(-1)?.events.at(-1)?.type ?? ""),
    /** `events` follow directly above the head. */
    add(events: EventBatch, atEnd: boolean): void {
      for (const event of events) grow(put(blocks, event));
      head = events.at(-1)?.id ?? head;
      end = atEnd;
      parts.clear();
      trim();
    },
    /** Characters that may be put below the floor: none once something was dropped there. */
    roomBelow: () => (closed ? 0 : Math.max(0, Math.min(most - size, room.most - room.used))),
    /** Nothing may be put below the floor any more. */
    closeBelow(): void {
      closed = true;
    },
    /** `events` lie above `at` and end at the floor. False when they are too many. */
    prepend(at: number, events: EventBatch): boolean {
      const below: Block[] = [];
      const added = events.reduce((sum, event) => sum + put(below, event), 0);
      if (closed || added > Math.min(most - size, room.most - room.used)) return false;
      blocks = [...below, ...blocks];
      grow(added);
      floor = at;
      return true;
    },
    /** The next events above `id`, none when there are none yet; null when some of them are not kept. */
    above(id: number): EventBatch | null {
      if (floor === null || id < floor) return null;
      if (id >= head) return NONE;
      const n = firstAbove(blocks, id);
      const block = blocks[n] as Block;
      // The last block still grows.
      if (n < blocks.length - 1 && (block.events[0]?.id ?? 0) > id) return block.events;
      const part = parts.get(id) ?? block.events.filter((event) => event.id > id);
      parts.set(id, part);
      return part;
    },
    clear(): void {
      grow(-size);
      blocks = [];
      parts.clear();
      floor = null;
      head = 0;
      end = true;
      closed = false;
    },
  };
}

/** Puts the event behind the others. Returns its size. */
function put(blocks: Block[], event: LogEvent): number {
  const size = sizeOf(event);
  const last = blocks.at(-1);
  if (last && last.events.length < BLOCK.events && last.size + size <= BLOCK.characters) {
    last.events.push(event);
    last.size += size;
  } else blocks.push({ events: [event], size });
  return size;
}

/** The index of the first block with an event above `id`. */
function firstAbove(blocks: readonly Block[], id: number): number {
  let [low, high] = [0, blocks.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (lastId(blocks[middle]) > id) high = middle;
    else low = middle + 1;
  }
  return low;
}
