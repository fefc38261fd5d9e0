/** Two debates side by side. */
import { Comparison } from "../../domain/around/branches/compare.branch.ts";
import { compareDebates } from "../../domain/around/branches/scores.branch.ts";
import { json } from "../openapi/openapi.ts";
import { defineRoute } from "../openapi/route.openapi.ts";

export const compareRoute = defineRoute({
  at: "GET /v1/debates/{id}/compare/{otherId}",
  place: "longReads",
  operationId: "compareDebates",
  summary: "Two debates' verdicts and scores side by side",
  replies: { 200: json(Comparison, "Both debates, and the differences") },
  async answer(c, { debates }) {
    const { otherId } = c.req.valid("param");
    const [first, second] = await Promise.all([debates.requested(c), debates.require(c.get("tenant"), otherId)]);
    const [a, b] = await Promise.all([debates.view(first), debates.view(second)]);
    return c.json(compareDebates(a, b), 200);
  },
});
