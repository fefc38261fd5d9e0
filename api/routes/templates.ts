/** Reasoning templates: list, read and search all; create, replace and remove one's own. */
import { createRoute, z } from "@hono/zod-openapi";
import { ParleyError } from "../../domain/errors.ts";
import { requireTemplate, Template, TemplateRequest } from "../../domain/templates/template.ts";
import { readJson } from "../body.ts";
import type { App } from "../context.ts";
import { createTemplateId } from "../ids.ts";
import { onlyThese } from "../methods.ts";
import { answersJson } from "../negotiate.ts";
import { bodyOf, header, json, NoQuery, problems, registerSchema, wholeNumber } from "../openapi.ts";
import { TemplateHits, TemplateList } from "../schemas.ts";
import type { Services } from "../services.ts";
import { createTemplates, ownTemplate, requireOwn, unknownTemplate } from "../templates.ts";

const TemplateParams = z.object({
  id: z.string().meta({ param: { name: "id", in: "path" }, examples: ["steelman-first"] }),
});
const common = { tags: ["Templates"], middleware: answersJson };

const list = createRoute({
  ...common,
  method: "get",
  path: "/v1/templates",
  operationId: "listTemplates",
  summary: "List the reasoning templates, the built-in ones first",
  request: {
    query: z.strictObject({
      limit: wholeNumber({ min: 1, max: 100, default: 20 }),
      cursor: z.string().max(4_096).optional(),
    }),
  },
  responses: {
    200: { ...json(TemplateList, "A page of templates"), headers: { Link: header('The next page, `rel="next"`') } },
    ...problems("invalid-cursor", "not-acceptable", "invalid-request"),
  },
});

const search = createRoute({
  ...common,
  method: "get",
  path: "/v1/templates/search",
  operationId: "searchTemplates",
  summary: "Find the templates that fit a question",
  request: {
    query: z.strictObject({
      q: z
        .string()
        .max(2_000)
        .refine((text) => text.trim() !== "", "must not be blank"),
      limit: wholeNumber({ min: 1, max: 50, default: 5 }),
    }),
  },
  responses: {
    200: json(TemplateHits, "The nearest first"),
    ...problems("not-acceptable", "invalid-request"),
  },
});

const read = createRoute({
  ...common,
  method: "get",
  path: "/v1/templates/{id}",
  operationId: "getTemplate",
  summary: "Read a template",
  request: { params: TemplateParams, query: NoQuery },
  responses: { 200: json(Template, "The template"), ...problems("not-found", "not-acceptable", "invalid-request") },
});

const BODY_PROBLEMS = ["malformed-json", "payload-too-large", "unsupported-media-type", "invalid-request"] as const;

const create = createRoute({
  ...common,
  method: "post",
  path: "/v1/templates",
  operationId: "createTemplate",
  summary: "Add a template of your own",
  request: { query: NoQuery, body: bodyOf("TemplateRequest", { required: true }) },
  responses: {
    201: { ...json(Template, "The template"), headers: { Location: header("Its address") } },
    ...problems("not-acceptable", "conflict", ...BODY_PROBLEMS),
  },
});

const replace = createRoute({
  ...common,
  method: "put",
  path: "/v1/templates/{id}",
  operationId: "replaceTemplate",
  summary: "Replace a template of your own; a built-in one is a conflict",
  request: { params: TemplateParams, query: NoQuery, body: bodyOf("TemplateRequest", { required: true }) },
  responses: {
    200: json(Template, "The template as it is now"),
    ...problems("not-found", "not-acceptable", "conflict", ...BODY_PROBLEMS),
  },
});

const remove = createRoute({
  ...common,
  method: "delete",
  path: "/v1/templates/{id}",
  operationId: "deleteTemplate",
  summary: "Remove a template of your own; a built-in one is a conflict",
  request: { params: TemplateParams, query: NoQuery },
  responses: {
    204: { description: "It is gone" },
    ...problems("not-found", "not-acceptable", "conflict", "invalid-request"),
  },
});

export function registerTemplates(app: App, services: Services): void {
  registerSchema(app, "TemplateRequest", TemplateRequest);
  registerReading(app, services);
  registerWriting(app, services);
}

/** `search` goes before `{id}`, which would match it too. */
function registerReading(app: App, services: Services): void {
  const { links, cursors } = services;
  const templates = createTemplates(services);

  app.openapi(list, async (c) => {
    const { limit, cursor } = c.req.valid("query");
    const scope = { tenant: c.get("tenant"), filter: { of: "templates" } };
    const after = cursor === undefined ? {} : { after: cursors.open(cursor, scope) };
    const { items, next } = await templates.list({ tenant: scope.tenant, limit, ...after });
    const nextCursor = next === null ? null : cursors.sign(next, scope);
    if (nextCursor) c.header("Link", `<${links.to(`/v1/templates?limit=${limit}&cursor=${nextCursor}`)}>; rel="next"`);
    return c.json({ items, nextCursor }, 200);
  });

  app.openapi(search, async (c) => {
    const { q, limit } = c.req.valid("query");
    const signal = services.leaving(c);
    return c.json(await templates.search({ tenant: c.get("tenant"), query: q, topK: limit, signal }), 200);
  });
  onlyThese(app, "/v1/templates/search", ["GET", "HEAD"]);

  app.openapi(read, async (c) => c.json(await templates.require(c.get("tenant"), c.req.valid("param").id), 200));
}

function registerWriting(app: App, services: Services): void {
  const { store, links } = services;
  app.openapi(create, async (c) => {
    const template = { id: createTemplateId(services.now()), ...requireTemplate(await readJson(c)) };
    if (!(await store.templates.create(c.get("tenant"), template)))
      throw new ParleyError("conflict", "another template has just got the same id; send it again");
    c.header("Location", links.to(`/v1/templates/${template.id}`));
    return c.json(ownTemplate(template), 201);
  });

  app.openapi(replace, async (c) => {
    const { id } = c.req.valid("param");
    requireOwn(id);
    const template = { id, ...requireTemplate(await readJson(c)) };
    if (!(await store.templates.replace(c.get("tenant"), template))) throw unknownTemplate(id);
    return c.json(ownTemplate(template), 200);
  });

  app.openapi(remove, async (c) => {
    const { id } = c.req.valid("param");
    requireOwn(id);
    if (!(await store.templates.get(c.get("tenant"), id))) throw unknownTemplate(id);
    await store.templates.remove(c.get("tenant"), id);
    return c.body(null, 204);
  });
}
