/** `awslambda`, the global of Lambda's Node runtime for streaming functions. */
import type { Writable } from "node:stream";

export type StreamingHandler = (event: object, stream: Writable, context: object) => Promise<void>;

declare const awslambda: { streamifyResponse(handler: StreamingHandler): StreamingHandler };

/**
 * Runs `after` after each response. The caller does not wait for it, but the runtime does before it freezes the
 * process. `after` must not reject, or the response is lost.
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
