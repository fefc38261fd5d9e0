/** Makes another debate of one: a fork that goes on from a round of it, or its twin. */
import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { LIMITS } from "../../domain/request.ts";
import { Debate } from "../../domain/schemas/debate.ts";
import type { DebateRecord } from "../../store/port/debates.ts";
import { readJson, validBody } from "../body.ts";
import { etagOf } from "../conditional.ts";
import type { App, AppEnv } from "../context.ts";
import { forkDebate, twinDebate } from "../forks.ts";
import { answersJson } from "../negotiate.ts";
import { bodyOf, DebateParams, header, json, NoQuery, problems, registerSchema } from "../openapi.ts";
import type { Services } from "../services.ts";

const ForkRequest = z
  .strictObject({
    afterRound: z.int().min(0).max(LIMITS.rounds).meta({
      description: "The last round that both share; 0 begins anew, with the positions that were assigned",
    }),
    changes: z.record(z.string(), z.unknown()).default({}).meta({
      description:
        "A JSON merge patch (RFC 7396) of what the original was asked for. What was said rests on topic, context, format, mode, exhibits, diversity, clarifications, retrieval, and on the participants' id, name, side, position, persona and role: these can not change, and may be left out of a list of participants",
    }),
  })
  .meta({ id: "ForkRequest" });

const made = {
  201: { ...json(Debate, "The new debate"), headers: { Location: header("Its address"), ETag: header("Its version") } },
};
const REFUSALS = ["not-found", "not-acceptable", "conflict", "invalid-request"] as const;
const BODY_REFUSALS = ["malformed-json", "payload-too-large", "unsupported-media-type"] as const;

const fork = createRoute({
  method: "post",
  path: "/v1/debates/{id}/fork",
  operationId: "forkDebate",
  summary: "Go on from a round of a debate in another way",
  description:
    "A new debate that shares all rounds up to `afterRound`, copied under its own id, and goes on from there by itself. The original stays as it is; it may be running.",
  tags: ["Debates"],
  middleware: answersJson,
  request: { params: DebateParams, query: NoQuery, body: bodyOf("ForkRequest", { required: true }) },
  responses: { ...made, ...problems(...REFUSALS, ...BODY_REFUSALS) },
});

const twin = createRoute({
  method: "post",
  path: "/v1/debates/{id}/twin",
  operationId: "twinDebate",
  summary: "Hold a debate again with its sides swapped",
  description:
    "A new debate from the start: for and against change places; where nobody is for or against, the speakers change seats, so that order, positions and roles are the other way round.",
  tags: ["Debates"],
  middleware: answersJson,
  request: { params: DebateParams, query: NoQuery },
  responses: { ...made, ...problems(...REFUSALS) },
});

export function registerForks(app: App, services: Services): void {
  const { debates } = services;
  registerSchema(app, "ForkRequest", ForkRequest);
  app.openapi(fork, async (c) => {
    const original = await debates.require(c.get("tenant"), c.req.valid("param").id);
    const asked = validBody(ForkRequest, await readJson(c), "the fork is");
    const record = await forkDebate(services, { original, hold: c.get("hold"), ...asked });
    located(c, services, record);
    return c.json(await debates.view(record), 201);
  });

  app.openapi(twin, async (c) => {
    const original = await debates.require(c.get("tenant"), c.req.valid("param").id);
    const record = await twinDebate(services, { original, hold: c.get("hold") });
    located(c, services, record);
    return c.json(await debates.view(record), 201);
  });
}

function located(c: Context<AppEnv>, { links }: Services, record: DebateRecord): void {
  c.header("Location", links.debate(record.id).self);
  c.header("ETag", etagOf(record));
}
