/** Server-sent events: every frame is sent at once; comments keep the connection open; when the reader leaves, following stops. */

const HEARTBEAT_MS = 15_000;
/** The first frame, and the last one of a stream that a reader should open again. */
export const RETRY = "retry: 1000\n\n";
export const EVENT_STREAM = "text/event-stream";

export interface SseInput {
  /** Frames until the end, or until the signal aborts. */
  frames(signal: AbortSignal): AsyncIterable<string>;
  /** Aborts when the server closes or the reader leaves. */
  signal: AbortSignal;
  /** Called when the stream ends or its reader leaves, possibly more than once. */
  onEnd?: (() => void) | undefined;
  heartbeatMs?: number | undefined;
  /** False: its readers know no `retry`, and do not open it again by themselves. */
  isReopened?: boolean;
  onError(error: unknown): void;
}

export function sseStream(input: SseInput): ReadableStream<Uint8Array> {
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
    // Aborting ends a pending read; `return` alone would wait for the next frame.
    async cancel() {
      end();
      left.abort();
      await frames.return();
    },
  });
}

export function frameOf(event: { id: number; type: string }): string {
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

async function* framesOf(input: SseInput, signal: AbortSignal): AsyncGenerator<string, void> {
  if (input.isReopened !== false) yield RETRY;
  const frames = input.frames(signal)[Symbol.asyncIterator]();
  try {
    let next = frames.next();
    for (;;) {
      const came = await within(next, input.heartbeatMs ?? HEARTBEAT_MS);
      if (came === QUIET) {
        yield ": still here\n\n";
        continue;
      }
      if (came.done) return;
      yield came.value;
      next = frames.next();
    }
  } catch (error) {
    if (!signal.aborted) input.onError(error);
  } finally {
    await frames.return?.();
  }
  if (input.isReopened !== false) yield RETRY;
}

const QUIET = Symbol("quiet");

async function within<T>(promise: Promise<T>, ms: number): Promise<T | typeof QUIET> {
  const { promise: quiet, resolve } = Promise.withResolvers<typeof QUIET>();
  const timer = setTimeout(resolve, ms, QUIET);
  return Promise.race([promise, quiet]).finally(() => clearTimeout(timer));
}
