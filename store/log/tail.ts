/**
 * The end of one debate's log, watched once for all followers in this process: woken by this process's own writers,
 * else polled while anybody follows. It keeps the latest events only; a follower that falls behind them reads from
 * the table, so a slow one costs no memory.
 */
import { isTerminalEvent, type LogEvent } from "../../domain/events/events.ts";
import type { DebateKey } from "../port/debates.ts";
import { persist } from "../table/retry.ts";
import { createEventBuffer } from "./event-buffer.ts";
import type { NewItem } from "./item.ts";
import { type Poller, startPoller } from "./poller.ts";
import type { LogReader } from "./reader.ts";

export type Tail = ReturnType<typeof createTail>;

const KEPT = { events: 400, characters: 1_000_000 } as const;
const PAGE = 200;

export function createTail(input: { reader: LogReader; debate: DebateKey; onIdle: () => void }) {
  const { reader, debate } = input;
  const recent = createEventBuffer(KEPT);
  const closing = new AbortController();
  let followers = 0;
  let poller: Poller | null = null;
  let failure: Error | null = null;
  let news = Promise.withResolvers<void>();

  function notify(): void {
    news.resolve();
    news = Promise.withResolvers<void>();
  }

  async function* follow(after: number, callerSignal: AbortSignal): AsyncGenerator<LogEvent, void, void> {
    const signal = AbortSignal.any([callerSignal, closing.signal]);
    signal.addEventListener("abort", notify, { once: true });
    followers++;
    try {
      for (let at = after; !signal.aborted; ) {
        const events = await next(at, signal);
        if (events === null) return;
        for (const event of events) {
          if (signal.aborted) return;
          yield event;
          if (isTerminalEvent(event.type)) return;
          at = event.id;
        }
      }
    } finally {
      signal.removeEventListener("abort", notify);
      if (--followers === 0) rest();
    }
  }

  /** What comes above `at`, once there is something; null after the end of the log and when aborted. */
  async function next(at: number, signal: AbortSignal): Promise<LogEvent[] | null> {
    while (!signal.aborted) {
      if (failure) throw failure;
      const kept = recent.above(at);
      if (kept && kept.length > 0) return kept;
      if (kept && !recent.isOver()) {
        poller ??= startPoller(look);
        await news.promise;
        continue;
      }
      const page = await persist(() => reader.page({ debate, after: at, atEnd: false, limit: PAGE }), signal);
      if (!page || (page.terminal && page.events.length === 0)) return null;
      if (page.events.length > 0) return page.events;
      recent.begin(page.last);
    }
    return null;
  }

  /** True when others have written, null when there is nothing more to look for. */
  async function look(signal: AbortSignal): Promise<boolean | null> {
    try {
      const position = { after: recent.head(), atEnd: recent.isEnd() };
      const page = await persist(() => reader.page({ debate, ...position, limit: PAGE }), signal);
      if (!page || signal.aborted) return null;
      return take(page.events, page.atEnd);
    } catch (error) {
      failure = error as Error;
      notify();
      return null;
    }
  }

  /** This process may have written the same events while they were read. */
  function take(events: LogEvent[], atEnd: boolean): boolean | null {
    const fresh = events.filter((event) => event.id > recent.head());
    if (fresh.length > 0) {
      recent.add(fresh, atEnd);
      notify();
    }
    return recent.isOver() ? null : fresh.length > 0;
  }

  function rest(): void {
    poller?.stop();
    poller = null;
    failure = null;
    recent.clear();
    input.onIdle();
  }

  return {
    follow,
    /** This process wrote an item. If it is right above the head, nobody else has written: no reason to poll faster. */
    written(item: NewItem): void {
      if (!recent.isBegun() || item.first <= recent.head()) return;
      if (item.first === recent.head() + 1) {
        take(eventsOfNew(item), true);
        poller?.postpone();
      } else poller?.wake();
    },
    /** Others have written: look at once. */
    wake: () => poller?.wake(),
    /** Ends all followers. */
    close: () => closing.abort(),
  };
}

/** The same values that a reader would get. */
function eventsOfNew({ first, events }: NewItem): LogEvent[] {
  return events.map(({ event }, n) => ({ id: first + n, ...(JSON.parse(JSON.stringify(event)) as typeof event) }));
}
