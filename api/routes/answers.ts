/** The owner answers what the participants asked before the debate. */
import { createRoute, z } from "@hono/zod-openapi";
import { Answer } from "../../domain/questions.ts";
import { Debate } from "../../domain/schemas/debate.ts";
import { readJson, validBody } from "../body.ts";
import type { App } from "../context.ts";
import { debateAfter } from "../debate-after.ts";
import { answersJson } from "../negotiate.ts";
import { bodyOf, DebateParams, debateBodyProblems, header, json, NoQuery, registerSchema } from "../openapi.ts";
import type { Services } from "../services.ts";
import { give } from "./commands.ts";

/** As many as there can be questions at a time, and more. */
const MOST_ANSWERS = 200;

const AnswersRequest = z
  .strictObject({ answers: z.array(Answer).min(1).max(MOST_ANSWERS), reason: z.string().max(2_000).optional() })
  .meta({ id: "AnswersRequest", description: "Some of the pending questions, or all of them" });

const route = createRoute({
  method: "post",
  path: "/v1/debates/{id}/answers",
  operationId: "submitAnswers",
  summary: "Answer questions that the participants asked",
  tags: ["Commands"],
  middleware: answersJson,
  request: { params: DebateParams, query: NoQuery, body: bodyOf("AnswersRequest", { required: true }) },
  responses: {
    200: { ...json(Debate, "The debate after the answers"), headers: { ETag: header("Its version") } },
    ...debateBodyProblems(),
  },
});

export function registerAnswers(app: App, services: Services): void {
  registerSchema(app, "AnswersRequest", AnswersRequest);
  app.openapi(route, async (c) => {
    const record = await services.debates.require(c.get("tenant"), c.req.valid("param").id);
    const input = validBody(AnswersRequest, await readJson(c), "the answers are");
    const outcome = await give(services, { record, command: "submitAnswers", input });
    const after = await debateAfter(c, services, { record, until: (now) => now.version >= outcome.version });
    return c.json(await services.debates.view(after), 200);
  });
}
