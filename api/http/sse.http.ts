/** Server-sent events: every frame is sent at once; comments keep the connection open; when the reader leaves, following stops. */

const HEARTBEAT_MS = 15_000;
/** The first frame, and the last one of a stream that a reader should open again. */
export const RETRY = "retry: 1000\n\n";
export const EVENT_STREAM = "text/event-stream";

export interface SseInput {
  /** Frames until the end, or until the signal aborts. Bytes may be shared with other readers. */
  frames(signal: AbortSignal): AsyncIterable<string | Uint8Array>;
  /** Aborts when the server closes or the reader leaves. */
  signal: AbortSignal;
  /** Called when the stream ends or its reader leaves, possibly more than once. */
  onEnd?: (() => void) | undefined;
  heartbeatMs?: number | undefined;
  /** False: its readers know no `retry`, and do not open it again by themselves. */
  isReopened?: boolean;
  onError(error: unknown): void;
}

const encoder = new TextEncoder();
const QUIET = encoder.encode(": still here\n\n");

/** A frame is asked for when the reader has taken the one before it, so a slow reader holds one. */
export function sseStream(input: SseInput): ReadableStream<Uint8Array> {
  const left = new AbortController();
  const signal = AbortSignal.any([input.signal, left.signal]);
  const frames = framesOf(input, signal);
  let taken = () => {};
  let isWanted = false;
  const end = () => {
    input.signal.removeEventListener("abort", end);
    input.onEnd?.();
  };

  /** Until the reader wants more. */
  function wanted(): Promise<void> | undefined {
    if (isWanted) return undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    taken = resolve;
    return promise;
  }

  async function send(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const give = (bytes: Uint8Array) => {
      isWanted = false;
      heart.refresh();
      controller.enqueue(bytes);
    };
    const heart = setInterval(() => isWanted && give(QUIET), input.heartbeatMs ?? HEARTBEAT_MS);
    left.signal.addEventListener("abort", () => clearInterval(heart));
    try {
      await wanted();
      for await (const frame of frames) {
        // Meanwhile a comment may have gone.
        await wanted();
        if (left.signal.aborted) return;
        give(typeof frame === "string" ? encoder.encode(frame) : frame);
        await wanted();
      }
      if (!left.signal.aborted) controller.close();
    } finally {
      clearInterval(heart);
      end();
    }
  }

  // A reader that has left may never read or cancel.
  input.signal.addEventListener("abort", end);
  if (input.signal.aborted) end();
  return new ReadableStream({
    start(controller) {
      void send(controller).catch((error: unknown) => {
        if (!left.signal.aborted) controller.error(error);
      });
    },
    pull() {
      isWanted = true;
      taken();
    },
    // Aborting ends a pending read; `return` alone would wait for the next frame.
    cancel() {
      end();
      left.abort();
      taken();
    },
  });
}

export function frameOf(event: { id: number; type: string }): string {
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

async function* framesOf(input: SseInput, signal: AbortSignal): AsyncGenerator<string | Uint8Array, void> {
  if (input.isReopened !== false) yield RETRY;
  try {
    for await (const frame of input.frames(signal)) yield frame;
    return;
  } catch (error) {
    if (!signal.aborted) input.onError(error);
  }
  if (input.isReopened !== false) yield RETRY;
}
