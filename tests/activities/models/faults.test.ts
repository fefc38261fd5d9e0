import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createModels } from "../../../activities/models/index.ts";
import { type ModelCall, ModelFault, type Models } from "../../../activities/models/port.ts";
import { callOf, faultOf } from "./calls.ts";
import {
  type Answer,
  anthropicEvents,
  chatEvents,
  type RawServer,
  refuse,
  responsesEvents,
  startRawServer,
  stream,
} from "./raw-server.ts";

const KEY = "sk-ant-secret-0123456789abcdef";
let server: RawServer;
let models: Models;
// The SDKs bind the console at their first call.
const print = vi.spyOn(console, "error").mockReturnValue();
beforeAll(async () => {
  server = await startRawServer();
  const v1 = { apiKey: KEY, baseUrl: `${server.url}/v1` };
  models = createModels({
    providers: {
      openai: v1,
      anthropic: { apiKey: KEY, baseUrl: server.url },
      google: v1,
      mistral: v1,
      openrouter: v1,
    },
  });
});
afterAll(() => server.stop());

const OPENAI = "openai/gpt-5.5";
const ANTHROPIC = "anthropic/claude-sonnet-5";
const GOOGLE = "google/gemini-3.8-flash";
const MISTRAL = "mistral/mistral-medium-3-5";
const OPENROUTER = "openrouter/anthropic/claude-sonnet-5";

const openai = (message: string, code: string | null, type = "invalid_request_error", param: string | null = null) => ({
  error: { message, type, param, code },
});
const anthropic = (type: string, message: string) => ({ type: "error", error: { type, message }, request_id: "req_1" });

async function faultAfter(id: string, answer: Answer, over: Partial<ModelCall> = {}): Promise<ModelFault> {
  server.answer(answer);
  return faultOf(models.complete(callOf(id, over)));
}

/** Error bodies as the providers document or send them. */
const REFUSALS: [what: string, id: string, status: number, body: unknown, kind: string][] = [
  ["OpenAI's wrong key", OPENAI, 401, openai("Incorrect API key provided: sk-x.", "invalid_api_key"), "authentication"],
  ["Anthropic's wrong key", ANTHROPIC, 401, anthropic("authentication_error", "invalid x-api-key"), "authentication"],
  ["Anthropic's missing permission", ANTHROPIC, 403, anthropic("permission_error", "Not allowed."), "authentication"],
  [
    "Google's wrong key, which comes with status 400 in an array",
    GOOGLE,
    400,
    [{ error: { code: 400, message: "API key not valid. Please pass a valid API key.", status: "INVALID_ARGUMENT" } }],
    "authentication",
  ],
  ["OpenAI's rate limit", OPENAI, 429, openai("Rate limit reached", "rate_limit_exceeded", "tokens"), "rate_limit"],
  [
    "a request larger than OpenAI's token rate, which is no overflow of the context",
    OPENAI,
    429,
    openai("Request too large for gpt-5.5: context length counts in TPM", "rate_limit_exceeded", "tokens"),
    "rate_limit",
  ],
  ["Anthropic's rate limit", ANTHROPIC, 429, anthropic("rate_limit_error", "Too many requests."), "rate_limit"],
  [
    "OpenAI's spent quota, which no waiting brings back",
    OPENAI,
    429,
    openai("You exceeded your current quota, please check your plan.", "insufficient_quota", "insufficient_quota"),
    "validation",
  ],
  [
    "Anthropic's spent credit",
    ANTHROPIC,
    400,
    anthropic("invalid_request_error", "Your credit balance is too low to access the Anthropic API."),
    "validation",
  ],
  [
    "OpenRouter's spent credit",
    OPENROUTER,
    402,
    { error: { code: 402, message: "Insufficient credits" } },
    "validation",
  ],
  ["OpenAI's internal error", OPENAI, 500, openai("The server had an error", null, "server_error"), "api_error"],
  ["Anthropic's overload", ANTHROPIC, 529, anthropic("overloaded_error", "Overloaded"), "api_error"],
  ["a gateway's web page", MISTRAL, 502, "<html><body>Bad gateway</body></html>", "api_error"],
  [
    "OpenAI's context overflow",
    OPENAI,
    400,
    openai("Your input exceeds the context window of this model.", "context_length_exceeded"),
    "context_overflow",
  ],
  [
    "Anthropic's context overflow",
    ANTHROPIC,
    400,
    anthropic("invalid_request_error", "prompt is too long: 1200000 tokens > 1000000 maximum"),
    "context_overflow",
  ],
  [
    "Anthropic's oversized request",
    ANTHROPIC,
    413,
    anthropic("request_too_large", "Request exceeds the maximum size"),
    "context_overflow",
  ],
  [
    "Google's context overflow",
    GOOGLE,
    400,
    [{ error: { code: 400, message: "The input token count (1100000) exceeds the maximum number of tokens allowed" } }],
    "context_overflow",
  ],
  [
    "OpenAI's flagged prompt",
    OPENAI,
    400,
    openai("Invalid prompt: your prompt was flagged as potentially violating our usage policy.", "invalid_prompt"),
    "content_filter",
  ],
  ["a content filter", OPENAI, 400, openai("The response was filtered", "content_filter"), "content_filter"],
  [
    "OpenRouter's moderation, which comes with status 403",
    OPENROUTER,
    403,
    { error: { code: 403, message: "Your input was flagged", metadata: { reasons: ["violence"] } } },
    "content_filter",
  ],
  ["an unknown model", ANTHROPIC, 404, anthropic("not_found_error", "model: claude-sonnet-9"), "validation"],
  [
    "a value out of bounds, which is not a refused parameter",
    MISTRAL,
    422,
    {
      object: "error",
      message: { detail: [{ type: "less_than_equal", loc: ["body", "temperature"], msg: "Input too large" }] },
    },
    "validation",
  ],
  ["a request that took the provider too long", OPENAI, 408, openai("Request timeout", null), "timeout"],
];

