/**
 * The log as server-sent events (spec §2.4). Every event is written the moment it comes; comments keep the line open;
 * when the reader leaves, following stops.
 */
import type { LogEvent } from "../domain/events.ts";
import { isTerminalEvent } from "../domain/events.ts";
import { type EventFilter, eventView, passes } from "./event-view.ts";

const HEARTBEAT_MS = 15_000;
const RETRY = "retry: 1000\n\n";

export interface StreamInput extends EventFilter {
  /** Events from where the reader stands, until the terminal one or until the signal aborts. */
  follow(signal: AbortSignal): AsyncIterable<LogEvent>;
  /** Aborts when the server closes or the reader is known to have left. */
  signal: AbortSignal;
  /** Settles when the debate is seen to be over: its terminal event is not told before. */
  shown(): Promise<void>;
  heartbeatMs?: number;
  onError(error: unknown): void;
}

export function eventStream(input: StreamInput): ReadableStream<Uint8Array> {
  const left = new AbortController();
  const signal = AbortSignal.any([input.signal, left.signal]);
  const frames = framesOf(input, signal);
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await frames.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    // Aborting lets a pending read of the log end; `return` alone would wait for the next event.
    async cancel() {
      left.abort();
      await frames.return();
    },
  });
}

async function* framesOf(input: StreamInput, signal: AbortSignal): AsyncGenerator<string, void> {
  yield RETRY;
  const events = input.follow(signal)[Symbol.asyncIterator]();
  try {
    let next = events.next();
    for (;;) {
      const came = await within(next, input.heartbeatMs ?? HEARTBEAT_MS);
      if (came === QUIET) {
        yield ": still here\n\n";
        continue;
      }
      if (came.done) break;
      const isLast = isTerminalEvent(came.value.type);
      if (isLast) await input.shown();
      if (passes(came.value, input)) yield frameOf(came.value);
      if (isLast) return;
      next = events.next();
    }
  } catch (error) {
    if (!signal.aborted) input.onError(error);
  } finally {
    await events.return?.();
  }
  // The debate goes on without us: the reader is to come back for the rest.
  yield RETRY;
}

function frameOf(event: LogEvent): string {
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(eventView(event))}\n\n`;
}

const QUIET = Symbol("quiet");

async function within<T>(promise: Promise<T>, ms: number): Promise<T | typeof QUIET> {
  const { promise: quiet, resolve } = Promise.withResolvers<typeof QUIET>();
  const timer = setTimeout(resolve, ms, QUIET);
  return Promise.race([promise, quiet]).finally(() => clearTimeout(timer));
}
