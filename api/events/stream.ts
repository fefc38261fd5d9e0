/** The log as server-sent events (docs/design/api.md#24-event-log). */
import { isTerminalEvent, type LogEvent } from "../../domain/events/events.ts";
import { frameOf, RETRY, type SseInput, sseStream } from "../http/sse.ts";
import { type EventFilter, viewIn } from "./view.ts";

export interface StreamInput extends EventFilter, Omit<SseInput, "frames"> {
  /** Events after the reader's last one, until the terminal one or until the signal aborts. */
  follow(signal: AbortSignal): AsyncIterable<LogEvent>;
  /** Resolves when the stored debate is over. The terminal event is sent after that. */
  ended(): Promise<unknown>;
}

export function eventStream(input: StreamInput): ReadableStream<Uint8Array> {
  return sseStream({ ...input, frames: (signal) => framesOf(input, signal) });
}

async function* framesOf(input: StreamInput, signal: AbortSignal): AsyncGenerator<string, void> {
  for await (const event of input.follow(signal)) {
    const isLast = isTerminalEvent(event.type);
    if (isLast) await input.ended();
    const view = viewIn(event, input);
    if (view) yield frameOf(view);
    if (isLast) return;
  }
  // The debate continues: the reader reconnects for the rest.
  yield RETRY;
}