describe("an error answer", () => {
  it.each(REFUSALS)("%s is told apart", async (_what, id, status, body, kind) => {
    const fault = await faultAfter(id, refuse(status, body));
    expect(fault.kind).toBe(kind);
    expect(fault.message).toContain(id);
    expect(fault.message).toContain(`(status ${status})`);
    expect(fault.suggestion).toMatch(/\.$/);
    expect(server.requests).toHaveLength(1);
  });

  it("costs nothing but counts as a call", async () => {
    const fault = await faultAfter(OPENAI, refuse(429, openai("Slow down", "rate_limit_exceeded")));
    expect(fault.spend).toEqual({
      inputTokens: 0,
      cachedInputTokens: 0,
      outputTokens: 0,
      reasoningTokens: 0,
      calls: 1,
      costMicroUsd: 0,
    });
  });

  it("of a wrong key names the provider and the variable to set", async () => {
    const fault = await faultAfter(ANTHROPIC, refuse(401, anthropic("authentication_error", "invalid x-api-key")));
    expect(fault.message).toBe("Anthropic (anthropic/claude-sonnet-5) does not accept the key (status 401)");
    expect(fault.suggestion).toContain("ANTHROPIC_API_KEY");
  });

  it("of a spent quota sends its reader to the plan", async () => {
    const fault = await faultAfter(OPENAI, refuse(429, openai("No quota", "insufficient_quota")));
    expect(fault.suggestion).toContain("plan");
  });

  it("shows the provider's sentence in one short line", async () => {
    const fault = await faultAfter(OPENAI, refuse(400, openai(`It is\n  ${"very ".repeat(100)}wrong`, null)));
    expect(fault.message).toMatch(
      /^OpenAI \(openai\/gpt-5\.5\) refused the request \(status 400\): It is very very .*…$/,
    );
    expect(fault.message.length).toBeLessThan(300);
  });

  it("shows nothing of a web page", async () => {
    const fault = await faultAfter(MISTRAL, refuse(502, "<html><body>Bad gateway</body></html>"));
    expect(fault.message).toBe(`Mistral (${MISTRAL}) failed or is overloaded (status 502)`);
  });

  it("never shows the key or what looks like one", async () => {
    const body = openai(
      `Key ${KEY} or sk-proj-abc123 or AIzaSyExample12345 is odd, see abcd1234abcd1234abcd1234abcd1234`,
      null,
    );
    const fault = await faultAfter(OPENAI, refuse(400, body));
    const shown = JSON.stringify([fault.message, fault.suggestion, fault.stack, fault.cause]);
    expect(shown).toContain("Key *** or *** or *** is odd, see ***");
    expect(shown).not.toContain("0123456789abcdef");
  });

  it("never shows the prompt when the provider echoes it", async () => {
    const secret = "The launch code of the debate is nine nine four.";
    const body = openai(`Invalid value: 'The launch code of the debate is nine nine four.'`, "invalid_value");
    const fault = await faultAfter(OPENAI, refuse(400, body), { messages: [{ role: "user", content: [secret] }] });
    expect(fault.message).toBe("OpenAI (openai/gpt-5.5) refused the request (status 400)");
  });
});

