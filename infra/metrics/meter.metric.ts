import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from "prom-client";
import type { Meter } from "../../api/base/context.api-base.ts";
import type { Instruments } from "./instruments.metric.ts";

/** Clients may send any method; unknown ones count together. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

type Counted = MetricObjectWithValues<MetricValue<string>>;

/** Asks another process for what it has counted; each of its series has a label of its own. */
export type CountedElsewhere = () => Promise<Counted[]>;

export function createMeter(
  { registry, requests, streams, delivery }: Instruments,
  elsewhere: ReadonlySet<CountedElsewhere>,
): Meter {
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
    async expose() {
      const { contentType } = registry;
      if (elsewhere.size === 0) return { contentType, text: await registry.metrics() };
      const counted = await Promise.allSettled([registry.getMetricsAsJSON(), ...[...elsewhere].map((ask) => ask())]);
      const all = counted.flatMap((one) => (one.status === "fulfilled" ? [one.value as Counted[]] : []));
      return { contentType, text: await together(all).metrics() };
    },
  };
}

/** No two processes share a series, so each stands as it is. */
function together(all: Counted[][]) {
  const summed = all.map((metrics) => metrics.map((metric) => ({ ...metric, aggregator: "sum" })));
  return AggregatorRegistry.aggregate(summed);
}
