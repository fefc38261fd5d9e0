/** Create, list and read debates. */
import { createRoute, z } from "@hono/zod-openapi";
import { isTerminal, STATUSES } from "../../domain/lifecycle.ts";
import { DebateRequest } from "../../domain/request.ts";
import { Debate, FormatName } from "../../domain/schemas/debate.ts";
import { readJson } from "../body.ts";
import { etagOf, isNoneMatch } from "../conditional.ts";
import type { App } from "../context.ts";
import { isDraft, startDebate } from "../debate-start.ts";
import { summaryView } from "../debate-view.ts";
import { answersJson } from "../negotiate.ts";
import { bodyOf, DebateParams, header, json, NoQuery, problems, registerSchema, wholeNumber } from "../openapi.ts";
import { preferredWait } from "../prefer.ts";
import { DebateList } from "../schemas.ts";
import type { Services } from "../services.ts";
import { createdWebhook } from "../webhooks.ts";

const create = createRoute({
  method: "post",
  path: "/v1/debates",
  operationId: "createDebate",
  summary: "Create a debate and start it, or keep it as a draft",
  tags: ["Debates"],
  middleware: answersJson,
  request: {
    query: NoQuery,
    headers: z.object({
      prefer: z.string().optional().meta({ description: "`wait=N` holds up to N (at most 60) seconds for the end" }),
    }),
    body: bodyOf("DebateRequest", { required: true }),
  },
  responses: {
    201: {
      ...json(Debate, "The debate"),
      headers: { Location: header("Its address"), ETag: header("Its version") },
    },
    ...problems(
      "malformed-json",
      "not-acceptable",
      "conflict",
      "payload-too-large",
      "unsupported-media-type",
      "invalid-request",
    ),
  },
});

const list = createRoute({
  method: "get",
  path: "/v1/debates",
  operationId: "listDebates",
  summary: "List debates, newest first",
  tags: ["Debates"],
  middleware: answersJson,
  request: {
    query: z.strictObject({
      status: z.enum(STATUSES).optional(),
      format: FormatName.optional(),
      tag: z.string().min(1).max(80).optional(),
      limit: wholeNumber({ min: 1, max: 100, default: 20 }),
      cursor: z.string().max(4_096).optional(),
    }),
  },
  responses: {
    200: { ...json(DebateList, "A page of debates"), headers: { Link: header('The next page, `rel="next"`') } },
    ...problems("invalid-cursor", "not-acceptable", "invalid-request"),
  },
});

const read = createRoute({
  method: "get",
  path: "/v1/debates/{id}",
  operationId: "getDebate",
  summary: "Read a debate, at once or when it has changed",
  tags: ["Debates"],
  middleware: answersJson,
  request: {
    params: DebateParams,
    query: z.strictObject({
      wait: wholeNumber({
        min: 0,
        max: 60,
        default: 0,
        description: "Hold so many seconds, until it changes or is over",
      }),
    }),
    headers: z.object({
      "if-none-match": z.string().optional().meta({ description: "The version that the caller has" }),
    }),
  },
  responses: {
    200: { ...json(Debate, "The debate"), headers: { ETag: header("Its version") } },
    304: { description: "The caller has this version already" },
    ...problems("not-found", "not-acceptable", "invalid-request"),
  },
});

export function registerDebates(app: App, services: Services): void {
  const { debates, links, cursors, store } = services;
  registerSchema(app, "DebateRequest", DebateRequest);

  app.openapi(create, async (c) => {
    const body = await readJson(c);
    // A draft has no end to wait for.
    const wait = isDraft(body) ? 0 : preferredWait(c.req.header("prefer"));
    const started = await startDebate(services, { tenant: c.get("tenant"), body, hold: c.get("hold") });
    const record = await debates.wait({
      record: started,
      until: ({ state }) => isTerminal(state.status),
      ms: wait * 1000,
      signal: services.leaving(c),
    });
    c.header("Location", links.debate(record.id).self);
    c.header("ETag", etagOf(record));
    if (wait > 0) c.header("Preference-Applied", `wait=${wait}`);
    return c.json({ ...(await debates.view(record)), ...(await createdWebhook(services, record, body)) }, 201);
  });

  app.openapi(list, async (c) => {
    const { limit, cursor, ...filter } = c.req.valid("query");
    const scope = { tenant: c.get("tenant"), filter };
    const after = cursor === undefined ? undefined : cursors.open(cursor, scope);
    const { records, next } = await store.listDebates({ tenant: scope.tenant, limit, ...filter, after });
    const nextCursor = next === null ? null : cursors.sign(next, scope);
    if (nextCursor) c.header("Link", `<${links.to(nextPage({ ...filter, limit, cursor: nextCursor }))}>; rel="next"`);
    return c.json(
      {
        items: records.map((record) => summaryView(record, links.debate(record.id, record.config.imported))),
        nextCursor,
      },
      200,
    );
  });

  app.openapi(read, async (c) => {
    const known = c.req.header("if-none-match");
    const first = await debates.require(c.get("tenant"), c.req.valid("param").id);
    const isNew = known !== undefined && !isNoneMatch(known, etagOf(first));
    const record = await debates.wait({
      record: first,
      until: ({ version, state }) => isNew || version !== first.version || isTerminal(state.status),
      ms: c.req.valid("query").wait * 1000,
      signal: services.leaving(c),
    });
    c.header("ETag", etagOf(record));
    c.header("Cache-Control", "private, no-cache");
    if (isNoneMatch(known, etagOf(record))) return c.body(null, 304);
    return c.json(await debates.view(record), 200);
  });
}

function nextPage(query: Record<string, string | number | undefined>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  return `/v1/debates?${parameters.toString()}`;
}