describe("the wait that a provider asks for", () => {
  const limited = (headers: Record<string, string>, body: unknown = openai("Slow down", "rate_limit_exceeded")) =>
    faultAfter(OPENAI, refuse(429, body, headers));

  it("is read from retry-after-ms before all else", async () => {
    expect((await limited({ "retry-after-ms": "1250", "retry-after": "9" })).retryAfterMs).toBe(1_250);
  });

  it("is read from Retry-After in seconds", async () => {
    expect((await limited({ "retry-after": "7" })).retryAfterMs).toBe(7_000);
  });

  it("is read from Retry-After as a date", async () => {
    const { retryAfterMs } = await limited({ "retry-after": new Date(Date.now() + 20_000).toUTCString() });
    expect(retryAfterMs).toBeGreaterThan(15_000);
    expect(retryAfterMs).toBeLessThanOrEqual(20_000);
  });

  it("is none when the date is past", async () => {
    expect((await limited({ "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" })).retryAfterMs).toBe(0);
  });

  it("is read from Google's body", async () => {
    const details = [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34s" }];
    const body = [{ error: { code: 429, message: "Quota exceeded", status: "RESOURCE_EXHAUSTED", details } }];
    expect(await faultAfter(GOOGLE, refuse(429, body))).toMatchObject({ kind: "rate_limit", retryAfterMs: 34_000 });
  });

  it("is unknown when nothing is said", async () => {
    expect((await limited({})).retryAfterMs).toBeUndefined();
  });
});

describe("a reply that is a refusal", () => {
  it("of OpenAI's model keeps the model's words and the cost", async () => {
    const content = [{ type: "refusal", refusal: "I can't help with that." }];
    const end = { output: [{ type: "message", content }] };
    const [, ...rest] = responsesEvents([], end);
    server.answer(
      stream([{ type: "response.refusal.delta", delta: "I can't help with that." } as { type: string }, ...rest]),
    );
    const fault = await faultOf(models.complete(callOf(OPENAI)));
    expect(fault).toMatchObject({ kind: "content_filter", partial: "I can't help with that." });
    // 10 × $5 + 5 × $30, a million tokens each.
    expect(fault.spend).toMatchObject({ inputTokens: 10, outputTokens: 5, costMicroUsd: 200 });
  });

  it("of OpenAI's filter ends the response early", async () => {
    const end = { status: "incomplete", incomplete_details: { reason: "content_filter" } };
    expect((await faultAfter(OPENAI, stream(responsesEvents(["Well"], end)))).kind).toBe("content_filter");
  });

  it("of Anthropic keeps its explanation", async () => {
    const details = { type: "refusal", category: "cyber", explanation: "This could enable harm." };
    const fault = await faultAfter(ANTHROPIC, stream(anthropicEvents([], { stop: "refusal", details })));
    expect(fault).toMatchObject({
      kind: "content_filter",
      partial: "This could enable harm.",
      spend: { inputTokens: 10 },
    });
  });

  it("of a Chat Completions endpoint is told by its finish reason", async () => {
    expect((await faultAfter(MISTRAL, stream(chatEvents(["So"], { finish: "content_filter" })))).kind).toBe(
      "content_filter",
    );
  });
});

describe("a stream that ends badly", () => {
  it("over Anthropic's context window is an overflow", async () => {
    const events = anthropicEvents(["So"], { stop: "model_context_window_exceeded" });
    expect((await faultAfter(ANTHROPIC, stream(events))).kind).toBe("context_overflow");
  });

  it("with Anthropic's overload is an API error that keeps what was said and what it cost", async () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    const fault = await faultAfter(ANTHROPIC, stream([...anthropicEvents(["Cats"]).slice(0, 3), error]));
    expect(fault).toMatchObject({
      kind: "api_error",
      partial: "Cats",
      spend: { inputTokens: 10, outputTokens: 1, calls: 1 },
    });
    expect(fault.message).toBe("Anthropic (anthropic/claude-sonnet-5) failed or is overloaded: Overloaded");
  });

  it("with a failed response of OpenAI is classified by its code", async () => {
    const failed = (code: string) => {
      const response = { model: "gpt-5.5", status: "failed", error: { code, message: "It failed." } };
      return faultAfter(OPENAI, stream([{ type: "response.failed", response } as { type: string }]));
    };
    expect((await failed("server_error")).kind).toBe("api_error");
    expect((await failed("rate_limit_exceeded")).kind).toBe("rate_limit");
    expect((await failed("bio_policy")).kind).toBe("content_filter");
  });

  it("with an error event of OpenAI is classified by its code", async () => {
    const error = { type: "error", code: "context_length_exceeded", message: "Too long.", param: null };
    expect((await faultAfter(OPENAI, stream([error]))).kind).toBe("context_overflow");
  });

  it("with an error chunk of OpenRouter is classified by the status in it", async () => {
    const chunk = { error: { code: 429, message: "Provider is busy" }, choices: [{ finish_reason: "error" }] };
    expect((await faultAfter(OPENROUTER, stream([chunk as object]))).kind).toBe("rate_limit");
  });

  it.each([
    ["OpenAI", OPENAI, responsesEvents(["Cats"]).slice(0, 2)],
    ["Mistral", MISTRAL, chatEvents(["Cats"]).slice(0, 1)],
    ["Anthropic", ANTHROPIC, anthropicEvents(["Cats"]).slice(0, 3)],
  ])("without its last event from %s is a cut, however politely it was closed", async (_name, id, events) => {
    const fault = await faultAfter(id, stream(events as { type?: string }[]));
    expect(fault).toMatchObject({ kind: "network", partial: "Cats" });
    expect(fault.message).toContain("cut off in the middle");
  });

  it.each([OPENAI, ANTHROPIC])("with broken JSON from %s is an API error, and prints nothing of it", async (id) => {
    const fault = await faultAfter(id, (res) => {
      res.writeHead(200, { "content-type": "text/event-stream" });
      res.end('event: response.created\ndata: {"half\n\n');
    });
    expect(fault).toMatchObject({ kind: "api_error", spend: { calls: 1, costMicroUsd: 0 } });
    expect(fault.message).toContain("can not be read");
    expect(print).not.toHaveBeenCalled();
  });
});

