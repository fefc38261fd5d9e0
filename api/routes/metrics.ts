/** What this process has counted, for Prometheus. The numbers are of all tenants, so only the operator reads them. */
import { createRoute } from "@hono/zod-openapi";
import { ParleyError } from "../../domain/errors.ts";
import { DEFAULT_TENANT } from "../auth.ts";
import type { App } from "../context.ts";
import { NoQuery, problems } from "../openapi.ts";
import { Metrics } from "../schemas.ts";
import type { Services } from "../services.ts";

const metrics = createRoute({
  method: "get",
  path: "/metrics",
  operationId: "getMetrics",
  summary: "Counters and histograms of this process, as Prometheus text",
  description: "Needs the scope `admin` and the tenant `default`, whose keys are the operator's.",
  tags: ["Health"],
  request: { query: NoQuery },
  responses: {
    200: { description: "The metrics", content: { "text/plain": { schema: Metrics } } },
    ...problems("invalid-request"),
  },
});

export function registerMetrics(app: App, { meter }: Services): void {
  app.openapi(metrics, async (c) => {
    if (c.get("tenant") !== DEFAULT_TENANT)
      throw new ParleyError("forbidden", `the metrics are for admins of the tenant ${DEFAULT_TENANT}`);
    const { contentType, text } = await meter.expose();
    return c.text(text, 200, { "Content-Type": contentType });
  });
}
