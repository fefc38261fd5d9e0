/** Lists and searches debates. */
import { z } from "@hono/zod-openapi";
import { wordsOf } from "../../domain/base/text/words.text.ts";
import { label, tagsIn } from "../../domain/rules/request/texts.ts";
import { STATUSES } from "../../domain/shapes/lifecycle.shape.ts";
import { FormatName } from "../../domain/shapes/schemas/debate.schema.ts";
import { LIMITS } from "../../domain/shapes/schemas/limits.schema.ts";
import { DebateList } from "../base/schemas.ts";
import { readPageOf } from "../http/paging.ts";
import { PAGE_QUERY, pageReply } from "../openapi/openapi.ts";
import { defineRoute } from "../openapi/route.openapi.ts";
import { summaryView } from "./view.debates-api.ts";

const tags = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => [given].flat().flatMap(tagsIn))
  .pipe(z.array(label).max(LIMITS.tags))
  .optional()
  .openapi({
    type: "array",
    items: { type: "string", minLength: 1, maxLength: LIMITS.name },
    description: "Only debates with this tag; given several times, with all of them",
  });

const words = z
  .string()
  .max(200)
  .refine((text) => wordsOf(text).length > 0, "must have a letter or a digit")
  .optional()
  .meta({
    description:
      "Words that must all occur in the topic (its first 1,000 characters), the tags, the participants' names or the id, whatever their case and accents",
  });

export const listDebates = defineRoute({
  at: "GET /v1/debates",
  place: "longReads",
  operationId: "listDebates",
  summary: "List and search debates",
  description:
    "A page may have fewer items than `limit`, or none, and still have a `nextCursor`: one request looks at a limited number of debates, and the cursor goes on from there.",
  query: {
    status: z.enum(STATUSES).optional().meta({ description: "Only debates of this status" }),
    format: FormatName.optional(),
    tag: tags,
    q: words,
    sort: z.enum(["newest", "oldest"]).default("newest").meta({ description: "By creation" }),
    ...PAGE_QUERY,
  },
  replies: { 200: pageReply(DebateList, "A page of debates") },
  refuses: ["invalid-cursor"],
  async answer(c, services) {
    const { links, store } = services;
    const query = c.req.valid("query");
    const { limit, cursor: _cursor, tag, q, sort, ...filter } = query;
    const list = {
      ...filter,
      ...(tag && { tags: tag }),
      ...(q && { words: wordsOf(q) }),
      ascending: sort === "oldest",
    };
    const page = await readPageOf(c, services, {
      query,
      filter: { ...filter, tag: tag?.join(), q, ...(list.ascending && { sort }) },
      read: async (after) => {
        const { records, next } = await store.listDebates({ tenant: c.get("tenant"), limit, ...list, after });
        const items = records.map((record) => summaryView(record, links.debate(record.id, record.config.imported)));
        return { items, next };
      },
    });
    return c.json(page, 200);
  },
});
