/** Bodies that are no JSON. */
import { z } from "@hono/zod-openapi";

export const EventStream = z
  .string()
  .meta({ id: "EventStream", description: "Server-sent events: id, event and data (an Event) of each log entry" });

export const Markdown = z.string().meta({ id: "Markdown" });

export const Html = z.string().meta({ id: "Html" });

export const Metrics = z.string().meta({ id: "Metrics", description: "Prometheus' text format, version 0.0.4" });

export const ModelCalls = z.string().meta({
  id: "ModelCalls",
  description:
    "A line of JSON for each turn that a model said: `debate`, `turn`, `round`, `participant`, `model`, `system`, `messages` (`role`, `content`), `reply`, `inputTokens`, `outputTokens`, `costUsd`, `note`. `system` and `messages` are null when the prompt cannot be rebuilt, `reply` when it is not stored; `note` says why, else it is null",
});
