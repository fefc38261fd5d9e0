import { expect, test } from "vitest";
import { createMetrics } from "../../../infra/metrics/index.ts";
import { startTelemetry } from "../../../infra/telemetry/index.ts";
import { eventually } from "../../support/eventually.ts";
import { type CollectedPoint, startCollector } from "../../support/servers/collector.ts";

const SETTINGS = { protocol: "http/json", headers: {}, serviceName: "parley", captureContent: false } as const;

/** What a page of Prometheus text says, as OTLP would: counters and gauges by name, histograms with their buckets. */
function pointsOf(text: string): CollectedPoint[] {
  const kinds = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", kind = ""]) => [name, kind]));
  const samples = [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = "", labels = "", value]) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = "", each = ""]) => [key, each])),
    value: Number(value),
  }));
  return [...kinds].flatMap(([name, kind]): CollectedPoint[] => {
    if (kind !== "histogram")
      return samples
        .filter((sample) => sample.name === name)
        .map(({ labels, value }) => ({ name, attributes: labels, value }));
    return samples
      .filter((sample) => sample.name === `${name}_count`)
      .map(({ labels: attributes, value: count }) => {
        const series = samples.filter(({ labels }) => same(withoutBound(labels), attributes));
        const upTo = series.filter((sample) => sample.name === `${name}_bucket`);
        return {
          name,
          attributes,
          count,
          sum: series.find((sample) => sample.name === `${name}_sum`)?.value ?? Number.NaN,
          bounds: upTo.map(({ labels }) => Number(labels["le"])).filter(Number.isFinite),
          buckets: upTo.map(({ value }, i) => value - (upTo[i - 1]?.value ?? 0)),
        };
      });
  });
}

function withoutBound(labels: Record<string, string>): object {
  return Object.fromEntries(Object.entries(labels).filter(([label]) => label !== "le"));
}

function same(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function own(points: CollectedPoint[]): CollectedPoint[] {
  const key = ({ name, attributes }: CollectedPoint) => `${name} ${JSON.stringify(attributes)}`;
  return points.filter(({ name }) => name.startsWith("parley_")).toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

test("A collector gets the numbers that Prometheus reads, under the same names.", async () => {
  await using open = new AsyncDisposableStack();
  const collector = open.adopt(await startCollector(), (it) => it.stop());
  const metrics = createMetrics();
  const { registry, meter } = metrics;
  const settings = { ...SETTINGS, endpoint: collector.url, metricIntervalMs: 60_000 };
  const logger = { warn() {} };
  const telemetry = open.adopt(await startTelemetry(settings, { registry, logger, version: "1" }), (it) => it.stop());

  for (const ms of [0.4, 3, 3, 40, 70_000]) meter.request({ method: "GET", route: "/v1/debates", status: 200, ms });
  meter.request({ method: "POST", route: "/v1/debates", status: 422, ms: 12 });
  meter.delivered(7);
  const closed = meter.streamOpened();
  meter.streamOpened();
  closed();
  const spend = { inputTokens: 100, cachedInputTokens: 40, outputTokens: 20, reasoningTokens: 0, calls: 1 };
  const reply = { text: "x", spend: { ...spend, costMicroUsd: 750 }, model: "x", latencyMs: 900, firstTokenMs: 300 };
  const models = metrics.models(telemetry.models({ complete: async () => reply }));
  const model = { provider: "openai", model: "gpt-5.5" };
  const signal = new AbortController().signal;
  await models.complete({ model, system: "", messages: [], maxOutputTokens: 1, timeoutMs: 1, silenceMs: 1, signal });
  await telemetry.flush();

  const sent = own(collector.points);
  expect(sent).toEqual(own(pointsOf((await meter.expose()).text)));
  const cost = sent.find(({ name }) => name === "parley_model_cost_usd_total");
  expect(cost).toEqual({ name: "parley_model_cost_usd_total", attributes: model, value: 0.00075 });
  const requests = sent.find(({ attributes }) => attributes["method"] === "GET");
  expect(requests).toMatchObject({ count: 5, buckets: [1, 2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1] });
});

test("Metrics are sent by themselves, again and again.", async () => {
  await using open = new AsyncDisposableStack();
  const collector = open.adopt(await startCollector(), (it) => it.stop());
  const { registry } = createMetrics();
  const settings = { ...SETTINGS, endpoint: collector.url, metricIntervalMs: 100 };
  open.adopt(await startTelemetry(settings, { registry, logger: { warn() {} }, version: "1" }), (it) => it.stop());
  await eventually(() => collector.texts.length).toBeGreaterThan(1);
});
