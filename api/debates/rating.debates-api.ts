/** The owner's rating of a debate that is over, stored beside its log. */

import { RATINGS } from "../../domain/play/records/kinds.record.ts";
import { isTerminal } from "../../domain/shapes/lifecycle.shape.ts";
import { Rating, RatingRequest } from "../../domain/shapes/schemas/rating.schema.ts";
import { keyOf } from "../../store/port/debates.port.ts";
import { illegal } from "../base/illegal.ts";
import { readJson } from "../http/body.http.ts";
import { validBody } from "../http/valid-body.ts";
import { json } from "../openapi/openapi.ts";
import { defineRoute } from "../openapi/route.openapi.ts";

export const rateDebate = defineRoute({
  at: "PUT /v1/debates/{id}/rating",
  operationId: "rateDebate",
  summary: "Rate a debate that is over",
  body: RatingRequest,
  replies: { 200: json(Rating, "The rating as it is stored") },
  refuses: ["illegal-transition"],
  async answer(c, services) {
    const record = await services.debates.requested(c);
    const given = validBody(RatingRequest, await readJson(c), "the rating is");
    const { status } = record.state;
    if (!isTerminal(status))
      throw illegal(`a debate is rated when it is over, and this one is ${status}`, record.state);
    const rating: Rating = { ...given, at: services.now().toISOString() };
    await services.store.records.put(keyOf(record), RATINGS, rating);
    return c.json(rating, 200);
  },
});
