/** All requests of this process that wait for the same debate share its reads. */
import type { DebateRecord } from "../../store/port/debates.port.ts";

/** Milliseconds before a read: few after a change, more while nothing happens. */
const PAUSE = { shortest: 25, longest: 500 } as const;

type Key = Pick<DebateRecord, "tenant" | "id">;
type Read = (key: Key) => Promise<DebateRecord>;

/** One debate and its waiting requests. */
interface Watch {
  join(): void;
  next(): Promise<DebateRecord>;
  /** As `next`, by a read that begins after this call. */
  fresh(): Promise<DebateRecord>;
  /** True when no request waits any more. */
  leave(): boolean;
}

export interface SharedPolls {
  /** Joins the reads of a debate until disposed. The next read comes within 25 ms. */
  join(key: Key): Disposable & Pick<Watch, "next" | "fresh">;
}

/** A read that fails, fails for all requests that wait for it. */
export function createSharedPolls(read: Read): SharedPolls {
  const watches = new Map<string, Watch>();
  return {
    join({ tenant, id }) {
      const name = JSON.stringify([tenant, id]);
      const watch = watches.get(name) ?? createWatch(() => read({ tenant, id }));
      watches.set(name, watch);
      watch.join();
      return {
        next: () => watch.next(),
        fresh: () => watch.fresh(),
        [Symbol.dispose]: () => void (watch.leave() && watches.delete(name)),
      };
    },
  };
}

function createWatch(load: () => Promise<DebateRecord>): Watch {
  let waiting = 0;
  let pause: number = PAUSE.shortest;
  let version: number | null = null;
  let pending: Promise<DebateRecord> | null = null;
  let isReading = false;
  let nap: { timer: NodeJS.Timeout; at: number; over: () => void } | null = null;

  /** Replaces the pending timer. */
  function sleep(ms: number, over: () => void): void {
    clearTimeout(nap?.timer);
    nap = { timer: setTimeout(over, ms), at: performance.now() + ms, over };
  }

  async function readOnce(): Promise<DebateRecord> {
    await new Promise<void>((over) => sleep(pause, over));
    nap = null;
    isReading = true;
    try {
      const record = await load();
      pause = record.version === version ? Math.min(PAUSE.longest, pause * 1.5) : PAUSE.shortest;
      version = record.version;
      return record;
    } finally {
      isReading = false;
      pending = null;
    }
  }

  const next = () => (pending ??= readOnce());
  return {
    join() {
      waiting++;
      if (nap && nap.at > performance.now() + PAUSE.shortest) sleep(PAUSE.shortest, nap.over);
    },
    next,
    async fresh() {
      if (isReading) await pending?.catch(() => null);
      return next();
    },
    leave() {
      if (--waiting > 0) return false;
      clearTimeout(nap?.timer);
      return true;
    },
  };
}
