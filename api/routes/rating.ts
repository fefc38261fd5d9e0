/** What the owner thought of a debate that is over: kept beside its log. */
import { createRoute } from "@hono/zod-openapi";
import { ParleyError } from "../../domain/errors.ts";
import { allowedCommands, isTerminal } from "../../domain/lifecycle.ts";
import { Rating, RatingRequest } from "../../domain/rating.ts";
import { situationOf } from "../../domain/state.ts";
import type { DebateRecord } from "../../store/port/debates.ts";
import { readJson, validBody } from "../body.ts";
import type { App } from "../context.ts";
import { answersJson } from "../negotiate.ts";
import { bodyOf, DebateParams, debateBodyProblems, json, NoQuery, registerSchema } from "../openapi.ts";
import type { Services } from "../services.ts";

const rate = createRoute({
  method: "put",
  path: "/v1/debates/{id}/rating",
  operationId: "rateDebate",
  summary: "Rate a debate that is over",
  tags: ["Debates"],
  middleware: answersJson,
  request: { params: DebateParams, query: NoQuery, body: bodyOf("RatingRequest", { required: true }) },
  responses: {
    200: json(Rating, "The rating as it is kept"),
    ...debateBodyProblems(),
  },
});

export function registerRating(app: App, services: Services): void {
  registerSchema(app, "RatingRequest", RatingRequest);
  app.openapi(rate, async (c) => {
    const record = await services.debates.require(c.get("tenant"), c.req.valid("param").id);
    const given = validBody(RatingRequest, await readJson(c), "the rating is");
    requireOver(record);
    const rating: Rating = {
      rating: given.rating,
      ...(given.comment !== undefined && { comment: given.comment }),
      at: services.now().toISOString(),
    };
    await services.store.putRating({ tenant: record.tenant, debateId: record.id }, rating);
    return c.json(rating, 200);
  });
}

function requireOver({ state }: DebateRecord): void {
  if (isTerminal(state.status)) return;
  throw new ParleyError("illegal-transition", `a debate is rated when it is over, and this one is ${state.status}`, {
    debateStatus: state.status,
    allowed: allowedCommands(situationOf(state)),
  });
}
