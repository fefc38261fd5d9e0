/** What a debate can be made of: models, formats and roles. */
import { createRoute } from "@hono/zod-openapi";
import { FORMATS_BY_NAME } from "../../domain/formats/registry.ts";
import { listRoles } from "../../domain/roles/registry.ts";
import type { App } from "../context.ts";
import { answersJson } from "../negotiate.ts";
import { json, NoQuery, problems } from "../openapi.ts";
import { FormatCatalogue, ModelCatalogue, RoleCatalogue } from "../schemas.ts";
import type { Services } from "../services.ts";

const models = createRoute({
  method: "get",
  path: "/v1/models",
  operationId: "listModels",
  summary: "Providers and their known models, with prices and context windows",
  tags: ["Catalogues"],
  middleware: answersJson,
  request: { query: NoQuery },
  responses: { 200: json(ModelCatalogue, "The models"), ...problems("not-acceptable", "invalid-request") },
});

const formats = createRoute({
  method: "get",
  path: "/v1/formats",
  operationId: "listFormats",
  summary: "The formats and their rules",
  tags: ["Catalogues"],
  middleware: answersJson,
  request: { query: NoQuery },
  responses: { 200: json(FormatCatalogue, "The formats"), ...problems("not-acceptable", "invalid-request") },
});

const roles = createRoute({
  method: "get",
  path: "/v1/roles",
  operationId: "listRoles",
  summary: "The roles of dialectic debates and what they are told",
  tags: ["Catalogues"],
  middleware: answersJson,
  request: { query: NoQuery },
  responses: { 200: json(RoleCatalogue, "The roles"), ...problems("not-acceptable", "invalid-request") },
});

export function registerCatalogues(app: App, { catalogue }: Services): void {
  app.openapi(models, (c) => {
    const isAvailable = (provider: string) => catalogue.provider(provider)?.isAuthenticated ?? false;
    const body = {
      defaultModel: catalogue.defaultModel(),
      defaultJudgeModel: catalogue.defaultJudgeModel(),
      providers: catalogue.providers(),
      items: catalogue.models().map((model) => ({ ...model, isAvailable: isAvailable(model.provider) })),
    };
    return c.json(body, 200);
  });

  app.openapi(formats, (c) => {
    const items = Object.values(FORMATS_BY_NAME).map(
      ({ name, title, summary, protocol, participants, rounds, judging, rules }) => ({
        name,
        title,
        summary,
        protocol,
        participants,
        rounds,
        judging,
        rules,
      }),
    );
    return c.json({ items }, 200);
  });

  app.openapi(roles, (c) => c.json({ items: [...listRoles()] }, 200));
}
