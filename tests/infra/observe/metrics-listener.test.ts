import { expect, test } from "vitest";
import { createMetrics } from "../../../infra/metrics/index.ts";
import { serveMetrics } from "../../../infra/metrics/listener.ts";
import { ask } from "../../support/page-request.ts";

test("Workers without an API serve their metrics at /metrics, and nothing else.", async () => {
  const { meter } = createMetrics();
  meter.request({ method: "GET", route: "/v1/debates", status: 200, ms: 3 });
  const listener = await serveMetrics({ meter, host: "127.0.0.1", port: 0 });
  try {
    const response = await fetch(listener.url);
    expect(response.headers.get("content-type")).toContain("text/plain; version=0.0.4");
    expect(await response.text()).toContain('route="/v1/debates",status="2xx"} 1');
    const others = [fetch(listener.url.replace("/metrics", "/")), fetch(listener.url, { method: "POST" })];
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([404, 404]);
    const { port } = new URL(listener.url);
    await expect(serveMetrics({ meter, host: "127.0.0.1", port: Number(port) })).rejects.toThrow("EADDRINUSE");
  } finally {
    await listener.stop();
  }
  await expect(fetch(listener.url)).rejects.toThrow();
});

test("Metrics on a loopback address are not for a page whose name leads here.", async () => {
  const { meter } = createMetrics();
  const listener = await serveMetrics({ meter, host: "127.0.0.1", port: 0 });
  const status = async (host: string) => (await ask(listener.url, { headers: { host } })).status;
  try {
    const { port } = new URL(listener.url);
    expect(
      await Promise.all([`evil.example:${port}`, "evil.example", `localhost.evil.example:${port}`].map(status)),
    ).toEqual([403, 403, 403]);
    expect(await Promise.all([`localhost:${port}`, "127.0.0.1:9999"].map(status))).toEqual([200, 200]);
  } finally {
    await listener.stop();
  }
});

test("Two sets of metrics in one process know nothing of each other.", async () => {
  const [one, other] = [createMetrics(), createMetrics()];
  one.meter.delivered(20);
  expect((await one.meter.expose()).text).toContain("parley_event_delivery_lag_seconds_count 1");
  expect((await other.meter.expose()).text).toContain("parley_event_delivery_lag_seconds_count 0");
});
