/** What the API tells whoever counts: its requests and its event streams. `infra/metrics` makes numbers of it. */
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./context.ts";
import { routeOf } from "./request-facts.ts";

interface MeteredRequest {
  method: string;
  /** The route's template, never the raw path: callers could make up any number of those. */
  route: string;
  status: number;
  /** Until the answer's head was ready; a stream goes on after it. */
  ms: number;
}

export interface Meter {
  request(request: MeteredRequest): void;
  /** An event stream begins; what it gives back is called at its end. */
  streamOpened(): () => void;
  /** An event reached a stream so many milliseconds after it happened. */
  delivered(lagMs: number): void;
  /** All that was counted in this process, in Prometheus' text format. */
  expose(): Promise<{ contentType: string; text: string }>;
}

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

/** The same events, counted. Those from before the stream began are history: they say nothing of our own delay. */
export async function* metered<T extends { at: string }>(events: AsyncIterable<T>, meter: Meter): AsyncGenerator<T> {
  const closed = meter.streamOpened();
  const openedAt = Date.now();
  try {
    for await (const event of events) {
      const happenedAt = Date.parse(event.at);
      if (happenedAt >= openedAt) meter.delivered(Math.max(0, Date.now() - happenedAt));
      yield event;
    }
  } finally {
    closed();
  }
}
