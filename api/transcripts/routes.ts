/** A debate's transcript, as data or as a report, and its costs. */
import { z } from "@hono/zod-openapi";
import { costReport, rejudgeCosts } from "../debates/cost-report.ts";
import { keyOf, rejudgementsOf } from "../debates/debates.ts";
import { readLog } from "../events/pages.ts";
import { isNoneMatch } from "../http/conditional.ts";
import { requireAcceptable } from "../http/negotiate.ts";
import { header, json } from "../openapi/openapi.ts";
import { defineRoute } from "../openapi/route.ts";
import { REPORT_CSP } from "../pages/report/style.ts";
import { CostReport, Html, Markdown, Transcript } from "../schemas.ts";
import { readerOf } from "../shares/reader.ts";

const FORMATS = { json: "application/json", md: "text/markdown", html: "text/html" } as const;
/** `Content-Type` of each. */
const TYPES = { ...FORMATS, md: "text/markdown; charset=utf-8", html: "text/html; charset=UTF-8" };

const transcript = defineRoute({
  at: "GET /v1/debates/{id}/transcript",
  operationId: "getTranscript",
  summary: "Read the whole transcript as JSON, Markdown or HTML",
  query: { as: z.enum(["json", "md", "html"]).optional().meta({ description: "Instead of the `Accept` header" }) },
  headers: { "if-none-match": "The transcript that the caller has" },
  replies: {
    200: {
      description: "The transcript",
      headers: {
        Vary: header("`Accept`: the same address has several formats"),
        ETag: header("Of the transcript in this format, once the debate is over"),
      },
      content: {
        ...json(Transcript, "").content,
        [FORMATS.md]: { schema: Markdown },
        [FORMATS.html]: { schema: Html },
      },
    },
    304: { description: "The caller has this transcript already" },
  },
  refuses: ["not-acceptable", "too-costly"],
  isJson: false,
  async answer(c, services): Promise<Response> {
    const { as } = c.req.valid("query");
    const format = as ?? formatOf(requireAcceptable(c, Object.values(FORMATS)));
    const record = await services.debates.requested(c);
    const edition = await services.transcripts.edition({ record, format, reader: readerOf(c, services.links) });
    c.header("Vary", "Accept");
    if (edition.etag) {
      c.header("ETag", edition.etag);
      c.header("Cache-Control", "private, no-cache");
      if (isNoneMatch(c.req.header("if-none-match"), edition.etag)) return c.body(null, 304);
    }
    if (format === "html") c.header("Content-Security-Policy", REPORT_CSP);
    return c.body(await services.transcripts.read(edition), 200, { "Content-Type": TYPES[format] });
  },
});

const costs = defineRoute({
  at: "GET /v1/debates/{id}/costs",
  operationId: "getCosts",
  summary: "Usage and cost by participant, model, round and attempt outcome",
  replies: { 200: json(CostReport, "Usage and cost") },
  async answer(c, { debates, store }) {
    const record = await debates.requested(c);
    const events = await readLog(store.log, keyOf(record));
    const rejudgements = await rejudgementsOf(store, record);
    return c.json({ ...costReport(record, events), ...rejudgeCosts(rejudgements) }, 200);
  },
});

export const transcriptRoutes = [transcript, costs];

function formatOf(type: (typeof FORMATS)[keyof typeof FORMATS]): keyof typeof FORMATS {
  if (type === FORMATS.json) return "json";
  return type === FORMATS.md ? "md" : "html";
}
