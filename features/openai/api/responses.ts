/** OpenAI's responses: a debate answers at once, as a stream, or in the background. */

import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { AppEnv } from "../../../api/base/context.api-base.ts";
import type { Services } from "../../../api/base/services.ts";
import { give } from "../../../api/commands/commands.routes.ts";
import { eraseDebate } from "../../../api/debates/erase.ts";
import { readJson } from "../../../api/http/body.http.ts";
import { EVENT_STREAM } from "../../../api/http/sse.http.ts";
import { validBody } from "../../../api/http/valid-body.ts";
import { json, wholeNumber } from "../../../api/openapi/openapi.ts";
import { defineRoute } from "../../../api/openapi/route.openapi.ts";
import { takeWait } from "../../../api/places/wait.api.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import type { Said } from "../../../domain/rules/request/conversation.request.ts";
import { isTerminal } from "../../../domain/shapes/lifecycle.shape.ts";
import { keyOf } from "../../../store/port/debates.port.ts";
import { ASKED, type Asked } from "../domain/asked.openai.ts";
import { answeredBy } from "./answered.openai-api.ts";
import { askedIn, beginFor } from "./begin.ts";
import { debateHeaders, latest, shownBy, waitForAnswer } from "./following.ts";
import { answerFrames } from "./frames.openai-api.ts";
import { itemId } from "./ids.openai-api.ts";
import { DeletedObject, InputItems, ResponseObject, StreamText } from "./objects.ts";
import { piecesSoFar, progressOf } from "./progress.openai-api.ts";
import { fusionIn, ResponseRequest } from "./requests.openai-api.ts";
import { responseEvents, responseOf, type Shown, type WireResponse } from "./response.ts";
import { saidInResponse } from "./said.openai-api.ts";

const about = { tag: "OpenAI", errors: "openai" } as const;
const REPLIES = {
  200: {
    description: "The response, or a stream of its events",
    content: { ...json(ResponseObject, "").content, [EVENT_STREAM]: { schema: StreamText } },
  },
};

const create = defineRoute({
  ...about,
  at: "POST /openai/v1/responses",
  place: "creates",
  operationId: "createResponse",
  summary: "Ask a preset as a model of OpenAI's responses",
  headers: { "idempotency-key": "Repeats with this key get the same debate" },
  body: ResponseRequest,
  replies: REPLIES,
  refuses: ["conflict", "not-found"],
  isJson: false,
  async answer(c, services) {
    const body = validBody(ResponseRequest, await readJson(c), "the request is");
    // Refused before anything is bought.
    if (body.stream) services.streams.take(c.get("caller"))();
    else if (!body.background) takeWait(c, services);
    const shown = shownBy(services, await beginFor(c, services, { asked: askedBy(body), own: body.parley }));
    debateHeaders(c, shown);
    if (body.stream) return stream(c, services, shown);
    const answered = shown.asked.background ? shown : await waitForAnswer(c, services, shown);
    return c.json(await responseFor(services, answered), 200);
  },
});

const read = defineRoute({
  ...about,
  at: "GET /openai/v1/responses/{responseId}",
  operationId: "getResponse",
  summary: "Read a response, or follow it as a stream",
  // Clients send `include`, which changes nothing here.
  query: null,
  replies: REPLIES,
  isJson: false,
  async answer(c, services) {
    const shown = await requireShown(c, services);
    debateHeaders(c, shown);
    if (c.req.query("stream") !== "true") return c.json(await responseFor(services, shown), 200);
    return stream(c, services, shown, startingAfter(c));
  },
});

const cancel = defineRoute({
  ...about,
  at: "POST /openai/v1/responses/{responseId}/cancel",
  place: "stops",
  operationId: "cancelResponse",
  summary: "Cancel a response: its debate is abandoned",
  replies: { 200: json(ResponseObject, "The response; one that is over stays as it is") },
  async answer(c, services) {
    const shown = await requireShown(c, services);
    debateHeaders(c, shown);
    return c.json(await responseFor(services, await cancelled(services, shown)), 200);
  },
});

const remove = defineRoute({
  ...about,
  at: "DELETE /openai/v1/responses/{responseId}",
  operationId: "deleteResponse",
  summary: "Erase a response that is over, and its debate",
  replies: { 200: json(DeletedObject, "It is erased") },
  refuses: ["illegal-transition"],
  async answer(c, services) {
    const { record } = await requireShown(c, services);
    await eraseDebate(services, record);
    return c.json({ id: c.req.valid("param").responseId, object: "response", deleted: true }, 200);
  },
});

