/**
 * Appends to one debate's log for all of this process: an item goes right above the last one that was
 * seen, on the condition that nobody has that place. A lost race is read and tried again from the new end; so is a
 * put whose answer was lost, since the item may be there. Calls that come while a put is under way share the next.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { isTerminalEvent } from "../../domain/play/events/events.ts";
import { isPassing } from "../base/faults.store.ts";
import type { DebateKey } from "../port/debates.port.ts";
import type { AppendInput, AppendResult } from "../port/log.port.ts";
import { debateKey } from "../table/keys.table.ts";
import type { Table } from "../table/table.ts";
import { createAppendQueue, type Waiting } from "./append-queue.ts";
import { holdsDeltas, type KnownItem, type LogItem, type NewItem, putLogItem } from "./item.ts";
import { MOST_DELTAS, mayHaveLostDeltas } from "./lost-deltas.ts";
import type { LogReader } from "./reader.log.ts";
import { absorb, absorbBelow, createView, type LogView } from "./view.log.ts";

export type Appender = ReturnType<typeof createAppender>;

export interface AppenderContext {
  table: Table;
  reader: LogReader;
  debate: DebateKey;
  /** Seconds for which deltas are kept. */
  deltasKept: number;
  /** Called with every item that this process wrote. */
  onWritten(item: NewItem): void;
  /** Called with items that were read, in their order: others wrote them, or this process did before. */
  onRead(items: readonly LogItem[]): Promise<void>;
  /** Called when others were seen to have written. */
  onOthers(): void;
}

/** Tries of one put whose answer is lost; the client below tries three times itself. */
const PUT_TRIES = 2;
const RETRY_MS = 50;
/** Acts that begin or end together share an item; a put takes several times as long. */
const GATHER_MS = 1;
/** A view unused for this long is read again, since old deltas may have been swept. Milliseconds. */
const VIEW_LASTS = 600_000;
/** Keys that a view may hold before it starts afresh. */
const MOST_KEYS = 20_000;

export function createAppender(context: AppenderContext) {
  const { table, reader, debate } = context;
  const queue = createAppendQueue();
  let view: LogView | null = null;
  let usedAt = 0;
  let running = false;
  let unanswered = 0;
  /** Who waits until all is read that others have written. */
  let lookers: PromiseWithResolvers<void>[] = [];

  async function read(range: Omit<Parameters<LogReader["scan"]>[0], "debate">) {
    const found = await reader.scan({ debate, ...range });
    await context.onRead(found.items);
    return found;
  }

  async function load(since: number): Promise<LogView> {
    const { items, before } = await read({ after: since, atEnd: since === 0 });
    // The log has not reached this place, or no longer has it: read from the start.
    if (since > 0 && !before && !items[0]) return load(0);
    const loaded = createView(since, since);
    for (const item of [...(before ? [before] : []), ...items]) absorb(loaded, item);
    const last = items.at(-1) ?? before;
    if (last && (await mayHaveLostDeltas(reader, debate, last))) passLost(loaded);
    return loaded;
  }

  /** Deltas at the end of a log expire too. Their ids may have been seen, so none of them is given away again. */
  function passLost(known: LogView): void {
    known.run = { from: known.run?.from ?? known.head + 1, until: 0 };
    known.head += MOST_DELTAS;
  }

  /** The view, made to reach down to `since`. */
  async function viewFrom(since: number): Promise<LogView> {
    if (!view || !isFresh(view)) view = isTriedFirst(since) ? createView(0, 0) : await load(since);
    else if (view.base > since) await readBelow(view, since);
    usedAt = Date.now();
    return view;
  }

  const isFresh = ({ keys }: LogView) => Date.now() - usedAt < VIEW_LASTS && keys.size < MOST_KEYS;

  /** What lies between `since` and the view. */
  async function readBelow(known: LogView, since: number): Promise<void> {
    const { items } = await read({ after: since, atEnd: since === 0, upTo: known.base });
    absorbBelow(known, items, since);
  }

  /** Nothing stands below the first place, so a put there needs no read: a log that has begun refuses it. */
  const isTriedFirst = (since: number) => since === 0 && unanswered === 0;

  /** Others have written. A view from which nothing was read is loaded as any other. */
  async function catchUp(known: LogView): Promise<void> {
    if (known.head > 0) return readOthers(known);
    view = await load(0);
    context.onOthers();
  }

  async function readOthers(known: LogView): Promise<void> {
    const { items } = await read({ after: known.head, atEnd: true });
    for (const item of items) absorb(known, item);
    if (items.length > 0) context.onOthers();
  }

  /** A log of which nothing was read yet is not read for it. */
  async function look(): Promise<void> {
    const waiting = lookers;
    lookers = [];
    try {
      if (view && isFresh(view) && view.head > 0) await readOthers(view);
      for (const { resolve } of waiting) resolve();
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  async function step(): Promise<void> {
    const known = await viewFrom(queue.since());
    const batch = queue.next(known);
    if (batch.length === 0) return;
    const item = itemAbove(known, batch);
    const outcome = await tryPut(item, batch);
    if (outcome === "written") return succeed(item, known, batch);
    if (outcome === "lost") await catchUp(known);
  }

  function itemAbove({ head, run: below }: LogView, events: Waiting[]): NewItem {
    const putAt = Math.floor(Date.now() / 1000);
    return {
      pk: debateKey(debate),
      first: head + 1,
      events,
      below,
      putAt,
      ...(holdsDeltas({ events })
        ? { expiresAt: putAt + context.deltasKept }
        : { wordsUntil: putAt + context.deltasKept }),
    };
  }

  /** Unwritten events that may be retried go back to the front of the queue. */
  async function tryPut(item: NewItem, batch: Waiting[]): Promise<"written" | "lost" | "unknown" | "refused"> {
    try {
      const outcome = (await putLogItem(table, item)) ? "written" : "lost";
      unanswered = 0;
      if (outcome === "lost") queue.putBack(batch);
      return outcome;
    } catch (error) {
      // The item may exist or not: only reading can show it.
      view = null;
      return afterFault(error, batch);
    }
  }

  async function afterFault(error: unknown, batch: Waiting[]): Promise<"unknown" | "refused"> {
    if (isPassing(error) && ++unanswered < PUT_TRIES) {
      queue.putBack(batch);
      await sleep(RETRY_MS);
      return "unknown";
    }
    unanswered = 0;
    queue.fail(error, batch);
    return "refused";
  }

  function succeed(item: NewItem, known: LogView, batch: Waiting[]): void {
    absorb(known, written(item));
    queue.settle(batch, known.head);
    context.onWritten(item);
  }

  async function run(): Promise<void> {
    running = true;
    await sleep(GATHER_MS);
    while (!queue.isEmpty() || lookers.length > 0) {
      if (lookers.length > 0) await look();
      else await step().catch((error: unknown) => queue.fail(error));
    }
    running = false;
  }

  return {
    append(input: AppendInput): Promise<AppendResult> {
      const done = queue.add(input);
      if (!running) void run();
      return done;
    },
    /** Reads what others have written since this process looked last. */
    catchUp(): Promise<void> {
      const looker = Promise.withResolvers<void>();
      lookers.push(looker);
      if (!running) void run();
      return looker.promise;
    },
    isIdle: () => !running,
  };
}

function written({ first, events, below = null, expiresAt }: NewItem): KnownItem {
  return {
    first,
    deltas: holdsDeltas({ events }),
    below,
    ...(expiresAt !== undefined && { expiresAt }),
    last: first + events.length - 1,
    keys: events.map((event) => event.key),
    terminal: events.some(({ event }) => isTerminalEvent(event.type)),
  };
}
