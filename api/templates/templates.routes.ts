/** Reasoning templates: list, read and search all; create, replace and remove your own. */

import { isDeepStrictEqual } from "node:util";
import { z } from "@hono/zod-openapi";
import { TEMPLATE_VECTORS, TEMPLATES } from "../../domain/around/outside-records.ts";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { requireTemplate, Template, TemplateRequest } from "../../domain/rules/templates/template.ts";
import { createTemplateId } from "../base/ids.api-base.ts";
import { pageOf } from "../base/page-of.ts";
import { readJson } from "../http/body.http.ts";
import { readPageOf } from "../http/paging.ts";
import { withRoom } from "../kept/room.api.ts";
import { json, PAGE_QUERY, pageReply, reply, wholeNumber } from "../openapi/openapi.ts";
import { defineRoute } from "../openapi/route.openapi.ts";
import { createTemplates, ownTemplate, requireOwn, unknownTemplate } from "./templates.api.ts";

const TemplateList = pageOf(Template).meta({ id: "TemplateList" });

const TemplateHits = z
  .object({
    method: z
      .enum(["lexical", "semantic", "chroma"])
      .meta({ description: "How they were found; `lexical` also if the configured search failed" }),
    items: z
      .array(
        z.object({
          id: z.string().meta({ description: "The template's id" }),
          name: z.string().meta({ description: "The template's name" }),
          score: z.number().meta({ description: "Higher is nearer; comparable only within one response" }),
          text: z.string().meta({ description: "How to argue by this pattern" }),
        }),
      )
      .meta({ description: "The nearest first" }),
  })
  .meta({ id: "TemplateHits" });

const list = defineRoute({
  at: "GET /v1/templates",
  operationId: "listTemplates",
  summary: "List the reasoning templates, the built-in ones first",
  query: PAGE_QUERY,
  replies: { 200: pageReply(TemplateList, "A page of templates") },
  refuses: ["invalid-cursor"],
  async answer(c, services) {
    const templates = createTemplates(services);
    const query = c.req.valid("query");
    const page = await readPageOf(c, services, {
      query,
      filter: { of: "templates" },
      read: (after) => templates.list({ tenant: c.get("tenant"), limit: query.limit, ...(after && { after }) }),
    });
    return c.json(page, 200);
  },
});

const search = defineRoute({
  at: "GET /v1/templates/search",
  place: "longReads",
  isFixed: true,
  operationId: "searchTemplates",
  summary: "Find the templates that fit a question",
  query: {
    q: z
      .string()
      .max(2_000)
      .refine((text) => text.trim() !== "", "must not be blank")
      .meta({ description: "The question, in words" }),
    limit: wholeNumber({ min: 1, max: 50, default: 5, description: "How many templates to find at most" }),
  },
  replies: { 200: json(TemplateHits, "The nearest first") },
  async answer(c, services) {
    const templates = createTemplates(services);
    const { q, limit } = c.req.valid("query");
    const signal = services.leaving(c);
    const key = c.get("caller")?.key ?? null;
    return c.json(await templates.search({ tenant: c.get("tenant"), key, query: q, topK: limit, signal }), 200);
  },
});

const read = defineRoute({
  at: "GET /v1/templates/{id}",
  operationId: "getTemplate",
  summary: "Read a template",
  replies: { 200: json(Template, "The template") },
  answer: async (c, services) =>
    c.json(await createTemplates(services).require(c.get("tenant"), c.req.valid("param").id), 200),
});

const create = defineRoute({
  at: "POST /v1/templates",
  operationId: "createTemplate",
  summary: "Add a template of your own",
  body: TemplateRequest,
  replies: { 201: reply(Template, "The template", { Location: "Its address" }) },
  refuses: ["conflict"],
  async answer(c, services) {
    const { links } = services;
    const tenant = c.get("tenant");
    const template = { id: createTemplateId(services.now()), ...requireTemplate(await readJson(c)) };
    const room = { tenant, of: "templates" as const, id: template.id, size: template };
    const stored = await withRoom(services, room, () => services.store.records.put({ tenant }, TEMPLATES, template));
    // A put that was repeated because its answer was lost has lost to itself.
    if (!isDeepStrictEqual(stored, template))
      throw new ParleyError("conflict", "another template was just created with the same id; send the request again");
    c.header("Location", links.to(`/v1/templates/${template.id}`));
    return c.json(ownTemplate(template), 201);
  },
});

const replace = defineRoute({
  at: "PUT /v1/templates/{id}",
  operationId: "replaceTemplate",
  summary: "Replace a template of your own; a built-in one is a conflict",
  body: "TemplateRequest",
  replies: { 200: json(Template, "The template as it is now") },
  refuses: ["conflict"],
  async answer(c, { store }) {
    const { id } = c.req.valid("param");
    requireOwn(id);
    const template = { id, ...requireTemplate(await readJson(c)) };
    if (!(await store.records.replace({ tenant: c.get("tenant") }, TEMPLATES, template))) throw unknownTemplate(id);
    return c.json(ownTemplate(template), 200);
  },
});

const remove = defineRoute({
  at: "DELETE /v1/templates/{id}",
  operationId: "deleteTemplate",
  summary: "Remove a template of your own; a built-in one is a conflict",
  replies: { 204: { description: "The template is removed" } },
  refuses: ["conflict"],
  async answer(c, { store }) {
    const { id } = c.req.valid("param");
    requireOwn(id);
    const tenant = { tenant: c.get("tenant") };
    if (!(await store.records.get(tenant, TEMPLATES, { id }))) throw unknownTemplate(id);
    await store.records.remove(tenant, TEMPLATES, { id });
    await store.records.remove(tenant, TEMPLATE_VECTORS, { id });
    await store.shelves.remove({ ...tenant, of: "templates" }, id);
    return c.body(null, 204);
  },
});

/** `search` comes before `{id}`, which matches it too. */
export const templateRoutes = [list, search, read, create, replace, remove];
