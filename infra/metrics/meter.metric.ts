import type { Meter } from "../../api/base/context.api-base.ts";
import type { Instruments } from "./instruments.metric.ts";

/** Clients may send any method; unknown ones count together. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

export function createMeter({ registry, requests, streams, delivery }: Instruments): Meter {
  return {
    request({ method, route, status, ms }) {
      const labels = { method: METHODS.has(method) ? method : "other", route, status: `${Math.floor(status / 100)}xx` };
      requests.observe(labels, ms / 1_000);
    },
    streamOpened() {
      streams.inc();
      return () => streams.dec();
    },
    delivered: (lagMs) => delivery.observe(lagMs / 1_000),
    expose: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}
