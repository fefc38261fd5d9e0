/** A debate's transcript, as data or as a report, and its costs. */

import { z } from "@hono/zod-openapi";
import { InspectLog } from "../../domain/show/export/inspect.ts";
import { TranscriptExport } from "../../domain/show/export/transcript.export.ts";
import { keyOf } from "../../store/port/debates.port.ts";
import { ownerOf } from "../access/owner-of.ts";
import { readerOf } from "../access/reader.access.ts";
import { CostReport } from "../base/costs.api-base.ts";
import { Html, Markdown, ModelCalls } from "../base/texts.api-base.ts";
import { costReport, rejudgeCosts } from "../debates/cost-report.ts";
import { rejudgementsOf } from "../debates/debates.debates-api.ts";
import { readLog } from "../events/pages.event-api.ts";
import { isNoneMatch } from "../http/conditional.ts";
import { requireAcceptable } from "../http/negotiate.ts";
import { header, json } from "../openapi/openapi.ts";
import { defineRoute } from "../openapi/route.openapi.ts";
import { REPORT_CSP } from "../pages/report/style.ts";
import { modelCalls, requirePrompts } from "./model-calls.ts";

const Transcript = TranscriptExport.openapi("TranscriptExport");

const Inspect = InspectLog.openapi("InspectLog");

/** What `Accept` chooses from. */
const FORMATS = {
  json: "application/json",
  md: "text/markdown",
  html: "text/html",
  jsonl: "application/x-ndjson",
} as const;
/** `Content-Type` of each. */
const TYPES = {
  ...FORMATS,
  md: "text/markdown; charset=utf-8",
  html: "text/html; charset=UTF-8",
  inspect: "application/json",
  receipt: "application/json",
};
/** Endings of the files as which browsers store what they cannot show. */
const ENDINGS: Partial<Record<keyof typeof TYPES, string>> = {
  inspect: "eval.json",
  jsonl: "jsonl",
  receipt: "receipt.json",
};

const JsonOrLog = z
  .union([Transcript, Inspect])
  .meta({ id: "TranscriptOrLog", description: "The whole debate; with `as=inspect` a log of Inspect AI" });

const transcript = defineRoute({
  at: "GET /v1/debates/{id}/transcript",
  place: "longReads",
  operationId: "getTranscript",
  summary:
    "Read the whole transcript as JSON, Markdown or HTML, signed, as a log of Inspect AI, or its model calls as JSON Lines",
  query: {
    as: z.enum(["json", "md", "html", "inspect", "jsonl", "receipt"]).optional().meta({
      description:
        "Instead of the `Accept` header. `inspect`: a log of Inspect AI; `jsonl`: a line for each model call of a turn, with its prompt; `receipt`: the JSON with hashes, prompts and the install's signature. No share link shows the last two",
    }),
  },
  headers: { "if-none-match": "The transcript that the caller has" },
  replies: {
    200: {
      description: "The transcript",
      headers: {
        Vary: header("`Accept`: the same address has several formats"),
        ETag: header("Of the transcript in this format, once the debate is over"),
        "Content-Disposition": header("The file's name, of `inspect`, `jsonl` and `receipt`"),
      },
      content: {
        ...json(JsonOrLog, "").content,
        [FORMATS.md]: { schema: Markdown },
        [FORMATS.html]: { schema: Html },
        [FORMATS.jsonl]: { schema: ModelCalls },
      },
    },
    304: { description: "The caller has this transcript already" },
  },
  refuses: ["not-acceptable", "too-costly", "conflict"],
  isJson: false,
  async answer(c, services): Promise<Response> {
    const { as } = c.req.valid("query");
    const format = as ?? formatOf(requireAcceptable(c, Object.values(FORMATS)));
    const record = await services.debates.requested(c);
    const reader = readerOf(c, services.links);
    const owner = ownerOf(c);
    if (format === "jsonl" || format === "receipt") requirePrompts(reader);
    c.header("Vary", "Accept");
    if (format === "receipt") {
      const body = await services.signed(record, { owner, signal: services.leaving(c) });
      // Each reading is signed again, with its own time.
      return c.body(body, 200, { ...asFile(record.id, format), "Cache-Control": "private, no-store" });
    }
    const edition = await services.transcripts.edition({ record, format, reader });
    if (edition.etag) {
      c.header("ETag", edition.etag);
      c.header("Cache-Control", "private, no-cache");
      if (isNoneMatch(c.req.header("if-none-match"), edition.etag)) return c.body(null, 304);
    }
    if (format === "html") c.header("Content-Security-Policy", REPORT_CSP);
    const body =
      format === "jsonl"
        ? await modelCalls(services.store, record)
        : await services.transcripts.read({ ...edition, format }, owner);
    return c.body(body, 200, asFile(record.id, format));
  },
});

const costs = defineRoute({
  at: "GET /v1/debates/{id}/costs",
  place: "longReads",
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

function asFile(id: string, format: keyof typeof TYPES): Record<string, string> {
  const ending = ENDINGS[format];
  const name = ending && { "Content-Disposition": `attachment; filename="${id}.${ending}"` };
  return { "Content-Type": TYPES[format], ...name };
}

function formatOf(type: (typeof FORMATS)[keyof typeof FORMATS]): keyof typeof FORMATS {
  return (Object.keys(FORMATS) as (keyof typeof FORMATS)[]).find((name) => FORMATS[name] === type) ?? "json";
}
