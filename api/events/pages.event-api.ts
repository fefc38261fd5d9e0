/** Reads the event log: all of it, or a filtered page for JSON readers. */
import { isTerminalEvent, type LogEvent } from "../../domain/play/events/events.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import type { EventLog } from "../../store/port/log.port.ts";
import { type EventFilter, type EventView, viewIn } from "./view.event-api.ts";

const CHUNK = 1_000;
/** A page reads at most this many chunks, even if few events pass its filter. */
const MOST_CHUNKS = 10;

export interface PageQuery extends EventFilter {
  log: EventLog;
  debate: DebateKey;
  after: number;
  limit: number;
}

/** `nextAfter` is the last id that was read: even a short or empty page can have more behind it. */
export async function readPage(
  query: PageQuery,
): Promise<{ items: EventView[]; nextAfter: number; terminal: boolean }> {
  const { log, debate, limit } = query;
  const items: EventView[] = [];
  let nextAfter = query.after;
  for (let chunk = 0; chunk < MOST_CHUNKS; chunk++) {
    const page = await log.read({ debate, after: nextAfter, limit: CHUNK });
    for (const event of page.events) {
      const view = viewIn(event, query);
      if (view) items.push(view);
      nextAfter = event.id;
      const terminal = isTerminalEvent(event.type);
      if (terminal || items.length === limit) return { items, nextAfter, terminal };
    }
    // Fewer than asked for are all there are.
    if (page.events.length < CHUNK) return { items, nextAfter, terminal: page.terminal };
  }
  return { items, nextAfter, terminal: false };
}

/** The whole log without text chunks: `turn.completed` has the text, and chunks are deleted after a while. */
export async function readLog(log: EventLog, debate: DebateKey): Promise<LogEvent[]> {
  const kept: LogEvent[] = [];
  let after = 0;
  for (;;) {
    const { events } = await log.read({ debate, after, limit: CHUNK });
    const last = events.at(-1);
    if (!last) return kept;
    kept.push(...events.filter((event) => event.type !== "turn.delta"));
    after = last.id;
    if (isTerminalEvent(last.type)) return kept;
  }
}
