/** The log as server-sent events (docs/design/api.md#24-event-log). */
import { isTerminalEvent, type LogEvent } from "../../domain/play/events/events.ts";
import { frameOf, RETRY, type SseInput, sseStream } from "../http/sse.http.ts";
import { type EventFilter, viewIn } from "./view.event-api.ts";

// Events as the bytes of their frames, written once for all readers that are shown the same.

type Shown = Map<EventFilter["shownOf"], Map<string, Uint8Array | null>>;

/** Bytes last as long as the batch that they were made of, which the log's tail keeps for its readers. */
const written = new WeakMap<readonly LogEvent[], Shown>();
const encoder = new TextEncoder();

/** null when the filter drops all of them. */
export function framesOf(events: readonly LogEvent[], filter: EventFilter): Uint8Array | null {
  const byReader = got(written, events, (): Shown => new Map());
  const byFilter = got(byReader, filter.shownOf, () => new Map<string, Uint8Array | null>());
  return got(byFilter, `${filter.deltas} ${filter.types?.join() ?? ""}`, () => write(events, filter));
}

interface Cache<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

function got<K, V>(cache: Cache<K, V>, key: K, make: () => V): V {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make();
  cache.set(key, made);
  return made;
}

function write(events: readonly LogEvent[], filter: EventFilter): Uint8Array | null {
  const frames = events.flatMap((event) => viewIn(event, filter) ?? []).map(frameOf);
  return frames.length === 0 ? null : encoder.encode(frames.join(""));
}

export interface StreamInput extends EventFilter, Omit<SseInput, "frames"> {
  /** Events after the reader's last one, until the terminal one or until the signal aborts. */
  follow(signal: AbortSignal): AsyncIterable<readonly LogEvent[]>;
  /** Resolves when the stored debate is over. The terminal event is sent after that. */
  ended(): Promise<unknown>;
}

export function eventStream(input: StreamInput): ReadableStream<Uint8Array> {
  return sseStream({ ...input, frames: (signal) => shown(input, signal) });
}

async function* shown(input: StreamInput, signal: AbortSignal): AsyncGenerator<Uint8Array | string, void> {
  for await (const events of input.follow(signal)) {
    const last = events.at(-1);
    if (!last || !isTerminalEvent(last.type)) {
      const frames = framesOf(events, input);
      if (frames) yield frames;
      continue;
    }
    const before = framesOf(events.slice(0, -1), input);
    if (before) yield before;
    await input.ended();
    const end = framesOf([last], input);
    if (end) yield end;
    return;
  }
  // The debate continues: the reader reconnects for the rest.
  yield RETRY;
}
