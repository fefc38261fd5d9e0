/** `awslambda`, the global of Lambda's Node runtime with which functions with streamed answers are made. */
import type { Writable } from "node:stream";

export type StreamingHandler = (event: object, stream: Writable, context: object) => Promise<void>;

declare const awslambda: { streamifyResponse(handler: StreamingHandler): StreamingHandler };

/**
 * The same function with something to do after each answer. The caller does not wait for it, but the runtime does: it
 * freezes the process when the handler has ended, and `after` never rejects, since that would spoil the answer.
 */
export function withAfter(handler: StreamingHandler, after: () => Promise<void>): StreamingHandler {
  return awslambda.streamifyResponse(async (event, stream, context) => {
    try {
      await handler(event, stream, context);
    } finally {
      await after();
    }
  });
}
