/** What a receiver gets, for the OpenAPI document's `webhooks`. */
import { z } from "@hono/zod-openapi";
import type { Route } from "../../../api/openapi/route.openapi.ts";
import { EVENT_NAMES } from "../../../domain/play/events/registry.events.ts";

const reference = (description: string) => z.union([z.string(), z.null()]).optional().meta({ description });
const number = (description: string) => z.union([z.int(), z.null()]).optional().meta({ description });
const link = (description: string) => z.string().meta({ description });

const [first = "", ...others] = EVENT_NAMES;

const WebhookMessage = z
  .strictObject({
    id: z.int().min(1).meta({ description: "The event's number in the debate's log" }),
    type: z.enum([first, ...others]).meta({ description: "The event's type" }),
    at: z.string().meta({ description: "When it happened: ISO 8601, UTC" }),
    debateId: z.string().meta({ description: "The debate", examples: ["deb-20261121-051254-7K2M9Q"] }),
    round: number("The round"),
    phase: reference("The phase of a turn or of the debate"),
    participantId: reference("The participant"),
    turnId: reference("The turn"),
    actId: reference("The assessment, ballot or other act"),
    status: reference("The debate's status"),
    attempt: number("Which attempt, from 1"),
    kind: reference("The kind of a fault or of what happened"),
    iteration: number("Which iteration, from 1"),
    links: z
      .strictObject({
        debate: link("The debate"),
        event: link("The log from this event on"),
        transcript: link("The transcript"),
      })
      .meta({ description: "Addresses of the API: whole ones if the server knows its own, else paths" }),
  })
  .meta({ id: "WebhookMessage", description: "An event of a debate: references, never texts" });

const signed = z.object({
  "webhook-id": z.string().meta({ description: "The delivery, the same for each attempt: the debate and the event" }),
  "webhook-timestamp": z.string().regex(/^\d+$/).meta({ description: "When it was sent: seconds since 1970" }),
  "webhook-signature": z.string().meta({ description: "By Standard Webhooks, with the webhook's secret" }),
});

/** One webhook carries all events. */
export const describeDelivered: Route = {
  place: "none",
  register: (app) =>
    app.openAPIRegistry.registerWebhook({
      method: "post",
      path: "debateEvent",
      operationId: "debateEvent",
      tags: ["Webhooks"],
      summary: "An event of a debate, sent to the address of its webhook",
      description:
        "Signed by Standard Webhooks. Events come in the log's order, each at least once; they are sent again for 24 hours.",
      security: [],
      request: {
        headers: signed,
        body: { required: true, content: { "application/json": { schema: WebhookMessage } } },
      },
      responses: {
        "2XX": { description: "It has arrived" },
        "410": { description: "The webhook is switched off" },
        default: { description: "It is sent again, after `Retry-After` where that is given" },
      },
    }),
};
