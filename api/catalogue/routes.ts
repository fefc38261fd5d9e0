/** Catalogues of models, formats and roles. */
import { descriptionOf } from "../../domain/formats/description.ts";
import { FORMATS, FORMATS_BY_NAME } from "../../domain/formats/registry.ts";
import { chooseModels } from "../../domain/request/usual-participants.ts";
import { DIALECTIC_ROLES } from "../../domain/roles/registry.ts";
import { json } from "../openapi/openapi.ts";
import { defineRoute } from "../openapi/route.ts";
import { FormatCatalogue, ModelCatalogue, RoleCatalogue } from "../schemas.ts";

const tag = "Catalogues";

const listModels = defineRoute({
  at: "GET /v1/models",
  place: "none",
  operationId: "listModels",
  tag,
  summary: "Providers and their known models, with prices and context windows",
  replies: { 200: json(ModelCatalogue, "The models") },
  answer(c, { catalogue }) {
    const isAvailable = (provider: string) => catalogue.provider(provider)?.isAuthenticated ?? false;
    const body = {
      defaultModel: catalogue.defaultModel(),
      defaultJudgeModel: catalogue.defaultJudgeModel(),
      usual: chooseModels(catalogue),
      providers: catalogue.providers(),
      servers: catalogue.servers(),
      items: catalogue.models().map((model) => ({ ...model, isAvailable: isAvailable(model.provider) })),
    };
    return c.json(body, 200);
  },
});

const listFormats = defineRoute({
  at: "GET /v1/formats",
  place: "none",
  operationId: "listFormats",
  tag,
  summary: "The formats and their rules",
  replies: { 200: json(FormatCatalogue, "The formats") },
  answer(c) {
    const items = FORMATS.map((name) => ({ name, ...descriptionOf(FORMATS_BY_NAME[name]) }));
    return c.json({ items }, 200);
  },
});

const listRoles = defineRoute({
  at: "GET /v1/roles",
  place: "none",
  operationId: "listRoles",
  tag,
  summary: "The roles of dialectic debates and their prompts",
  replies: { 200: json(RoleCatalogue, "The roles") },
  answer: (c) => c.json({ items: [...DIALECTIC_ROLES] }, 200),
});

export const catalogueRoutes = [listModels, listFormats, listRoles];
