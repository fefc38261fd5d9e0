/**
 * The log as server-sent events (docs/design/api.md#24-event-log). Every event is sent at once; comments keep the
 * connection open; when the reader leaves, following stops.
 */
import { isTerminalEvent, type LogEvent } from "../../domain/events/events.ts";
import { type EventFilter, type EventView, viewIn } from "./view.ts";

const HEARTBEAT_MS = 15_000;
const RETRY = "retry: 1000\n\n";

export interface StreamInput extends EventFilter {
  /** Events after the reader's last one, until the terminal one or until the signal aborts. */
  follow(signal: AbortSignal): AsyncIterable<LogEvent>;
  /** Aborts when the server closes or the reader leaves. */
  signal: AbortSignal;
  /** Resolves when the stored debate is over. The terminal event is sent after that. */
  ended(): Promise<void>;
  /** Called when the stream ends or its reader leaves, possibly more than once. */
  onEnd?(): void;
  heartbeatMs?: number;
  onError(error: unknown): void;
}

export function eventStream(input: StreamInput): ReadableStream<Uint8Array> {
  const left = new AbortController();
  const signal = AbortSignal.any([input.signal, left.signal]);
  const frames = framesOf(input, signal);
  const encoder = new TextEncoder();
  const end = () => {
    input.signal.removeEventListener("abort", end);
    input.onEnd?.();
  };
  // A reader that has left may never read or cancel.
  input.signal.addEventListener("abort", end);
  if (input.signal.aborted) end();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await frames.next().catch((error: unknown) => {
        end();
        throw error;
      });
      if (!done) return controller.enqueue(encoder.encode(value));
      end();
      controller.close();
    },
    // Aborting ends a pending read of the log; `return` alone would wait for the next event.
    async cancel() {
      end();
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
      if (isLast) await input.ended();
      const view = viewIn(came.value, input);
      if (view) yield frameOf(view);
      if (isLast) return;
      next = events.next();
    }
  } catch (error) {
    if (!signal.aborted) input.onError(error);
  } finally {
    await events.return?.();
  }
  // The debate continues: the reader reconnects for the rest.
  yield RETRY;
}

function frameOf(view: EventView): string {
  return `id: ${view.id}\nevent: ${view.type}\ndata: ${JSON.stringify(view)}\n\n`;
}

const QUIET = Symbol("quiet");

async function within<T>(promise: Promise<T>, ms: number): Promise<T | typeof QUIET> {
  const { promise: quiet, resolve } = Promise.withResolvers<typeof QUIET>();
  const timer = setTimeout(resolve, ms, QUIET);
  return Promise.race([promise, quiet]).finally(() => clearTimeout(timer));
}
