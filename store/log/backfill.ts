/** What was written before: pages of the log, read for those who come, until the end that it has then. */
import type { LogEvent } from "../../domain/play/events/events.ts";
import type { DebateKey } from "../port/debates.port.ts";
import { persist } from "../table/retry.ts";
import type { EventBatch, EventBuffer } from "./event-buffer.ts";
import { type LogReader, PAGE } from "./reader.log.ts";

/** Of a follower that is behind what is kept, which holds them for as long as it is slow. */
const PAGE_BEHIND = 50;

interface Reading {
  reader: LogReader;
  debate: DebateKey;
  /** Where it is kept. */
  recent: EventBuffer;
  signal: AbortSignal;
  take: (events: EventBatch, atEnd: boolean) => void;
  /** A read is over: those who wait look again. `failure`: it could not be read. */
  settled: (failure?: Error) => void;
}

export function createBackfill({ reader, debate, recent, signal, take, settled }: Reading) {
  /** `over`: the first who came had the terminal event already. */
  let reached: "somewhere" | "end of then" | "over" = "somewhere";
  let reading = false;

  /** One read of the log at a time, for all who wait for it. */
  function once(read: () => Promise<void>): void {
    if (reading) return;
    reading = true;
    const over = (failure?: Error) => {
      reading = false;
      settled(failure);
    };
    read().then(
      () => over(),
      (error: unknown) => over(signal.aborted ? undefined : (error as Error)),
    );
  }

  async function readPage(at: number): Promise<void> {
    const position = recent.isBegun()
      ? { after: recent.head(), atEnd: recent.isEnd() }
      : { after: at, atEnd: at === 0 };
    const page = await persist(() => reader.page({ debate, ...position, limit: PAGE }), signal);
    if (!page || signal.aborted) return;
    recent.begin(page.events.length > 0 ? position.after : page.last);
    take(page.events, page.atEnd);
    if (page.events.length < PAGE) reached = page.terminal && page.events.length === 0 ? "over" : "end of then";
  }

  async function fillFrom(at: number): Promise<void> {
    const floor = recent.floor();
    const found: LogEvent[] = [];
    let characters = 0;
    for (let after = at; after < floor; ) {
      const position = { after, atEnd: after === 0 };
      const page = await persist(() => reader.page({ debate, ...position, limit: PAGE }), signal);
      if (!page || signal.aborted) return;
      const events = page.events.filter(({ id }) => id <= floor);
      found.push(...events);
      characters += events.reduce((sum, event) => sum + JSON.stringify(event).length, 0);
      if (characters > recent.roomBelow()) return recent.closeBelow();
      after = events.length < PAGE ? floor : page.last;
    }
    if (recent.floor() !== floor || !recent.prepend(at, found)) recent.closeBelow();
  }

  return {
    hasCaughtUp: () => reached !== "somewhere",
    isOver: () => reached === "over",
    /** A page above the head, or above `at` when nothing was read yet. */
    readOn: (at: number) => once(() => readPage(at)),
    /** All from `at` up to what is kept, unless that is too much. */
    fill: (at: number) => once(() => fillFrom(at)),
    /** Of a follower that is alone where it is. */
    async behind(at: number, leaving: AbortSignal): Promise<EventBatch | null> {
      const page = await persist(() => reader.page({ debate, after: at, atEnd: false, limit: PAGE_BEHIND }), leaving);
      return page && page.events.length > 0 ? page.events : null;
    },
  };
}
