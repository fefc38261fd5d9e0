/** Past debates of the tenant on the same question. */

import { json, wholeNumber } from "../../../api/openapi/openapi.ts";
import { defineRoute } from "../../../api/openapi/route.openapi.ts";
import { MOST_RELATED, MOST_SEARCHED, RelatedDebates } from "../domain/schema.related.ts";
import { relatedTo } from "./related.api.ts";

export const readRelated = defineRoute({
  at: "GET /v1/debates/{id}/related",
  place: "longReads",
  operationId: "getRelated",
  summary: "Past debates on the same question, and where their answers differ",
  description: `The newest ${MOST_SEARCHED} completed debates are searched by the words of their topics. Forks and twins of the debate, and debates that it is one of, are left out.`,
  query: {
    limit: wholeNumber({ min: 1, max: MOST_RELATED, default: 5, description: "The most debates that are answered" }),
  },
  replies: { 200: json(RelatedDebates, "The debates, the nearest first") },
  async answer(c, services) {
    const own = await services.debates.requested(c);
    return c.json(await relatedTo(own, services, c.req.valid("query").limit), 200);
  },
});
