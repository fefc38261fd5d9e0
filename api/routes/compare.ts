/** Two debates side by side. */
import { createRoute, z } from "@hono/zod-openapi";
import { Comparison, compareDebates } from "../../domain/compare.ts";
import type { App } from "../context.ts";
import { answersJson } from "../negotiate.ts";
import { DebateParams, json, NoQuery, problems } from "../openapi.ts";
import type { Services } from "../services.ts";

const route = createRoute({
  method: "get",
  path: "/v1/debates/{id}/compare/{otherId}",
  operationId: "compareDebates",
  summary: "Two debates' verdicts and scores side by side",
  tags: ["Debates"],
  middleware: answersJson,
  request: {
    params: DebateParams.extend({
      otherId: z.string().meta({ param: { name: "otherId", in: "path" }, examples: ["deb-20261121-061254-3T9WXA"] }),
    }),
    query: NoQuery,
  },
  responses: {
    200: json(Comparison, "Both, and what differs"),
    ...problems("not-found", "not-acceptable", "invalid-request"),
  },
});

export function registerCompare(app: App, { debates }: Services): void {
  app.openapi(route, async (c) => {
    const { id, otherId } = c.req.valid("param");
    const tenant = c.get("tenant");
    const [first, second] = await Promise.all([debates.require(tenant, id), debates.require(tenant, otherId)]);
    const [a, b] = await Promise.all([debates.view(first), debates.view(second)]);
    return c.json(compareDebates(a, b), 200);
  });
}
