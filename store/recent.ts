/** The latest events of a log, without a hole, bounded in number and size. */
import { isTerminalEvent, type LogEvent } from "../domain/events.ts";

export interface Recent {
  /** Sets the place from which on events are kept; without effect when that was done. */
  begin(head: number): void;
  isBegun(): boolean;
  head(): number;
  /** Does an item end at the head? */
  isEnd(): boolean;
  isOver(): boolean;
  /** `events` stand right above the head. */
  add(events: LogEvent[], atEnd: boolean): void;
  /** null when some of them are not kept any more. */
  above(id: number): LogEvent[] | null;
  clear(): void;
}

export function createRecent(limits: { events: number; characters: number }): Recent {
  let events: LogEvent[] = [];
  let sizes: number[] = [];
  let size = 0;
  let floor: number | null = null;
  let head = 0;
  let end = true;

  function trim(): void {
    while (events.length > 1 && (events.length > limits.events || size > limits.characters)) {
      floor = events.shift()?.id ?? floor;
      size -= sizes.shift() ?? 0;
    }
  }

  return {
    begin(at) {
      if (floor !== null) return;
      floor = at;
      head = at;
    },
    isBegun: () => floor !== null,
    head: () => head,
    isEnd: () => end,
    isOver: () => isTerminalEvent(events.at(-1)?.type ?? ""),
    add(more, atEnd) {
      for (const event of more) {
        const length = sizeOf(event);
        events.push(event);
        sizes.push(length);
        size += length;
        head = event.id;
      }
      end = atEnd;
      trim();
    },
    above(id) {
      if (floor === null || id < floor) return null;
      return events.slice(firstAbove(events, id));
    },
    clear() {
      events = [];
      sizes = [];
      size = 0;
      floor = null;
      head = 0;
      end = true;
    },
  };
}

/** Characters of the event's JSON. */
function sizeOf(event: LogEvent): number {
  return JSON.stringify(event).length;
}

function firstAbove(events: LogEvent[], id: number): number {
  const index = events.findIndex((event) => event.id > id);
  return index === -1 ? events.length : index;
}
