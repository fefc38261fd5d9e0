/** Catalogues of models, formats and roles. */

import { z } from "@hono/zod-openapi";
import { current, EVERY_MODEL, LESSONS } from "../../domain/play/records/lessons.ts";
import { FORMATS_BY_NAME } from "../../domain/rules/formats/registry.format.ts";
import { descriptionOf } from "../../domain/rules/protocols/format-description.ts";
import { modelsByUse } from "../../domain/rules/seats/usual-models.ts";
import { chooseModels } from "../../domain/rules/seats/usual-participants.ts";
import { isModelName, type ModelInfo, parseModel } from "../../domain/shapes/catalogue/catalogue.ts";
import type { ModelRef } from "../../domain/shapes/catalogue/model-ref.ts";
import { FORMATS } from "../../domain/shapes/format-names.ts";
import { DIALECTIC_ROLES } from "../../domain/shapes/roles/registry.shape.ts";
import { FormatCatalogue } from "../base/format-catalogue.ts";
import { ModelCatalogue } from "../base/model-catalogue.ts";
import type { Services } from "../base/services.ts";
import { json } from "../openapi/openapi.ts";
import { defineRoute } from "../openapi/route.openapi.ts";

const RoleCatalogue = z
  .object({
    items: z
      .array(
        z.object({
          name: z.string().meta({ description: "As requests name it" }),
          title: z.string().meta({ description: "Its name for people" }),
          system: z.string().meta({ description: "Begins the system prompt" }),
          propose: z.string().meta({ description: "Instructions for a proposal" }),
          critique: z.string().meta({ description: "Instructions for a critique" }),
          refine: z.string().meta({ description: "Instructions for a refinement" }),
        }),
      )
      .meta({ description: "All roles" }),
  })
  .meta({ id: "RoleCatalogue" });

const tag = "Catalogues";

const listModels = defineRoute({
  at: "GET /v1/models",
  operationId: "listModels",
  tag,
  summary: "Providers and their known models, with prices and context windows",
  query: {
    model: z
      .string()
      .refine(isModelName, "must be `provider/model`")
      .optional()
      .meta({ description: "This model alone in `items`, also one that is not known" }),
  },
  replies: { 200: json(ModelCatalogue, "The models") },
  async answer(c, services) {
    const { catalogue } = services;
    const named = parseModel(c.req.valid("query").model ?? "");
    const isAvailable = (provider: string) => catalogue.provider(provider)?.isAuthenticated ?? false;
    const learntOf = await lessons(services, named);
    const body = {
      defaultModel: catalogue.defaultModel(),
      defaultJudgeModel: catalogue.defaultJudgeModel(),
      usual: { ...chooseModels(catalogue), uses: modelsByUse(catalogue) },
      providers: catalogue.providers(),
      servers: catalogue.servers(),
      items: (named ? [catalogue.model(named)] : catalogue.models()).map((model) => ({
        ...model,
        isAvailable: isAvailable(model.provider),
        learnt: learntOf(model),
      })),
    };
    return c.json(body, 200);
  },
});

/** More models than this have hardly been met. */
const MOST_LEARNT = 1_000;

/** What workers have learnt of one model, or of all. */
async function lessons(services: Services, named: ModelRef | null): Promise<(model: ModelInfo) => string[]> {
  const ranges: Partial<ModelRef>[] = named ? [named, { ...named, model: EVERY_MODEL }] : [{}];
  const pages = await Promise.all(
    ranges.map((range) => services.store.records.page({}, LESSONS, { ...range, limit: MOST_LEARNT })),
  );
  const values = pages.flatMap((page) => page.values);
  const byModel = Map.groupBy(values, ({ provider, model }) => `${provider}/${model}`);
  const now = services.now();
  const of = (id: string) => (byModel.get(id) ?? []).flatMap((learnt) => current(learnt, now));
  return ({ id, provider }) => [...new Set([...of(id), ...of(`${provider}/${EVERY_MODEL}`)])].toSorted();
}

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

export const catalogueRoutes = { listModels, listFormats, listRoles };
