/** Reports requests and event streams to the meter of `infra/observe`. */
import { createMiddleware } from "hono/factory";
import type { AppEnv, Meter } from "../base/context.api-base.ts";
import { routeOf } from "../http/request-facts.ts";

export const NO_METER: Meter = {
  request() {},
  streamOpened: () => () => {},
  delivered() {},
  expose: async () => ({ contentType: "text/plain; version=0.0.4; charset=utf-8", text: "" }),
};

export function createRequestMeter(meter: Meter) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const started = performance.now();
    await next();
    const { method } = c.req;
    meter.request({ method, route: routeOf(c), status: c.res.status, ms: performance.now() - started });
  });
}

/** Passes events on and measures their delay; events from before the stream began do not count. */
export async function* metered<T extends { at: string }>(
  batches: AsyncIterable<readonly T[]>,
  meter: Meter,
): AsyncGenerator<readonly T[]> {
  const closed = meter.streamOpened();
  const openedAt = Date.now();
  try {
    for await (const events of batches) {
      for (const { at } of events) {
        const happenedAt = Date.parse(at);
        if (happenedAt >= openedAt) meter.delivered(Math.max(0, Date.now() - happenedAt));
      }
      yield events;
    }
  } finally {
    closed();
  }
}