describe("a provider that can not be asked", () => {
  it("because nobody listens is a network fault that costs nothing", async () => {
    const gone = await startRawServer();
    await gone.stop();
    const lonely = createModels({ providers: { ollama: { baseUrl: `${gone.url}/v1` } } });
    const fault = await faultOf(lonely.complete(callOf("ollama/llama3.3")));
    expect(fault).toMatchObject({ kind: "network", spend: { calls: 1, costMicroUsd: 0 } });
    expect(fault.message).toBe("Ollama (ollama/llama3.3) could not be reached (ECONNREFUSED)");
  });

  it("because it hangs up without an answer is a network fault", async () => {
    const fault = await faultAfter(ANTHROPIC, (res) => void res.destroy());
    expect(fault).toMatchObject({ kind: "network", spend: { calls: 1, costMicroUsd: 0 } });
  });

  it("because it has no key names the variable and sends nothing", async () => {
    server.answer();
    const keyless = createModels({ providers: { anthropic: { baseUrl: server.url } } });
    const fault = await faultOf(keyless.complete(callOf(ANTHROPIC)));
    expect(fault).toMatchObject({ kind: "authentication", spend: { calls: 0, costMicroUsd: 0 } });
    expect(fault.message).toContain("ANTHROPIC_API_KEY is not set");
    expect(server.requests).toHaveLength(0);
  });

  it("because it has no address names the variable", async () => {
    const fault = await faultOf(createModels({ providers: {} }).complete(callOf("openai-compatible/m")));
    expect(fault.kind).toBe("validation");
    expect(fault.suggestion).toContain("OPENAI_COMPATIBLE_BASE_URL");
  });

  it("because there is no such provider lists those that there are", async () => {
    const fault = await faultOf(models.complete(callOf("acme/one")));
    expect(fault).toMatchObject({ kind: "validation", message: 'there is no provider "acme"', spend: { calls: 0 } });
    expect(fault.suggestion).toContain("anthropic, openai, google");
  });
});
