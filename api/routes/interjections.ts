/** The owner says something in the debate. */
import { randomUUID } from "node:crypto";
import { createRoute, z } from "@hono/zod-openapi";
import { ParleyError } from "../../domain/errors.ts";
import { turnOf } from "../../domain/interjections.ts";
import { Turn } from "../../domain/schemas/turn.ts";
import { readJson, validBody } from "../body.ts";
import type { App } from "../context.ts";
import { answersJson } from "../negotiate.ts";
import { bodyOf, DebateParams, debateBodyProblems, json, NoQuery, registerSchema } from "../openapi.ts";
import type { Services } from "../services.ts";
import { give } from "./commands.ts";

const InterjectionRequest = z
  .strictObject({
    text: z
      .string()
      .max(20_000)
      .refine((text) => text.trim() !== "", "must not be blank"),
    to: z.string().max(32).optional().meta({ description: "The id of the only participant who is shown it" }),
  })
  .meta({ id: "InterjectionRequest" });

const route = createRoute({
  method: "post",
  path: "/v1/debates/{id}/interjections",
  operationId: "interject",
  summary: "Say something to the participants, from their next turns on",
  tags: ["Commands"],
  middleware: answersJson,
  request: { params: DebateParams, query: NoQuery, body: bodyOf("InterjectionRequest", { required: true }) },
  responses: {
    202: json(Turn, "The interjection, as it stands in the transcript"),
    ...debateBodyProblems(),
  },
});

export function registerInterjections(app: App, services: Services): void {
  registerSchema(app, "InterjectionRequest", InterjectionRequest);
  app.openapi(route, async (c) => {
    const record = await services.debates.require(c.get("tenant"), c.req.valid("param").id);
    const { text, to } = validBody(InterjectionRequest, await readJson(c), "the interjection is");
    const note = randomUUID();
    await services.store.putNote({ tenant: record.tenant, debateId: record.id }, note, text);
    const { state } = await give(services, { record, command: "interject", input: { note, ...(to && { to }) } });
    const ref = state.interjections?.find((one) => one.note === note);
    if (!ref) throw new ParleyError("internal", "an accepted interjection is not in the state");
    return c.json(turnOf(ref, text), 202);
  });
}
