/** The owner answers what the participants asked before the debate. */
import { createRoute, z } from "@hono/zod-openapi";
import { faultsOf } from "../../domain/checks.ts";
import { ParleyError } from "../../domain/errors.ts";
import { Answer } from "../../domain/questions.ts";
import { Debate } from "../../domain/schemas.ts";
import { readJson } from "../body.ts";
import { etagOf } from "../conditional.ts";
import type { App } from "../context.ts";
import { answersJson } from "../negotiate.ts";
import { bodyOf, DebateParams, header, json, NoQuery, problems, registerSchema } from "../openapi.ts";
import type { Services } from "../services.ts";
import { CATCH_UP_MS, give } from "./commands.ts";

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
    ...problems(
      "malformed-json",
      "not-found",
      "not-acceptable",
      "illegal-transition",
      "payload-too-large",
      "unsupported-media-type",
      "invalid-request",
    ),
  },
});

export function registerAnswers(app: App, services: Services): void {
  registerSchema(app, "AnswersRequest", AnswersRequest);
  app.openapi(route, async (c) => {
    const record = await services.debates.require(c.get("tenant"), c.req.valid("param").id);
    const input = requireValid(await readJson(c));
    const outcome = await give(services, { record, command: "submitAnswers", input });
    const after = await services.debates.wait({
      record,
      until: (now) => now.version >= outcome.version,
      ms: CATCH_UP_MS,
      signal: services.leaving(c),
    });
    c.header("ETag", etagOf(after));
    return c.json(await services.debates.view(after), 200);
  });
}

/** Throws `invalid-request` with every fault. */
function requireValid(body: unknown): z.infer<typeof AnswersRequest> {
  const parsed = z.safeParse(AnswersRequest, body);
  if (parsed.success) return parsed.data;
  throw new ParleyError("invalid-request", "the answers are not valid", { errors: faultsOf(parsed.error) });
}
