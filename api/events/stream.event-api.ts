/** The log as server-sent events (docs/design/api.md#24-event-log). */
import { isTerminalEvent, type LogEvent } from "../../domain/play/events/events.ts";
import { RETRY, type SseInput, sseStream } from "../http/sse.http.ts";
import { framesOf } from "./frames.event-api.ts";
import type { EventFilter } from "./view.event-api.ts";

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
