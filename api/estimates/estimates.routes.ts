/** Estimates what a debate would cost. Stores nothing and calls no model. */

import { checkRequest } from "../../domain/play/beginning/checks.beginning.ts";
import { plannedConfig } from "../../domain/play/beginning/planned.ts";
import { withRequest } from "../../domain/play/beginning/revision.ts";
import { Estimates } from "../../domain/play/estimates/schema.estimate.ts";
import { withUsualParticipants } from "../../domain/rules/seats/usual-participants.ts";
import type { Catalogue } from "../../domain/shapes/catalogue/catalogue.ts";
import type { AppliedPreset } from "../../domain/shapes/schemas/preset.ts";
import { withMaterial } from "../../store/records/material.records.ts";
import type { Services } from "../base/services.ts";
import { readJson } from "../http/body.http.ts";
import { json } from "../openapi/openapi.ts";
import { defineRoute } from "../openapi/route.openapi.ts";
import { figuresOf } from "./figures.estimates-api.ts";

export const estimateDebate = defineRoute({
  at: "POST /v1/estimates",
  place: "estimates",
  operationId: "estimateDebate",
  tag: "Debates",
  summary: "Estimate a debate's calls, tokens and cost: lowest, likely, worst",
  body: "DebateRequest",
  replies: { 200: json(Estimates, "The figures, or the problems of the request") },
  answer: async (c, services) => {
    const tenant = c.get("tenant");
    const applied = await services.presets.apply({ tenant, body: await readJson(c) });
    return c.json(await estimatesOf(services, { tenant, ...applied }), 200);
  },
});

async function estimatesOf(
  { store, catalogue, settings, webhooks }: Services,
  { tenant, body }: AppliedPreset & { tenant: string },
): Promise<Estimates> {
  const { rest, problems: amiss } = webhooks.take(body);
  const { body: whole, taken } = withUsualParticipants(rest, catalogue);
  const checked = checkRequest(whole, catalogue);
  const wrong = [...checked.problems, ...amiss];
  const known = checked.request ? catalogue : withAllKeys(catalogue);
  const request = checked.request ?? checkRequest(whole, known).request;
  const { durations } = settings;
  const asked = request && withRequest(plannedConfig(request, known).config, whole, durations);
  const made = asked && (await withMaterial(store, { tenant, config: asked }));
  const problems = [...wrong, ...(made?.problems ?? [])];
  if (!made?.config || amiss.length > 0) return { problems, warnings: [], lowest: null, likely: null, worst: null };
  const { warnings, ...figures } = await figuresOf({ settings, catalogue: known }, made.config);
  return { problems, ...figures, warnings: [...taken, ...warnings] };
}

/** Prices are known without keys: a debate is estimated before its keys are set. */
function withAllKeys(catalogue: Catalogue): Catalogue {
  const provider = (id: string) => {
    const found = catalogue.provider(id);
    return found && { ...found, isAuthenticated: true };
  };
  return { ...catalogue, provider };
}
