/**
 * A collector of OpenTelemetry: takes traces and metrics by OTLP over HTTP, and shows those in JSON flat. Of Protobuf it
 * keeps the text alone.
 */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

type Value = string | number | boolean | Value[];
type Attributes = Record<string, Value>;

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  /** Empty: it has none. */
  parentSpanId: string;
  name: string;
  attributes: Attributes;
  events: { name: string; attributes: Attributes }[];
  /** 0 unset, 1 ok, 2 error */
  status: { code: number; message?: string };
  service: Value | undefined;
}

export interface CollectedPoint {
  name: string;
  attributes: Attributes;
  /** Of a counter or a gauge. */
  value?: number;
  count?: number;
  sum?: number;
  bounds?: number[];
  buckets?: number[];
}

export interface Collector {
  url: string;
  spans: CollectedSpan[];
  /** Of the newest export alone: metrics are sums since the start. */
  points: CollectedPoint[];
  /** Of the newest export of each process, by its `service.instance.id`. */
  instances: Map<string, CollectedPoint[]>;
  /** Everything as it came, to look for what must not be there. */
  texts: string[];
  headers: IncomingHttpHeaders[];
  stop(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      collector.texts.push(text);
      collector.headers.push(request.headers);
      const isJson = request.headers["content-type"] === "application/json";
      if (isJson && request.url === "/v1/traces") collector.spans.push(...spansOf(JSON.parse(text) as OtlpTraces));
      else if (isJson && request.url === "/v1/metrics") takeMetrics(JSON.parse(text) as OtlpMetrics);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const takeMetrics = (metrics: OtlpMetrics) => {
    collector.points = pointsOf(metrics);
    for (const each of metrics.resourceMetrics) {
      const instance = String(attributesOf(each.resource.attributes)["service.instance.id"]);
      collector.instances.set(instance, pointsOf({ resourceMetrics: [each] }));
    }
  };
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    points: [],
    instances: new Map(),
    texts: [],
    headers: [],
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return collector;
}

interface OtlpValue {
  stringValue?: string;
  boolValue?: boolean;
  intValue?: number | string;
  doubleValue?: number;
  arrayValue?: { values?: OtlpValue[] };
}
type OtlpAttributes = { key: string; value: OtlpValue }[];
interface OtlpResource {
  resource: { attributes: OtlpAttributes };
}

interface OtlpTraces {
  resourceSpans: (OtlpResource & {
    scopeSpans: {
      spans: (Omit<CollectedSpan, "attributes" | "events" | "service" | "parentSpanId"> & {
        parentSpanId?: string;
        attributes: OtlpAttributes;
        events?: { name: string; attributes: OtlpAttributes }[];
      })[];
    }[];
  })[];
}

interface OtlpPoint {
  attributes: OtlpAttributes;
  asDouble?: number;
  asInt?: number | string;
  count?: number | string;
  sum?: number;
  explicitBounds?: number[];
  bucketCounts?: (number | string)[];
}

interface OtlpMetrics {
  resourceMetrics: (OtlpResource & {
    scopeMetrics: {
      metrics: ({ name: string } & Partial<Record<"sum" | "gauge" | "histogram", { dataPoints: OtlpPoint[] }>>)[];
    }[];
  })[];
}

function spansOf({ resourceSpans }: OtlpTraces): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = attributesOf(resource.attributes)["service.name"];
    return scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ traceId, spanId, parentSpanId = "", name, attributes, events = [], status }) => {
        const flat = events.map((event) => ({ name: event.name, attributes: attributesOf(event.attributes) }));
        const own = { attributes: attributesOf(attributes), events: flat };
        return { traceId, spanId, parentSpanId, name, status, service, ...own };
      });
  });
}

function pointsOf({ resourceMetrics }: OtlpMetrics): CollectedPoint[] {
  const metrics = resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
  return metrics.flatMap(({ name, sum, gauge, histogram }) => [
    ...[...(sum?.dataPoints ?? []), ...(gauge?.dataPoints ?? [])].map((point) => ({
      name,
      attributes: attributesOf(point.attributes),
      value: Number(point.asDouble ?? point.asInt),
    })),
    ...(histogram?.dataPoints ?? []).map((point) => ({
      name,
      attributes: attributesOf(point.attributes),
      count: Number(point.count),
      sum: point.sum ?? 0,
      bounds: point.explicitBounds ?? [],
      buckets: (point.bucketCounts ?? []).map(Number),
    })),
  ]);
}

function attributesOf(attributes: OtlpAttributes): Attributes {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, valueOf(value)]));
}

function valueOf({ stringValue, boolValue, intValue, doubleValue, arrayValue }: OtlpValue): Value {
  if (arrayValue) return (arrayValue.values ?? []).map(valueOf);
  return stringValue ?? boolValue ?? doubleValue ?? Number(intValue);
}
