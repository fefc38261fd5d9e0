/** Positions for a topic, without a debate. */
import { createRoute } from "@hono/zod-openapi";
import { Positions, PositionsRequest } from "../../domain/positions-request.ts";
import { readJson } from "../body.ts";
import type { App } from "../context.ts";
import { answersJson } from "../negotiate.ts";
import { bodyOf, json, NoQuery, problems, registerSchema } from "../openapi.ts";
import { runPositions } from "../positions-run.ts";
import type { Services } from "../services.ts";

const find = createRoute({
  method: "post",
  path: "/v1/positions",
  operationId: "findPositions",
  summary: "Find positions on a topic, without a debate; takes up to 60 seconds",
  tags: ["Positions"],
  middleware: answersJson,
  request: { query: NoQuery, body: bodyOf("PositionsRequest", { required: true }) },
  responses: {
    200: json(Positions, "As many positions as were asked for, all different"),
    ...problems("malformed-json", "not-acceptable", "payload-too-large", "unsupported-media-type", "invalid-request"),
  },
});

export function registerPositions(app: App, services: Services): void {
  registerSchema(app, "PositionsRequest", PositionsRequest);

  app.openapi(find, async (c) => {
    const body = await readJson(c);
    return c.json(await runPositions(services, { tenant: c.get("tenant"), body }), 200);
  });
}
