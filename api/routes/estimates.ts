/** What a debate would take, before anything is spent. Nothing is stored and no model is asked. */
import { createRoute } from "@hono/zod-openapi";
import { checkRequest } from "../../domain/checks.ts";
import { configOf } from "../../domain/configure.ts";
import { estimate } from "../../domain/estimates/estimate.ts";
import { Estimates } from "../../domain/estimates/schema.ts";
import { planOf } from "../../domain/plan-of.ts";
import { readJson } from "../body.ts";
import type { App } from "../context.ts";
import { answersJson } from "../negotiate.ts";
import { bodyOf, json, NoQuery, problems } from "../openapi.ts";
import type { Services } from "../services.ts";
import { takeWebhook } from "../webhooks.ts";

const estimateDebate = createRoute({
  method: "post",
  path: "/v1/estimates",
  operationId: "estimateDebate",
  summary: "The calls, tokens and cost of a debate before anything is spent: lowest, likely, worst",
  tags: ["Debates"],
  middleware: answersJson,
  request: { query: NoQuery, body: bodyOf("DebateRequest", { required: true }) },
  responses: {
    200: json(Estimates, "The figures, or what is wrong with the request"),
    ...problems("malformed-json", "not-acceptable", "payload-too-large", "unsupported-media-type"),
  },
});

export function registerEstimates(app: App, services: Services): void {
  app.openapi(estimateDebate, async (c) => c.json(estimatesOf(services, await readJson(c)), 200));
}

function estimatesOf({ catalogue, settings }: Services, body: unknown): Estimates {
  const { rest, problems: amiss } = takeWebhook(body, settings);
  const { request, problems: found } = checkRequest(rest, catalogue);
  const faults = [...found, ...amiss];
  if (!request || faults.length > 0) return { problems: faults, warnings: [], lowest: null, likely: null, worst: null };
  const config = configOf(request, catalogue);
  const { durations, continueAfterEvents } = settings;
  const plan = planOf({ tenant: "", debateId: "", config, durations, continueAfterEvents });
  return { problems: [], ...estimate({ config, plan, catalogue }) };
}
