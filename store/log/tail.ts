/**
 * One debate's log, read once for all followers in this process: what was, as long as it fits into memory, and what is
 * written. Own writers bring their events; else the next place is looked at while anybody follows. A follower that falls
 * behind what is kept reads from the table, so a slow one costs no memory.
 */
import { isTerminalEvent, type LogEvent } from "../../domain/play/events/events.ts";
import type { DebateKey } from "../port/debates.ts";
import { debateKey, eventKey } from "../table/keys.ts";
import { persist } from "../table/retry.ts";
import { type BufferRoom, createEventBuffer, type EventBatch } from "./event-buffer.ts";
import { logItem, type NewItem } from "./item.ts";
import { createPace } from "./pace.ts";
import { type Poller, startPoller } from "./poller.ts";
import type { LogReader } from "./reader.ts";
import type { Slots } from "./slots.ts";

export type Tail = ReturnType<typeof createTail>;

/** Characters of JSON. */
const KEPT = { most: 4_000_000, least: 250_000 } as const;
const PAGE = 200;
/** Of a follower that is behind what is kept, which holds them for as long as it is slow. */
const PAGE_BEHIND = 50;
/** After so many places that were filled one after the other, the rest is read in one go. */
const FILLED_IN_ROW = 4;
/** Without news for so long, the log is read on: a place may stay empty when deltas of a log that is over were removed. */
const SILENT_MS = 30_000;

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
  let active = new AbortController();
  let pace = createPace();
  let poller: Poller | null = null;
  let failure: Error | null = null;
  /** Everything up to the log's end of then was read. */
  let caughtUp = false;
  /** The first who came had the terminal event already. */
  let ended = false;
  let reading = false;
  let inRow = 0;
  let readAt = performance.now();

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
      if (failure) throw failure;
      const batch = recent.above(at);
      if (batch && batch.length > 0) return batch;
      if (batch && (ended || recent.isOver())) return null;
      if (batch && caughtUp) poller ??= startPoller({ look, wait: () => pace.wait() });
      else if (batch || !recent.isBegun()) once(() => readOn(at));
      else if (recent.roomBelow() > 0) once(() => fill(at));
      else return behind(at, follower.signal);
      await follower.news();
    }
    return null;
  }

  /** One read of the log at a time, for all who wait for it. */
  function once(read: () => Promise<void>): void {
    if (reading) return;
    reading = true;
    const { signal } = active;
    read()
      .catch((error: unknown) => {
        if (!signal.aborted) failure = error as Error;
      })
      .finally(() => {
        reading = false;
        notify();
      });
  }

  /** A page above the head, or above `at` when nothing was read yet. */
  async function readOn(at: number): Promise<void> {
    const { signal } = active;
    const position = recent.isBegun()
      ? { after: recent.head(), atEnd: recent.isEnd() }
      : { after: at, atEnd: at === 0 };
    const page = await persist(() => reader.page({ debate, ...position, limit: PAGE }), signal);
    if (!page || signal.aborted) return;
    recent.begin(page.events.length > 0 ? position.after : page.last);
    take(page.events, page.atEnd);
    caughtUp = page.events.length < PAGE;
    ended = page.terminal && page.events.length === 0;
  }

  /** All from `at` up to what is kept, unless that is too much. */
  async function fill(at: number): Promise<void> {
    const { signal } = active;
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

  /** Of a follower that is alone where it is. */
  async function behind(at: number, signal: AbortSignal): Promise<EventBatch | null> {
    const page = await persist(() => reader.page({ debate, after: at, atEnd: false, limit: PAGE_BEHIND }), signal);
    return page && page.events.length > 0 ? page.events : null;
  }

  /** False when there is nothing more to look for. */
  async function look(signal: AbortSignal): Promise<boolean> {
    try {
      await (isRead() ? readAll(signal) : lookAtNext(signal));
      return !signal.aborted && !recent.isOver();
    } catch (error) {
      failure = error as Error;
      notify();
      return false;
    }
  }

  /** Is the rest of the log to be read, instead of a look at the next place? */
  function isRead(): boolean {
    const isSilent = Math.min(pace.silence(), performance.now() - readAt) > SILENT_MS;
    return !recent.isEnd() || inRow >= FILLED_IN_ROW || isSilent;
  }

  async function readAll(signal: AbortSignal): Promise<void> {
    const position = { after: recent.head(), atEnd: recent.isEnd() };
    const page = await persist(() => reader.page({ debate, ...position, limit: PAGE }), signal);
    readAt = performance.now();
    inRow = 0;
    if (page && !signal.aborted) take(page.events, page.atEnd);
  }

  async function lookAtNext(signal: AbortSignal): Promise<void> {
    const key = { PK: debateKey(debate), SK: eventKey(recent.head() + 1) };
    const raw = await persist(() => slots.look(key), signal);
    const item = raw && logItem(raw);
    inRow = item ? inRow + 1 : 0;
    if (!item || item.expired) return;
    const events = await persist(() => reader.events(debate, item), signal);
    if (events && !signal.aborted) take(events, true);
  }

  /** This process may have written the same events while they were read. */
  function take(events: EventBatch, atEnd: boolean, isOwn = false): void {
    const fresh = events.filter((event) => event.id > recent.head());
    if (fresh.length === 0) return;
    recent.add(fresh, atEnd);
    pace.see(fresh, isOwn);
    notify();
  }

  function rest(): void {
    poller?.stop();
    poller = null;
    active.abort();
    active = new AbortController();
    pace = createPace();
    failure = null;
    caughtUp = false;
    ended = false;
    inRow = 0;
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
        poller?.postpone();
      } else poller?.wake();
    },
    /** Others have written: look at once. */
    wake: () => poller?.wake(),
    /** Ends all followers. */
    close(): void {
      closed = true;
      for (const follower of followers) follower.leave();
    },
  };
}

type Follower = ReturnType<typeof createFollower>;

/** Who follows, asleep until there may be something new. Asking a signal that follows others is slow, with a thousand. */
function createFollower() {
  const leaving = new AbortController();
  let left = false;
  let wake = () => {};
  return {
    signal: leaving.signal,
    hasLeft: () => left,
    wake: () => wake(),
    news(): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      return promise;
    },
    leave(): void {
      left = true;
      leaving.abort();
      wake();
    },
  };
}

/** The same values that a reader would get. */
function eventsOfNew({ first, events }: NewItem): LogEvent[] {
  return events.map(({ event }, n) => ({ id: first + n, ...(JSON.parse(JSON.stringify(event)) as typeof event) }));
}
