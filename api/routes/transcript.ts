/** A debate's transcript, as data or as a report; and what it cost. */
import { createRoute, z } from "@hono/zod-openapi";
import { composeExport } from "../../domain/export/compose.ts";
import { renderMarkdown } from "../../domain/export/markdown.ts";
import type { TranscriptExport } from "../../domain/export/transcript.ts";
import { withInterjections } from "../../domain/interjections.ts";
import type { DebateRecord } from "../../store/port/debates.ts";
import type { App } from "../context.ts";
import { costReport, rejudgeCosts } from "../cost-report.ts";
import { rejudgementsOf } from "../debates.ts";
import { readLog } from "../event-pages.ts";
import { answersJson, requireAcceptable } from "../negotiate.ts";
import { DebateParams, header, json, NoQuery, problems } from "../openapi.ts";
import { CostReport, Html, Markdown, Transcript } from "../schemas.ts";
import type { Services } from "../services.ts";

const FORMATS = { json: "application/json", md: "text/markdown", html: "text/html" } as const;

const transcript = createRoute({
  method: "get",
  path: "/v1/debates/{id}/transcript",
  operationId: "getTranscript",
  summary: "Read everything that was said, as JSON, Markdown or HTML",
  tags: ["Debates"],
  request: {
    params: DebateParams,
    query: z.strictObject({
      as: z.enum(["json", "md", "html"]).optional().meta({ description: "Instead of the `Accept` header" }),
    }),
  },
  responses: {
    200: {
      description: "The transcript",
      headers: { Vary: header("`Accept`: the same address is had in several formats") },
      content: {
        ...json(Transcript, "").content,
        [FORMATS.md]: { schema: Markdown },
        [FORMATS.html]: { schema: Html },
      },
    },
    ...problems("not-found", "not-acceptable", "invalid-request"),
  },
});

const costs = createRoute({
  method: "get",
  path: "/v1/debates/{id}/costs",
  operationId: "getCosts",
  summary: "Usage and cost by participant, model, round and attempt outcome",
  tags: ["Debates"],
  middleware: answersJson,
  request: { params: DebateParams, query: NoQuery },
  responses: {
    200: json(CostReport, "What was used and what it cost"),
    ...problems("not-found", "not-acceptable", "invalid-request"),
  },
});

export function registerTranscript(app: App, services: Services): void {
  app.openapi(transcript, async (c): Promise<Response> => {
    const { as } = c.req.valid("query");
    const kind = as ? FORMATS[as] : requireAcceptable(c, Object.values(FORMATS));
    const record = await services.debates.require(c.get("tenant"), c.req.valid("param").id);
    const whole = await exportOf(services, record);
    c.header("Vary", "Accept");
    if (kind === FORMATS.json) return c.json(whole, 200);
    if (kind === FORMATS.md)
      return c.body(renderMarkdown(whole), 200, { "Content-Type": "text/markdown; charset=utf-8" });
    // Loaded when it is first asked for: what renders it would make every start slower.
    const { renderReport, REPORT_CSP } = await import("../pages/report/report.ts");
    c.header("Content-Security-Policy", REPORT_CSP);
    return c.html(await renderReport(whole), 200);
  });

  app.openapi(costs, async (c) => {
    const record = await services.debates.require(c.get("tenant"), c.req.valid("param").id);
    const events = await readLog(services.store.log, { tenant: record.tenant, debateId: record.id });
    const rejudgements = await rejudgementsOf(services.store, record);
    return c.json({ ...costReport(record, events), ...rejudgeCosts(rejudgements) }, 200);
  });
}

async function exportOf({ store, debates }: Services, record: DebateRecord): Promise<TranscriptExport> {
  const key = { tenant: record.tenant, debateId: record.id };
  const { generation } = record.state;
  const [debate, spoken, assessments, evaluations, summaries, questions, decisions, events, rating, rejudgements] =
    await Promise.all([
      debates.view(record),
      store.listTurns(key, generation),
      store.listAssessments(key, generation),
      store.listEvaluations(key, generation),
      store.listSummaries(key, generation),
      record.config.clarifications ? store.listQuestions(key, generation) : [],
      record.state.decisionsAsked ? store.listDecisions(key, generation) : [],
      readLog(store.log, key),
      store.getRating(key),
      rejudgementsOf(store, record),
    ]);
  const turns = await withInterjections(spoken, record.state.interjections ?? [], (note) => store.getNote(key, note));
  const judged = record.state.dialectic ? { assessments, evaluations } : { assessments };
  return composeExport({ debate, turns, ...judged, summaries, questions, decisions, events, rating, rejudgements });
}
