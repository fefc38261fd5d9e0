/** This process's metrics for Prometheus. They cover all tenants, so only the operator reads them. */
import { ParleyError } from "../../domain/base/errors.base.ts";
import { DEFAULT_TENANT } from "../access/auth.access.ts";
import { Metrics } from "../base/texts.api-base.ts";
import { defineRoute } from "../openapi/route.openapi.ts";

export const getMetrics = defineRoute({
  at: "GET /metrics",
  place: "none",
  operationId: "getMetrics",
  tag: "Health",
  summary: "Counters and histograms of this process, as Prometheus text",
  description: "Needs the scope `admin` and the tenant `default`, whose keys are the operator's.",
  isJson: false,
  replies: { 200: { description: "The metrics", content: { "text/plain": { schema: Metrics } } } },
  async answer(c, { meter }) {
    if (c.get("tenant") !== DEFAULT_TENANT)
      throw new ParleyError("forbidden", `the metrics are for admins of the tenant ${DEFAULT_TENANT}`);
    const { contentType, text } = await meter.expose();
    return c.text(text, 200, { "Content-Type": contentType });
  },
});
