/** A debate's event log, as a stream or as JSON pages. */
import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { ParleyError } from "../../domain/errors.ts";
import { EVENT_NAMES } from "../../domain/event-shapes.ts";
import type { EventType } from "../../domain/events.ts";
import type { DebateKey } from "../../store/port/debates.ts";
import type { App, AppEnv } from "../context.ts";
import { endShown } from "../end-shown.ts";
import { readPage } from "../event-pages.ts";
import { eventStream, type StreamInput } from "../event-stream.ts";
import type { EventFilter } from "../event-view.ts";
import { metered } from "../meter.ts";
import { requireAcceptable } from "../negotiate.ts";
import { DebateParams, header, json, problems, wholeNumber } from "../openapi.ts";
import { replay, SPEEDS } from "../replay.ts";
import { requestFacts } from "../request-facts.ts";
import { EventPage, EventStream } from "../schemas.ts";
import type { Services } from "../services.ts";

const STREAM = "text/event-stream";
const JSON_PAGE = "application/json";
const isEventType = (name: string): name is EventType => (EVENT_NAMES as string[]).includes(name);

const place = wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER, default: 0, description: "Go on after this id" });
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
    description: "Of a replay: times as fast as recorded",
  });

const events = createRoute({
  method: "get",
  path: "/v1/debates/{id}/events",
  operationId: "readEvents",
  summary: "Follow a debate's event log, or read it by pages",
  description:
    "A stream of server-sent events unless `Accept` prefers `application/json`. The stream ends after the terminal event. A key is asked for when the stream is opened, and not again until the reader reconnects.",
  tags: ["Events"],
  request: {
    params: DebateParams,
    query: z.strictObject({
      after: place,
      types: types
        .optional()
        .openapi({ type: "string", description: "Event types, comma-separated; the terminal event always passes" }),
      deltas: z.enum(["true", "false"]).default("true").meta({ description: "`false` leaves text chunks out" }),
      replay: z.enum(["true", "false"]).default("false").meta({
        description:
          "`true` tells the log again at the pace at which it was written, without a model call, as a stream only; a gap of more than 5 s counts as 5 s",
      }),
      speed,
      limit: wholeNumber({ min: 1, max: 1_000, default: 200, description: "Of a JSON page" }),
    }),
    headers: z.object({
      "last-event-id": z.string().optional().meta({ description: "As a browser sends it; wins over `after`" }),
    }),
  },
  responses: {
    200: {
      description: "The events",
      headers: { "X-Accel-Buffering": header("`no`, on a stream") },
      content: { [STREAM]: { schema: EventStream }, ...json(EventPage, "").content },
    },
    204: { description: "The reader has the terminal event already: nothing will ever come" },
    ...problems("not-found", "not-acceptable", "invalid-request"),
  },
});

export function registerEvents(app: App, services: Services): void {
  const { log } = services.store;
  app.openapi(events, async (c): Promise<Response> => {
    const query = c.req.valid("query");
    const after = placeOf(c.req.header("last-event-id")) ?? query.after;
    const filter: EventFilter = { types: query.types ?? null, deltas: query.deltas === "true" };
    const again = query.replay === "true";
    const kind = requireAcceptable(c, [STREAM, JSON_PAGE]);
    if (again && kind === JSON_PAGE) throw notReplayed();
    const { tenant, id } = await services.debates.require(c.get("tenant"), c.req.valid("param").id);
    const debate = { tenant, debateId: id };
    if (kind === JSON_PAGE) {
      const page = await readPage({ log, debate, after, limit: query.limit, ...filter });
      if (page.terminal) await endShown(services.store, debate);
      return c.json(page, 200);
    }
    if (await isOver(services, debate, after)) return c.body(null, 204);
    const follow = (signal: AbortSignal) =>
      again
        ? replay({ log, debate, after, speed: query.speed, signal })
        : metered(log.follow({ debate, after, signal }), services.meter);
    return stream(c, services, { follow, filter, shown: () => endShown(services.store, debate) });
  });
}

function notReplayed(): ParleyError {
  const errors = [{ pointer: "/replay", detail: "is a stream: accept text/event-stream" }];
  return new ParleyError("invalid-request", "a replay can not be had as a page", { errors });
}

function stream(
  c: Context<AppEnv>,
  services: Services,
  { filter, ...log }: Pick<StreamInput, "follow" | "shown"> & { filter: EventFilter },
) {
  c.header("Content-Type", STREAM);
  c.header("X-Accel-Buffering", "no");
  if (c.req.method === "HEAD") return c.body(null, 200);
  return c.body(
    eventStream({
      ...filter,
      ...log,
      signal: ending(services.leaving(c), services.settings.streamMaxMs),
      onError: (error) =>
        services.logger.error({ ...requestFacts(c), error: (error as Error).name }, "an event stream broke"),
    }),
    200,
  );
}

/** A host that ends requests after a time is told to us: the stream ends before it, at the border of an event. */
function ending(leaving: AbortSignal, maxMs: number | undefined): AbortSignal {
  return maxMs === undefined ? leaving : AbortSignal.any([leaving, AbortSignal.timeout(maxMs)]);
}

async function isOver({ store }: Services, debate: DebateKey, after: number): Promise<boolean> {
  if (after === 0) return false;
  const { events: rest, terminal } = await store.log.read({ debate, after, limit: 1 });
  return terminal && rest.length === 0;
}

/** The id after which a reconnecting browser goes on; undefined when it sends none. */
function placeOf(lastEventId: string | undefined): number | undefined {
  if (lastEventId === undefined || lastEventId === "") return undefined;
  const parsed = place.safeParse(lastEventId);
  if (parsed.success) return parsed.data;
  const errors = [{ pointer: "/Last-Event-ID", detail: "must be the id of an event" }];
  throw new ParleyError("invalid-request", "the header Last-Event-ID is not valid", { errors });
}
