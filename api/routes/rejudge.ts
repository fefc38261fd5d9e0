/** Has another judge, or panel, rule over a debate that is over. */
import { createRoute } from "@hono/zod-openapi";
import { Rejudgement, RejudgeRequest } from "../../domain/rejudgement.ts";
import { readJson } from "../body.ts";
import type { App } from "../context.ts";
import { answersJson } from "../negotiate.ts";
import { bodyOf, DebateParams, debateBodyProblems, header, json, NoQuery, registerSchema } from "../openapi.ts";
import { beginRejudgement } from "../rejudgements.ts";
import type { Services } from "../services.ts";

const rejudge = createRoute({
  method: "post",
  path: "/v1/debates/{id}/rejudge",
  operationId: "rejudgeDebate",
  summary: "Have another judge or panel rule over a debate that is over",
  description:
    "Nothing is debated again and the debate's own result stays as it is: rulings stand side by side, in brief in the debate's `rejudgements` and whole in its transcript. The new judge sees all that was said, and nothing of what other judges said of it. What it costs stands on the rejudgement and apart in the debate's costs; the debate's limits do not hold for it. On a motion (oxford) nobody votes again: the better scores decide between the sides. Its events tell nothing of it, and no webhook does.",
  tags: ["Debates"],
  middleware: answersJson,
  request: { params: DebateParams, query: NoQuery, body: bodyOf("RejudgeRequest", { required: true }) },
  responses: {
    202: {
      ...json(Rejudgement, "The rejudgement, under way"),
      headers: { Location: header("The debate, which shows what comes of it") },
    },
    ...debateBodyProblems("conflict"),
  },
});

export function registerRejudge(app: App, services: Services): void {
  registerSchema(app, "RejudgeRequest", RejudgeRequest);
  app.openapi(rejudge, async (c) => {
    const record = await services.debates.require(c.get("tenant"), c.req.valid("param").id);
    const body = await readJson(c);
    const rejudgement = await beginRejudgement(services, { record, body, hold: c.get("hold") });
    c.header("Location", services.links.debate(record.id).self);
    return c.json(rejudgement, 202);
  });
}
