/** The owner answers the participants' questions before the debate. */
import { z } from "@hono/zod-openapi";
import { list } from "../../domain/shapes/schemas/bounds.ts";
import { Answer } from "../../domain/shapes/schemas/questions.schema.ts";
import { readJson } from "../http/body.http.ts";
import { validBody } from "../http/valid-body.ts";
import { debateReply } from "../openapi/openapi.ts";
import { defineRoute } from "../openapi/route.openapi.ts";
import { giveAndShow } from "./commands.routes.ts";
import { ACCEPTED, lateCommand } from "./late.commands-api.ts";

/** More than the questions that can be open at once. */
const MOST_ANSWERS = 200;

export const AnswersRequest = z
  .strictObject({
    answers: list(Answer, MOST_ANSWERS).min(1).meta({ description: "The answers, each to one question" }),
    reason: z.string().max(2_000).optional().meta({ description: "Why, for the log" }),
  })
  .meta({ id: "AnswersRequest", description: "Some of the pending questions, or all of them" });

export const submitAnswers = defineRoute({
  at: "POST /v1/debates/{id}/answers",
  place: "commands",
  mayBeLate: true,
  operationId: "submitAnswers",
  tag: "Commands",
  summary: "Answer questions that the participants asked",
  body: AnswersRequest,
  replies: { 200: debateReply("The debate after the answers"), 202: ACCEPTED },
  refuses: ["illegal-transition"],
  async answer(c, services) {
    const record = await services.debates.requested(c);
    const input = validBody(AnswersRequest, await readJson(c), "the answers are");
    const call = { record, command: "submitAnswers" as const, input };
    const late = lateCommand(c, services, call);
    return late ? c.json(await late(), 202) : c.json(await giveAndShow(c, services, call), 200);
  },
});
