/** Events as the bytes of their frames, written once for all readers that are shown the same. */
import type { LogEvent } from "../../domain/play/events/events.ts";
import { frameOf } from "../http/sse.http.ts";
import { type EventFilter, viewIn } from "./view.event-api.ts";

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
