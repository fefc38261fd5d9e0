/** Answers with server-sent events, under the limits that all streams share. */
import type { Context } from "hono";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { AppEnv } from "../base/context.api-base.ts";
import { placeOf } from "../base/place.api-base.ts";
import type { Services } from "../base/services.ts";
import { requestFacts } from "../http/request-facts.ts";
import { EVENT_STREAM, type SseInput } from "../http/sse.http.ts";
import { wholeNumber } from "../openapi/openapi.ts";

type Circumstances = Pick<SseInput, "signal" | "onEnd" | "onError">;

/** `open` is not called for HEAD. Throws `rate-limited` if the caller has too many streams. */
export function answerStream(
  c: Context<AppEnv>,
  services: Services,
  open: (circumstances: Circumstances) => ReadableStream<Uint8Array>,
): Response {
  c.header("Content-Type", EVENT_STREAM);
  c.header("X-Accel-Buffering", "no");
  if (c.req.method === "HEAD") return c.body(null, 200);
  const onEnd = services.streams.take(c.get("caller"));
  const signal = ending(services.leaving(c), services.settings.streamMaxMs);
  const onError = (error: unknown) =>
    services.logger.error(
      { ...requestFacts(c), error: (error as Error).name, place: placeOf(error) },
      "an event stream failed",
    );
  return c.body(open({ signal, onEnd, onError }), 200);
}

/** Ends the stream between two events before the host would cut it off. */
function ending(leaving: AbortSignal, maxMs: number | undefined): AbortSignal {
  return maxMs === undefined ? leaving : AbortSignal.any([leaving, AbortSignal.timeout(maxMs)]);
}

export const PLACE = wholeNumber({
  min: 0,
  max: Number.MAX_SAFE_INTEGER,
  default: 0,
  description: "Only events after this id",
});

/** The last event of a reconnecting browser; undefined if it sends none. */
export function lastEventId(c: Context<AppEnv>): number | undefined {
  const header = c.req.header("last-event-id");
  if (header === undefined || header === "") return undefined;
  const parsed = PLACE.safeParse(header);
  if (parsed.success) return parsed.data;
  const errors = [{ pointer: "/Last-Event-ID", detail: "must be the id of an event" }];
  throw new ParleyError("invalid-request", "the header Last-Event-ID is not valid", { errors });
}
