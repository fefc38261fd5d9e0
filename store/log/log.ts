/** The event log: one appender and one tail per debate in this process, made when they are needed. */

import type { LogEvent } from "../../domain/play/events/events.ts";
import { reachOf } from "../../domain/play/events/keys.events.ts";
import type { DebateKey } from "../port/debates.port.ts";
import type { EventLog, FollowInput } from "../port/log.port.ts";
import type { LearningRecords } from "../records/records.ts";
import { debateKey } from "../table/keys.table.ts";
import type { Table } from "../table/table.ts";
import { type Appender, createAppender } from "./appender.ts";
import type { BufferRoom, EventBatch } from "./event-buffer.ts";
import { learn } from "./learn.ts";
import { LEAST_KEPT } from "./lost-deltas.ts";
import { createLogReader } from "./reader.log.ts";
import { createSlots } from "./slots.ts";
import { createTail, type Tail } from "./tail.ts";

export interface LogOptions {
  table: Table;
  records: LearningRecords;
  /** Seconds for which deltas are kept; a turn's whole text is in its record. */
  deltasKept: number;
  /** Appenders that are kept; busy ones beyond that too. */
  appenders: number;
}

/** Characters of JSON that the tails of a process keep for their followers. */
const TAILS_KEEP = 32_000_000;

export function createLog({ table, records, appenders: most, deltasKept }: LogOptions) {
  const reader = createLogReader(table, records);
  const appenders = new Map<string, Appender>();
  const tails = new Map<string, Tail>();
  const slots = createSlots(table);
  const room: BufferRoom = { used: 0, most: TAILS_KEEP };

  /** The last in the map is the one used last. */
  function appenderOf(debate: DebateKey): Appender {
    const key = debateKey(debate);
    const appender = appenders.get(key) ?? newAppender(debate, key);
    appenders.delete(key);
    appenders.set(key, appender);
    if (appenders.size > most) dropIdle();
    return appender;
  }

  function newAppender(debate: DebateKey, key: string): Appender {
    return createAppender({
      table,
      reader,
      debate,
      deltasKept: Math.max(LEAST_KEPT, Math.ceil(deltasKept)),
      onWritten: (item) => tails.get(key)?.written(item),
      onRead: (items) => learn({ reader, records, debate }, items),
      onOthers: () => tails.get(key)?.wake(),
    });
  }

  function dropIdle(): void {
    for (const [key, appender] of appenders) {
      if (appenders.size <= most) return;
      if (appender.isIdle()) appenders.delete(key);
    }
  }

  function tailOf(debate: DebateKey): Tail {
    const key = debateKey(debate);
    const tail = tails.get(key) ?? createTail({ reader, slots, room, debate, onIdle: () => tails.delete(key) });
    tails.set(key, tail);
    return tail;
  }

  /** What nobody reads has no tail. */
  const batches = ({ debate, after, signal }: FollowInput): AsyncIterable<EventBatch> => ({
    [Symbol.asyncIterator]: () => tailOf(debate).follow(after, signal),
  });

  async function* follow(input: FollowInput): AsyncGenerator<LogEvent> {
    for await (const batch of batches(input))
      for (const event of batch) {
        if (input.signal.aborted) return;
        yield event;
      }
  }

  const log: EventLog = {
    append: async ({ debate, since, events }) => {
      const keys = events.map(({ key }) => key);
      return appenderOf(debate).append({ debate, since: reachOf(keys, since), events });
    },
    async read(input) {
      const { events, terminal } = await reader.page({ ...input, atEnd: input.after === 0 });
      return { events, terminal };
    },
    follow,
    batches,
    async standing({ debate, since, keys }) {
      const after = reachOf(keys, since);
      const { items } = await reader.scan({ debate, after, atEnd: after === 0 });
      const holding = items.filter((item) => item.keys.some((key) => keys.includes(key)));
      const found = await Promise.all(
        holding.map(async (item) => {
          const events = await reader.events(debate, item);
          return events.map((event) => ({ key: item.keys[event.id - item.first] ?? "", event }));
        }),
      );
      return found.flat().filter(({ key }) => keys.includes(key));
    },
    isOver: (debate) => reader.isOver(debate),
  };

  return {
    log,
    /** Reads on in a log that this process writes to. */
    catchUp: async (debate: DebateKey) => appenders.get(debateKey(debate))?.catchUp(),
    forget(debate: DebateKey): void {
      const key = debateKey(debate);
      appenders.delete(key);
      tails.get(key)?.close();
    },
    /** Ends all followers. */
    close(): void {
      for (const tail of tails.values()) tail.close();
    },
  };
}
