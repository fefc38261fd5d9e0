/** Creates a debate from another one: a fork that continues from one of its rounds, or its twin. */

import type { Context } from "hono";
import { Estimates } from "../../domain/play/estimates/schema.estimate.ts";
import type { AppEnv } from "../base/context.api-base.ts";
import { ForkRequest } from "../base/owner-requests.ts";
import { showCreated } from "../debates/debates.routes.ts";
import { readJson } from "../http/body.http.ts";
import { validBody } from "../http/valid-body.ts";
import { createdDebate, json } from "../openapi/openapi.ts";
import { defineRoute } from "../openapi/route.openapi.ts";
import { estimateFork, forkDebate, twinDebate } from "./forks.ts";

const replies = { 201: createdDebate("The new debate") };

const fork = defineRoute({
  at: "POST /v1/debates/{id}/fork",
  place: "creates",
  operationId: "forkDebate",
  summary: "Continue from a round of a debate in another way",
  description:
    "A new debate that shares all rounds up to `afterRound`, copied under its own id, and continues from there by itself. The original does not change; it may be running.",
  body: ForkRequest,
  replies,
  refuses: ["conflict", "quota-exceeded"],
  async answer(c, services) {
    const original = await services.debates.requested(c);
    const asked = validBody(ForkRequest, await readJson(c), "the fork is");
    const record = await forkDebate(services, { original, ...callerIn(c), ...asked });
    return showCreated(c, services, record);
  },
});

const estimate = defineRoute({
  at: "POST /v1/debates/{id}/fork/estimates",
  place: "estimates",
  operationId: "estimateFork",
  summary: "Estimate what a fork would buy beyond the rounds that it takes over",
  body: ForkRequest,
  replies: { 200: json(Estimates, "The figures, or the problems of the changes") },
  refuses: ["conflict"],
  async answer(c, services) {
    const original = await services.debates.requested(c);
    const asked = validBody(ForkRequest, await readJson(c), "the fork is");
    return c.json(await estimateFork(services, { original, ...asked }), 200);
  },
});

const twin = defineRoute({
  at: "POST /v1/debates/{id}/twin",
  place: "creates",
  operationId: "twinDebate",
  summary: "Run a debate again with its sides swapped",
  description:
    "A new debate from the start: for and against change places. If nobody is for or against, the speakers change seats, which reverses order, positions and roles.",
  replies,
  refuses: ["conflict", "quota-exceeded"],
  async answer(c, services) {
    const original = await services.debates.requested(c);
    const record = await twinDebate(services, { original, ...callerIn(c) });
    return showCreated(c, services, record);
  },
});

function callerIn(c: Context<AppEnv>) {
  return { lease: c.get("lease"), key: c.get("caller")?.key };
}

export const forkRoutes = { fork, estimate, twin };
