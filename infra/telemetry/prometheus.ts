/** Exports Prometheus's metrics to OpenTelemetry, so that nothing is counted twice and names are equal. */
import type { Attributes, HrTime } from "@opentelemetry/api";
import { ValueType } from "@opentelemetry/api";
import { hrTime } from "@opentelemetry/core";
import { emptyResource } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type HistogramMetricData,
  type MetricData,
  type MetricProducer,
} from "@opentelemetry/sdk-metrics";
import type { MetricObjectWithValues, MetricValue, MetricValueWithName, Registry } from "prom-client";

type Counted = MetricObjectWithValues<MetricValue<string>>;
type Sample = MetricValue<string> | MetricValueWithName<string>;

interface Period {
  startTime: HrTime;
  endTime: HrTime;
}

export function prometheusProducer(registry: Registry): MetricProducer {
  const startTime = hrTime();
  return {
    async collect() {
      const period = { startTime, endTime: hrTime() };
      const counted = await registry.getMetricsAsJSON();
      const metrics = counted.flatMap((each) => metricOf(each, period) ?? []);
      const scopeMetrics = [{ scope: { name: "parley" }, metrics }];
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] };
    },
  };
}

/** null: OpenTelemetry has no such kind (summaries). */
function metricOf(counted: Counted, period: Period): MetricData | null {
  const { name, help: description, values } = counted;
  const common = {
    descriptor: { name, description, unit: "", valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  // The library's types use a numeric enum, its values are words.
  const kind = String(counted.type);
  if (kind === "histogram")
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: spread(values, period) };
  const dataPoints = values.map(({ value, labels }) => ({ ...period, attributes: attributesOf(labels), value }));
  if (kind === "counter") return { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
  return kind === "gauge" ? { ...common, dataPointType: DataPointType.GAUGE, dataPoints } : null;
}

type Spread = HistogramMetricData["dataPoints"];

/** One point per set of labels. */
function spread(samples: Sample[], period: Period): Spread {
  const series = Map.groupBy(samples, ({ labels }) => JSON.stringify(attributesOf(labels)));
  return [...series.values()].map((each) => pointOf(each, period));
}

function pointOf(samples: Sample[], period: Period): DataPoint<Spread[number]["value"]> {
  const named = (suffix: string) =>
    samples.filter((sample) => "metricName" in sample && sample.metricName?.endsWith(suffix));
  const buckets = named("_bucket");
  const upTo = buckets.map(({ value }) => value);
  return {
    ...period,
    attributes: attributesOf(samples[0]?.labels ?? {}),
    value: {
      buckets: {
        // The last bucket is +Inf.
        boundaries: buckets.slice(0, -1).map(({ labels }) => Number(labels["le"])),
        counts: upTo.map((count, i) => count - (upTo[i - 1] ?? 0)),
      },
      sum: named("_sum")[0]?.value ?? 0,
      count: named("_count")[0]?.value ?? 0,
    },
  };
}

/** `le` is a bucket's upper bound, not a label. */
function attributesOf(labels: Sample["labels"]): Attributes {
  return Object.fromEntries(Object.entries(labels).filter(([name]) => name !== "le"));
}
