/** OpenAI's chat completions: a debate answers, at once or as a stream. */
import type { Context } from "hono";
import type { AppEnv } from "../../../api/base/context.api-base.ts";
import type { Services } from "../../../api/base/services.ts";
import { eraseDebate } from "../../../api/debates/erase.ts";
import { readJson } from "../../../api/http/body.http.ts";
import { EVENT_STREAM } from "../../../api/http/sse.http.ts";
import { validBody } from "../../../api/http/valid-body.ts";
import { json } from "../../../api/openapi/openapi.ts";
import { defineRoute } from "../../../api/openapi/route.openapi.ts";
import { takeWait } from "../../../api/places/wait.api.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import { isAtRest } from "../../../domain/show/run/standing.run.ts";
import type { Asked } from "../domain/asked.openai.ts";
import { answeredBy } from "./answered.openai-api.ts";
import { askedIn, beginFor } from "./begin.ts";
import { completionChunks, completionOf } from "./completion.ts";
import { debateHeaders, latest, shownBy, waitForAnswer } from "./following.ts";
import { answerFrames } from "./frames.openai-api.ts";
import { ChatCompletionObject, DeletedObject, StreamText } from "./objects.ts";
import { progressOf } from "./progress.openai-api.ts";
import { ChatRequest, fusionIn } from "./requests.openai-api.ts";
import { type Shown, textIn } from "./response.ts";
import { saidInChat } from "./said.openai-api.ts";

const tag = "OpenAI";

const create = defineRoute({
  at: "POST /openai/v1/chat/completions",
  place: "creates",
  operationId: "createChatCompletion",
  tag,
  summary: "Ask a preset as a model of OpenAI's chat completions",
  errors: "openai",
  headers: { "idempotency-key": "Repeats with this key get the same debate" },
  body: ChatRequest,
  replies: {
    200: {
      description: "The answer, or a stream of its chunks",
      content: { ...json(ChatCompletionObject, "").content, [EVENT_STREAM]: { schema: StreamText } },
    },
  },
  refuses: ["conflict", "not-found", "model-failed"],
  isJson: false,
  async answer(c, services) {
    const body = validBody(ChatRequest, await readJson(c), "the request is");
    // Refused before anything is bought.
    if (body.stream) services.streams.take(c.get("caller"))();
    else takeWait(c, services);
    const shown = shownBy(services, await beginFor(c, services, { asked: askedBy(body), own: body.parley }));
    debateHeaders(c, shown);
    if (!body.stream) return c.json(await completionFor(services, await waitForAnswer(c, services, shown)), 200);
    return answerFrames(c, services, {
      last: "[DONE]",
      events: (signal) =>
        completionChunks(shown, {
          pieces: progressOf(services, shown.record, signal),
          end: async () => endOf(services, await latest(services, shown)),
          withUsage: body.stream_options?.include_usage === true,
        }),
    });
  },
});

const read = defineRoute({
  at: "GET /openai/v1/chat/completions/{completionId}",
  operationId: "getChatCompletion",
  tag,
  summary: "Read a chat completion, also one that its client no longer waited for",
  errors: "openai",
  replies: { 200: json(ChatCompletionObject, "The answer") },
  refuses: ["conflict", "model-failed"],
  async answer(c, services) {
    const shown = await requireShown(c, services);
    debateHeaders(c, shown);
    if (!isAtRest(shown.record.state))
      throw new ParleyError("conflict", `the debate is still ${shown.record.state.status}; watch it at ${shown.watch}`);
    return c.json(await completionFor(services, shown), 200);
  },
});

const remove = defineRoute({
  at: "DELETE /openai/v1/chat/completions/{completionId}",
  operationId: "deleteChatCompletion",
  tag,
  summary: "Erase a chat completion that is over, and its debate",
  errors: "openai",
  replies: { 200: json(DeletedObject, "It is erased") },
  refuses: ["illegal-transition"],
  async answer(c, services) {
    const { record } = await requireShown(c, services);
    await eraseDebate(services, record);
    return c.json(
      { id: c.req.valid("param").completionId, object: "chat.completion.deleted" as const, deleted: true },
      200,
    );
  },
});

export const chatRoutes = [create, read, remove];

function askedBy(body: ChatRequest): Asked {
  const { response_format: format } = body;
  return {
    by: "chat",
    model: body.model,
    input: saidInChat(body),
    instructions: null,
    previous: null,
    metadata: body.metadata ?? {},
    verbosity: body.verbosity ?? "medium",
    format:
      format && "json_schema" in format
        ? { type: "json_schema", ...(format.json_schema as { name: string; schema: object }) }
        : { type: format?.type === "json_object" ? "json_object" : "text" },
    background: false,
    ...fusionIn(body),
  };
}

async function completionFor(services: Services, shown: Shown) {
  const { text, ended } = await endOf(services, shown);
  return completionOf(shown, ended, text);
}

/** Throws `conflict` for a debate that was stopped without a result, `model-failed` for one that failed. */
async function endOf(services: Services, shown: Shown) {
  const ended = await answeredBy(services, shown);
  const text = textIn(ended);
  if ("usage" in ended && text !== null) return { text, ended };
  if (ended.status === "failed")
    throw new ParleyError("model-failed", ended.message, { ...(ended.fusion && { metadata: ended.fusion }) });
  throw new ParleyError("conflict", `the debate was stopped; see ${shown.watch}`);
}

async function requireShown(c: Context<AppEnv>, services: Services): Promise<Shown> {
  const id = c.req.param("completionId") ?? "";
  const found = await askedIn(services, { tenant: c.get("tenant"), by: "chat", id });
  if (!found) throw new ParleyError("not-found", `there is no completion ${id.slice(0, 80)}`);
  return shownBy(services, found);
}
