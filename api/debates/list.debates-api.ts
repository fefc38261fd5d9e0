/** Lists and searches debates. */
import { wordsOf } from "../../domain/base/text/words.text.ts";
import { DebateList, debateFilter } from "../base/debate-list.ts";
import { readPageOf } from "../http/paging.ts";
import { PAGE_QUERY, pageReply } from "../openapi/openapi.ts";
import { defineRoute } from "../openapi/route.openapi.ts";
import { summaryView } from "./view.debates-api.ts";

export const listDebates = defineRoute({
  at: "GET /v1/debates",
  place: "longReads",
  operationId: "listDebates",
  summary: "List and search debates",
  description:
    "A page may have fewer items than `limit`, or none, and still have a `nextCursor`: one request looks at a limited number of debates, and the cursor goes on from there.",
  query: {
    ...debateFilter,
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
