/** The latest events of a log, without a hole, bounded in number and size. */
import { isTerminalEvent, type LogEvent } from "../../domain/events/events.ts";

export function createEventBuffer(limits: { events: number; characters: number }) {
  let kept: { event: LogEvent; size: number }[] = [];
  let size = 0;
  let floor: number | null = null;
  let head = 0;
  let end = true;

  function trim(): void {
    while (kept.length > 1 && (kept.length > limits.events || size > limits.characters)) {
      const first = kept.shift();
      floor = first?.event.id ?? floor;
      size -= first?.size ?? 0;
    }
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
    /** Does an item end at the head? */
    isEnd: () => end,
    isOver: () => isTerminalEvent(kept.at(-1)?.event.type ?? ""),
    /** `events` follow directly above the head. */
    add(events: LogEvent[], atEnd: boolean): void {
      for (const event of events) {
        const { length } = JSON.stringify(event);
        kept.push({ event, size: length });
        size += length;
        head = event.id;
      }
      end = atEnd;
      trim();
    },
    /** null when some of them are not kept any more. */
    above(id: number): LogEvent[] | null {
      if (floor === null || id < floor) return null;
      return kept.flatMap(({ event }) => (event.id > id ? [event] : []));
    },
    clear(): void {
      kept = [];
      size = 0;
      floor = null;
      head = 0;
      end = true;
    },
  };
}
