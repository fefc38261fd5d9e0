/** The request that a debate was made from, to read, to edit, or to send again. */
import { z } from "@hono/zod-openapi";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { ownRequest } from "../../domain/rules/seats/effective-request.ts";
import { DRAFT } from "../../domain/shapes/lifecycle.shape.ts";
import { keyOf } from "../../store/port/debates.port.ts";
import { etagOf } from "../http/conditional.ts";
import { reply } from "../openapi/openapi.ts";
import { defineRoute } from "../openapi/route.openapi.ts";

const StoredRequest = z.looseObject({ topic: z.string().optional().meta({ description: "What is debated" }) }).meta({
  id: "StoredRequest",
  description:
    "A `DebateRequest` without `start` and `webhook`. Of a draft: as it is so far, possibly incomplete. Of a debate that has started: with the ids, names and models that were taken",
});

export const readRequest = defineRoute({
  at: "GET /v1/debates/{id}/request",
  operationId: "getRequest",
  summary: "Read the request that the debate was made from, to change a draft or to send it again",
  replies: { 200: reply(StoredRequest, "The request", { ETag: "The debate's version, for `If-Match` of a PATCH" }) },
  refuses: ["conflict"],
  async answer(c, { debates, store }) {
    const record = await debates.requested(c);
    const { revision, status } = record.state;
    const config = await store.getConfig({ ...keyOf(record), generation: 0, ...(revision && { revision }) });
    const request = config && (DRAFT.includes(status) ? config.request : ownRequest(config));
    if (!request) throw new ParleyError("conflict", "the request of this debate is not stored, as of an imported one");
    const { start: _ofItsDraft, ...asked } = request;
    c.header("ETag", etagOf(record));
    return c.json(asked, 200);
  },
});
