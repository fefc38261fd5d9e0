/**
 * One debate's log, read once for all followers in this process: what was, as long as it fits into memory (`backfill.ts`),
 * then what is written (`live.ts`). A follower that falls behind what is kept reads from the table, so a slow one costs no
 * memory.
 */
import { isTerminalEvent, type LogEvent } from "../../domain/play/events/events.ts";
import type { DebateKey } from "../port/debates.port.ts";
import { createBackfill } from "./backfill.ts";
import { type BufferRoom, createEventBuffer, type EventBatch } from "./event-buffer.ts";
import { createFollower, type Follower } from "./follower.log.ts";
import type { NewItem } from "./item.ts";
import { createLive } from "./live.ts";
import type { LogReader } from "./reader.log.ts";
import type { Slots } from "./slots.ts";

export type Tail = ReturnType<typeof createTail>;

/** Characters of JSON. */
const KEPT = { most: 4_000_000, least: 250_000 } as const;

export interface TailContext {
  reader: LogReader;
  slots: Slots;
  room: BufferRoom;
  debate: DebateKey;
  onIdle: () => void;
}

export function createTail({ reader, slots, room, debate, onIdle }: TailContext) {
  const recent = createEventBuffer({ room, ...KEPT });
  const followers = new Set<Follower>();
  let closed = false;
  let watch = createWatch();

  /** Everything that is known of the log while somebody follows it. With the last follower it is forgotten. */
  function createWatch() {
    const ending = new AbortController();
    let failure: Error | null = null;
    const fail = (error: Error | undefined) => {
      failure ??= error ?? null;
      notify();
    };
    const log = { reader, debate, recent };
    const live = createLive({ ...log, slots, take, failed: fail });
    return {
      backfill: createBackfill({ ...log, signal: ending.signal, take, settled: fail }),
      live,
      failure: () => failure,
      end(): void {
        ending.abort();
        live.stop();
      },
    };
  }

  function notify(): void {
    for (const follower of followers) follower.wake();
  }

  /** Batches above `after`. Followers at the same place get the same batch. */
  async function* follow(after: number, signal: AbortSignal): AsyncGenerator<EventBatch, void, void> {
    const follower = createFollower();
    const leave = () => follower.leave();
    signal.addEventListener("abort", leave);
    followers.add(follower);
    if (closed || signal.aborted) follower.leave();
    try {
      for (let at = after; ; ) {
        const batch = await next(at, follower);
        const last = batch?.at(-1);
        if (!batch || !last || follower.hasLeft()) return;
        yield batch;
        if (isTerminalEvent(last.type)) return;
        at = last.id;
      }
    } finally {
      signal.removeEventListener("abort", leave);
      followers.delete(follower);
      if (followers.size === 0) rest();
    }
  }

  /** What comes above `at`, once there is something; null after the end of the log and when the follower has left. */
  async function next(at: number, follower: Follower): Promise<EventBatch | null> {
    while (!follower.hasLeft()) {
      const { backfill, live } = watch;
      const failure = watch.failure();
      if (failure) throw failure;
      const batch = recent.above(at);
      if (batch && batch.length > 0) return batch;
      if (batch && (backfill.isOver() || recent.isOver())) return null;
      // The cutover: all is read that was written, and what is written next is looked for.
      if (batch && backfill.hasCaughtUp()) live.start();
      else if (batch || !recent.isBegun()) backfill.readOn(at);
      else if (recent.roomBelow() > 0) backfill.fill(at);
      else return backfill.behind(at, follower.signal);
      await follower.news();
    }
    return null;
  }

  /** This process may have written the same events while they were read. */
  function take(events: EventBatch, atEnd: boolean, isOwn = false): void {
    const fresh = events.filter((event) => event.id > recent.head());
    if (fresh.length === 0) return;
    recent.add(fresh, atEnd);
    watch.live.saw(fresh, isOwn);
    notify();
  }

  function rest(): void {
    watch.end();
    watch = createWatch();
    recent.clear();
    onIdle();
  }

  return {
    follow,
    /** This process wrote an item. If it is right above the head, nobody else has written: no reason to poll faster. */
    written(item: NewItem): void {
      if (!recent.isBegun() || item.first <= recent.head()) return;
      if (item.first === recent.head() + 1) {
        take(eventsOfNew(item), true, true);
        watch.live.postpone();
      } else watch.live.wake();
    },
    /** Others have written: look at once. */
    wake: () => watch.live.wake(),
    /** Ends all followers. */
    close(): void {
      closed = true;
      for (const follower of followers) follower.leave();
    },
  };
}

/** The same values that a reader would get. */
function eventsOfNew({ first, events }: NewItem): LogEvent[] {
  return events.map(({ event }, n) => ({ id: first + n, ...(JSON.parse(JSON.stringify(event)) as typeof event) }));
}
