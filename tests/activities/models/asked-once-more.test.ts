import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Models } from "../../../activities/models/base/port.model.ts";
import { createModels } from "../../../activities/models/index.ts";
import { callOf, faultOf } from "./calls.ts";
import {
  type Answer,
  chatEvents,
  type RawServer,
  refuse,
  responsesEvents,
  startRawServer,
  stream,
} from "./raw-server.ts";

let server: RawServer;
let models: Models;
beforeAll(async () => {
  server = await startRawServer();
});
beforeEach(() => {
  const v1 = { apiKey: "key", baseUrl: `${server.url}/v1` };
  models = createModels({ providers: { openai: v1, mistral: v1 } });
});
afterAll(() => server.stop());

const paths = () => server.requests.map((request) => request.path);
const yes = stream(chatEvents(["Yes."]));

/** Has Chat Completions, and answers everything else like this. */
const chatOnly =
  (otherwise: Answer): Answer =>
  (res, request) =>
    request.path.endsWith("/chat/completions") ? yes(res, request) : otherwise(res, request);

describe("an endpoint without a Responses API", () => {
  it.each([
    ["404 and plain text", refuse(404, "404 page not found")],
    ["404 and FastAPI's words", refuse(404, { detail: "Not Found" })],
    ["404 and OpenAI's words", refuse(404, { error: { message: "Invalid URL (POST /v1/responses)", code: null } })],
    ["405", refuse(405, { detail: "Method Not Allowed" })],
  ])("that says so by %s is asked by Chat Completions, now and later", async (_words, answer) => {
    server.answer(chatOnly(answer));
    expect((await models.complete(callOf("openai/local"))).text).toBe("Yes.");
    expect(paths()).toEqual(["/v1/responses", "/v1/chat/completions"]);
    await models.complete(callOf("openai/another"));
    expect(paths().slice(2)).toEqual(["/v1/chat/completions"]);
  });

  it("costs one call in all", async () => {
    server.answer(chatOnly(refuse(404, { detail: "Not Found" })));
    expect((await models.complete(callOf("openai/gpt-5.5"))).spend).toMatchObject({ calls: 1, inputTokens: 10 });
    expect(server.requests[1]?.body).toMatchObject({ max_completion_tokens: 300 });
  });

  it("is not one that only lacks the model", async () => {
    const error = {
      message: "The model `gpt-9` does not exist or you do not have access to it.",
      code: "model_not_found",
    };
    server.answer(refuse(404, { error }));
    const fault = await faultOf(models.complete(callOf("openai/gpt-9")));
    expect(fault.kind).toBe("validation");
    expect(fault.suggestion).toContain("model's name");
    expect(paths()).toEqual(["/v1/responses"]);
  });

  it("and without Chat Completions too ends in a fault", async () => {
    server.answer(refuse(404, { detail: "Not Found" }));
    expect((await faultOf(models.complete(callOf("openai/x")))).kind).toBe("validation");
    expect(paths()).toEqual(["/v1/responses", "/v1/chat/completions"]);
  });
});

describe("a refused optional parameter", () => {
  const reasoning = refuse(400, {
    error: {
      message: "Unsupported parameter: 'temperature' is not supported with this model.",
      type: "invalid_request_error",
      param: "temperature",
      code: null,
    },
  });
  const temperatures = () => server.requests.map((request) => request.body["temperature"]);

  it("is left out and asked once more, at the cost of one call", async () => {
    server.answer(reasoning, stream(responsesEvents(["Yes."])));
    const reply = await models.complete(callOf("openai/gpt-5.5", { temperature: 0.7 }));
    expect(reply).toMatchObject({ text: "Yes.", spend: { calls: 1, inputTokens: 10 } });
    expect(temperatures()).toEqual([0.7, undefined]);
  });

  it("is remembered for that model only", async () => {
    server.answer(reasoning, stream(responsesEvents(["Yes."])));
    await models.complete(callOf("openai/gpt-5.5", { temperature: 0.7 }));
    await models.complete(callOf("openai/gpt-5.5", { temperature: 0.7 }));
    await models.complete(callOf("openai/gpt-4.1", { temperature: 0.7 }));
    expect(temperatures()).toEqual([0.7, undefined, undefined, 0.7]);
  });

  it("is the one that the provider names, whatever else its message speaks of", async () => {
    const message = "Unsupported parameter: 'top_p' is not supported with this model; nor set temperature beside it.";
    server.answer(refuse(400, { error: { message, param: "top_p", code: null } }), stream(responsesEvents(["Yes."])));
    await models.complete(callOf("openai/gpt-5.5", { temperature: 0.7, topP: 0.9 }));
    expect(server.requests.map(({ body }) => body["top_p"])).toEqual([0.9, undefined]);
    expect(temperatures()).toEqual([0.7, 0.7]);
  });

  it("may be a value that the model has fixed", async () => {
    const message =
      "Unsupported value: 'temperature' does not support 0.7 with this model. Only the default (1) value is supported.";
    server.answer(
      refuse(400, { error: { message, param: "temperature", code: "unsupported_value" } }),
      stream(responsesEvents(["Yes."])),
    );
    await models.complete(callOf("openai/gpt-5.5", { temperature: 0.7 }));
    expect(temperatures()).toEqual([0.7, undefined]);
  });

  it("may be named in Mistral's list of what is wrong", async () => {
    const detail = [
      { type: "extra_forbidden", loc: ["body", "stream_options"], msg: "Extra inputs are not permitted" },
    ];
    server.answer(refuse(422, { object: "error", message: { detail }, type: "invalid_request_error" }), yes);
    await models.complete(callOf("mistral/mistral-medium-3-5"));
    expect(server.requests.map((request) => "stream_options" in request.body)).toEqual([true, false]);
  });

  it("is not asked a third time when leaving it out does not help", async () => {
    server.answer(reasoning);
    expect((await faultOf(models.complete(callOf("openai/gpt-5.5", { temperature: 0.7 })))).kind).toBe("validation");
    expect(server.requests).toHaveLength(2);
  });

  it("is asked once more by each of two calls that were refused at the same time", async () => {
    const both: (() => void)[] = [];
    server.answer(async (res, request) => {
      if (request.body["temperature"] === undefined) return stream(responsesEvents(["Yes."]))(res, request);
      await new Promise<void>((go) => {
        both.push(go);
        if (both.length === 2) for (const release of both) release();
      });
      return reasoning(res, request);
    });
    const call = () => models.complete(callOf("openai/gpt-5.5", { temperature: 0.7 }));
    const replies = await Promise.all([call(), call()]);
    expect(replies.map((reply) => reply.text)).toEqual(["Yes.", "Yes."]);
    expect(server.requests).toHaveLength(4);
  });
});