const inputItems = defineRoute({
  ...about,
  at: "GET /openai/v1/responses/{responseId}/input_items",
  operationId: "listInputItems",
  summary: "List what a response was asked",
  query: {
    limit: wholeNumber({ min: 1, max: 100, default: 20, description: "The most items that one page has" }),
    order: z.enum(["asc", "desc"]).default("desc").meta({ description: "`desc`: the newest first" }),
    after: z.string().max(100).optional().meta({ description: "The last id of the page before" }),
    include: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .meta({ description: "Ignored" }),
    "include[]": z
      .union([z.string(), z.array(z.string())])
      .optional()
      .meta({ description: "Ignored" }),
  },
  replies: { 200: json(InputItems, "A page of items") },
  async answer(c, services) {
    const { limit, order, after } = c.req.valid("query");
    const { record, asked } = await requireShown(c, services);
    const items = asked.input.map((said, i) => inputItem(said, itemId("msg", record.id, i + 1)));
    const ordered = order === "asc" ? items : items.toReversed();
    const from = after === undefined ? 0 : ordered.findIndex(({ id }) => id === after) + 1;
    const data = ordered.slice(from, from + limit);
    return c.json(
      {
        object: "list",
        data,
        first_id: data[0]?.id ?? null,
        last_id: data.at(-1)?.id ?? null,
        has_more: from + limit < ordered.length,
      },
      200,
    );
  },
});

export const responseRoutes = [create, inputItems, read, cancel, remove];

function askedBy(body: ResponseRequest): Asked {
  const { text, instructions = null, previous_response_id: previous = null } = body;
  const format = text?.format;
  return {
    by: "responses",
    model: body.model,
    input: saidInResponse(body),
    instructions,
    previous,
    metadata: body.metadata ?? {},
    verbosity: text?.verbosity ?? "medium",
    format:
      format && "schema" in format
        ? { type: "json_schema", name: format.name, schema: format.schema }
        : { type: format?.type === "json_object" ? "json_object" : "text" },
    background: body.background ?? false,
    ...(body.include?.includes("commentary") && { commentary: true }),
    ...fusionIn(body),
  };
}

function inputItem({ role, text }: Said, id: string) {
  if (role === "tool") return { id, type: "function_call_output", call_id: id, status: "completed", output: text };
  const type = role === "assistant" ? "output_text" : "input_text";
  return { id, type: "message", role, status: "completed", content: [{ type, text }] };
}

/** With the progress so far. */
async function responseFor(services: Services, shown: Shown): Promise<WireResponse> {
  const [answered, progress] = await Promise.all([answeredBy(services, shown), piecesSoFar(services, shown.record)]);
  return responseOf(shown, { answered, progress });
}

function stream(c: Context<AppEnv>, services: Services, shown: Shown, after = -1): Response {
  return answerFrames(c, services, {
    isShown: (event) => (event as { sequence_number: number }).sequence_number > after,
    events: (signal) =>
      responseEvents(shown, {
        pieces: progressOf(services, shown.record, signal),
        end: async () => {
          const over = await latest(services, shown);
          return { ...over, answered: await answeredBy(services, over) };
        },
      }),
  });
}

/** -1: from the beginning. Throws `invalid-request`. */
function startingAfter(c: Context<AppEnv>): number {
  const text = c.req.query("starting_after");
  if (text === undefined) return -1;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const errors = [{ pointer: "/starting_after", detail: "must be the sequence_number of an event" }];
  throw new ParleyError("invalid-request", "the request is not valid", { errors });
}

/** Marked before it is stopped, so that nobody sees it completed in between. */
async function cancelled(services: Services, shown: Shown): Promise<Shown> {
  const { record } = shown;
  if (isTerminal(record.state.status)) return shown;
  const asked: Asked = { ...shown.asked, isCancelled: true };
  await services.store.records.put(keyOf(record), ASKED, asked);
  try {
    await give(services, { record, command: "stop", input: { mode: "abandon" } });
  } catch (error) {
    // It has ended meanwhile.
    if (!(error instanceof ParleyError && error.code === "illegal-transition")) throw error;
  }
  return latest(services, { ...shown, asked });
}

async function requireShown(c: Context<AppEnv>, services: Services): Promise<Shown> {
  const id = c.req.param("responseId") ?? "";
  const found = await askedIn(services, { tenant: c.get("tenant"), by: "responses", id });
  if (!found) throw new ParleyError("not-found", `there is no response ${id.slice(0, 80)}`);
  return shownBy(services, found);
}
