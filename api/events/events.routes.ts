/** A debate's event log, as a stream or as JSON pages. */
import { z } from "@hono/zod-openapi";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { EventType } from "../../domain/play/events/events.ts";
import { EVENT_NAMES } from "../../domain/play/events/registry.events.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import { keyOf } from "../../store/port/debates.port.ts";
import { readerOf } from "../access/reader.access.ts";
import { EventPage } from "../base/event-schemas.ts";
import type { Services } from "../base/services.ts";
import { EventStream } from "../base/texts.api-base.ts";
import { requireAcceptable } from "../http/negotiate.ts";
import { EVENT_STREAM } from "../http/sse.http.ts";
import { metered } from "../observe/meter.api.ts";
import { header, json, wholeNumber } from "../openapi/openapi.ts";
import { defineRoute } from "../openapi/route.openapi.ts";
import { answerStream, lastEventId, PLACE } from "./answer-stream.ts";
import { readPage } from "./pages.event-api.ts";
import { replay, SPEEDS } from "./replay.ts";
import { eventStream } from "./stream.event-api.ts";
import type { EventFilter } from "./view.event-api.ts";
import { waitForEnd, waitForSharedEnd } from "./wait-for-end.ts";

const JSON_PAGE = "application/json";
const isEventType = (name: string): name is EventType => (EVENT_NAMES as string[]).includes(name);

const types = z
  .string()
  .transform((text) => text.split(",").map((name) => name.trim()))
  .refine((names) => names.every(isEventType), { error: `must be a list of: ${EVENT_NAMES.join(", ")}` })
  .transform((names) => names.filter(isEventType));

const speed = z
  .string()
  .regex(/^\d{1,4}(\.\d{1,3})?$/, "must be a number")
  .transform(Number)
  .pipe(z.number().min(SPEEDS.min).max(SPEEDS.max))
  .default(1)
  .openapi({
    type: "number",
    minimum: SPEEDS.min,
    maximum: SPEEDS.max,
    default: 1,
    description: "Speed of a replay, as a multiple of the recorded pace",
  });

export const readEvents = defineRoute({
  at: "GET /v1/debates/{id}/events",
  operationId: "readEvents",
  tag: "Events",
  summary: "Follow a debate's event log, or read it by pages",
  description:
    "A stream of server-sent events unless `Accept` prefers `application/json`. The stream ends after the terminal event. The key is checked when the stream opens, and again when the reader reconnects.",
  query: {
    after: PLACE,
    types: types
      .optional()
      .openapi({ type: "string", description: "Event types, comma-separated; the terminal event always passes" }),
    deltas: z.enum(["true", "false"]).default("true").meta({ description: "`false` leaves text chunks out" }),
    replay: z.enum(["true", "false"]).default("false").meta({
      description:
        "`true` replays the log at its recorded pace, without a model call, as a stream only; gaps are shortened to 5 s",
    }),
    speed,
    limit: wholeNumber({ min: 1, max: 1_000, default: 200, description: "Events of a JSON page" }),
  },
  headers: { "last-event-id": "Sent by browsers; takes precedence over `after`" },
  replies: {
    200: {
      description: "The events",
      headers: { "X-Accel-Buffering": header("`no`, on a stream") },
      content: { [EVENT_STREAM]: { schema: EventStream }, ...json(EventPage, "").content },
    },
    204: { description: "The reader has the terminal event already: no event will follow" },
  },
  refuses: ["not-acceptable"],
  isJson: false,
  async answer(c, services): Promise<Response> {
    const { log } = services.store;
    const query = c.req.valid("query");
    const after = lastEventId(c) ?? query.after;
    const reader = readerOf(c, services.links);
    const filter: EventFilter = {
      types: query.types ?? null,
      deltas: query.deltas === "true",
      shownOf: reader.event,
    };
    const again = query.replay === "true";
    const kind = requireAcceptable(c, [EVENT_STREAM, JSON_PAGE]);
    if (again && kind === JSON_PAGE) throw notReplayed();
    const debate = keyOf(await services.debates.requested(c));
    if (kind === JSON_PAGE) {
      const page = await readPage({ log, debate, after, limit: query.limit, ...filter });
      if (page.terminal) await waitForEnd(services.store, debate);
      return c.json(page, 200);
    }
    if (await isOver(services, debate, after)) return c.body(null, 204);
    const follow = (signal: AbortSignal) =>
      again
        ? oneByOne(replay({ log, debate, after, speed: query.speed, signal }))
        : metered(log.batches({ debate, after, signal }), services.meter);
    const ended = () => waitForSharedEnd(services.store, debate);
    return answerStream(c, services, (circumstances) => eventStream({ ...filter, ...circumstances, follow, ended }));
  },
});

async function* oneByOne<T>(events: AsyncIterable<T>): AsyncGenerator<T[]> {
  for await (const event of events) yield [event];
}

function notReplayed(): ParleyError {
  const errors = [{ pointer: "/replay", detail: "needs Accept: text/event-stream" }];
  return new ParleyError("invalid-request", "a replay is a stream, not a page", { errors });
}

async function isOver({ store }: Services, debate: DebateKey, after: number): Promise<boolean> {
  if (after === 0) return false;
  const { events: rest, terminal } = await store.log.read({ debate, after, limit: 1 });
  return terminal && rest.length === 0;
}
