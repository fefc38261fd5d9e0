/** What is written from now on: own writers bring their events, else the next place of the log is looked at. */
import type { DebateKey } from "../port/debates.port.ts";
import { debateKey, eventKey } from "../table/keys.table.ts";
import { persist } from "../table/retry.ts";
import type { EventBatch, EventBuffer } from "./event-buffer.ts";
import { logItem } from "./item.ts";
import { createPace } from "./pace.log.ts";
import { type Poller, startPoller } from "./poller.ts";
import { type LogReader, PAGE } from "./reader.log.ts";
import type { Slots } from "./slots.ts";

/** After so many places that were filled one after the other, the rest is read in one go. */
const FILLED_IN_ROW = 4;
/** Without news for so long, the log is read on: a place may stay empty when deltas of a log that is over were removed. */
const SILENT_MS = 30_000;

interface Watching {
  reader: LogReader;
  slots: Slots;
  debate: DebateKey;
  recent: EventBuffer;
  take: (events: EventBatch, atEnd: boolean) => void;
  failed: (error: Error) => void;
}

export function createLive({ reader, slots, debate, recent, take, failed }: Watching) {
  const pace = createPace();
  let poller: Poller | null = null;
  let inRow = 0;
  let readAt = performance.now();

  /** False when there is nothing more to look for. */
  async function look(signal: AbortSignal): Promise<boolean> {
    try {
      await (isRead() ? readAll(signal) : lookAtNext(signal));
      return !signal.aborted && !recent.isOver();
    } catch (error) {
      failed(error as Error);
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

  return {
    start(): void {
      poller ??= startPoller({ look, wait: () => pace.wait() });
    },
    /** These events have come; `isOwn`: this process wrote them. */
    saw(fresh: EventBatch, isOwn: boolean): void {
      pace.see(fresh, isOwn);
    },
    /** Others have written: looks at once. */
    wake: () => poller?.wake(),
    /** The news is known already, so the next look can wait. */
    postpone: () => poller?.postpone(),
    stop: () => poller?.stop(),
  };
}
