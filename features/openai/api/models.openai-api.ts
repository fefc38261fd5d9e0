/** Presets as models: `parley/decision`. */

import type { Services } from "../../../api/base/services.ts";
import { json } from "../../../api/openapi/openapi.ts";
import { defineRoute } from "../../../api/openapi/route.openapi.ts";
import type { Preset } from "../../../domain/shapes/schemas/preset.ts";
import { createPresets } from "../../presets/api/presets.api.ts";
import { presetOf } from "./begin.ts";
import { ModelObject, ModelObjects } from "./objects.ts";
import { secondsOf } from "./response.ts";

const tag = "OpenAI";
/** Built-in presets are as old as this. */
const BUILT_IN_AT = "2026-11-01T00:00:00Z";
const PAGE = 100;

const list = defineRoute({
  at: "GET /openai/v1/models",
  operationId: "listOpenAIModels",
  tag,
  summary: "List all presets as models",
  errors: "openai",
  query: null,
  replies: { 200: json(ModelObjects, "The models") },
  async answer(c, services) {
    const presets = await allPresets(services, c.get("tenant"));
    return c.json({ object: "list", data: presets.map((preset) => modelOf(preset)) }, 200);
  },
});

const read = defineRoute({
  at: "GET /openai/v1/models/{model}",
  operationId: "getOpenAIModel",
  tag,
  summary: "Read a preset as a model",
  errors: "openai",
  query: null,
  replies: { 200: json(ModelObject, "The model") },
  async answer(c, services) {
    const { model } = c.req.valid("param");
    const preset = await presetOf(services, { tenant: c.get("tenant"), model });
    return c.json(modelOf(preset, model), 200);
  },
});

export const modelRoutes = [list, read];

async function allPresets(services: Services, tenant: string): Promise<Preset[]> {
  const presets = createPresets(services);
  const all: Preset[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await presets.list({ tenant, limit: PAGE, ...(after && { after }) });
    all.push(...page.items);
    after = page.next;
  }
  return all;
}

function modelOf({ name, builtIn, createdAt }: Preset, id = `parley/${name}`): ModelObject {
  const created = secondsOf(createdAt ?? BUILT_IN_AT);
  return { id, object: "model", created, owned_by: builtIn ? "parley" : "tenant" };
}
