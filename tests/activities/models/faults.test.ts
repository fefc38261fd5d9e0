import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ModelCall, ModelFault, type Models } from "../../../activities/models/base/port.model.ts";
import { createModels } from "../../../activities/models/index.ts";
import { callOf, faultOf } from "./calls.ts";
import { type Answer, type RawServer, refuse, responsesEvents, startRawServer, stream } from "./raw-server.ts";

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
const MISTRAL = "mistral/mistral-medium-3-5";

const openai = (message: string, code: string | null, type = "invalid_request_error", param: string | null = null) => ({
  error: { message, type, param, code },
});
const anthropic = (type: string, message: string) => ({ type: "error", error: { type, message }, request_id: "req_1" });

async function faultAfter(id: string, answer: Answer, over: Partial<ModelCall> = {}): Promise<ModelFault> {
  server.answer(answer);
  return faultOf(models.complete(callOf(id, over)));
}

describe("an error answer", () => {
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

  it("is read from Retry-After as a date", async () => {
    const { retryAfterMs } = await limited({ "retry-after": new Date(Date.now() + 300_000).toUTCString() });
    expect(retryAfterMs).toBeGreaterThan(200_000);
    expect(retryAfterMs).toBeLessThanOrEqual(300_000);
  });

  it("is unknown when nothing is said", async () => {
    expect((await limited({})).retryAfterMs).toBeUndefined();
  });
});

describe("a reply that is a refusal", () => {
  it("costs what its tokens cost", async () => {
    const end = { output: [{ type: "message", content: [{ type: "refusal", refusal: "No." }] }] };
    const fault = await faultAfter(OPENAI, stream(responsesEvents([], end)));
    // 10 × $5 + 5 × $30, a million tokens each.
    expect(fault.spend).toMatchObject({ inputTokens: 10, outputTokens: 5, costMicroUsd: 200 });
  });
});

describe("a stream that ends badly", () => {
  it("with a failed response of OpenAI is classified by its code", async () => {
    const failed = (code: string) => {
      const response = { model: "gpt-5.5", status: "failed", error: { code, message: "It failed." } };
      return faultAfter(OPENAI, stream([{ type: "response.failed", response } as { type: string }]));
    };
    expect((await failed("server_error")).kind).toBe("api_error");
    expect((await failed("rate_limit_exceeded")).kind).toBe("rate_limit");
    expect((await failed("bio_policy")).kind).toBe("content_filter");
  });

  it.each([OPENAI, ANTHROPIC])("with broken JSON from %s is an API error, and prints nothing of it", async (id) => {
    const fault = await faultAfter(id, (res) => {
      res.writeHead(200, { "content-type": "text/event-stream" });
      res.end('event: response.created\ndata: {"half\n\n');
    });
    expect(fault).toMatchObject({ kind: "api_error", spend: { calls: 1, costMicroUsd: 0 } });
    expect(fault.message).toContain("cannot be read");
    expect(print).not.toHaveBeenCalled();
  });
});

describe("a provider that can not be asked", () => {
  it.each([OPENAI, ANTHROPIC])(
    "because no request can be made with the key of %s costs nothing, and says so",
    async (id) => {
      const unsendable = { baseUrl: "http://127.0.0.1:9", apiKey: "sk-\u2013secret" };
      const asked = createModels({ providers: { openai: unsendable, anthropic: unsendable } });
      const fault = await faultOf(asked.complete(callOf(id)));
      expect(fault).toMatchObject({ kind: "api_error", unsettled: false, spend: { calls: 0, costMicroUsd: 0 } });
      expect(fault.message).toMatch(/was not asked: no request could be made \(TypeError\)$/);
      expect(JSON.stringify(fault)).not.toContain("secret");
    },
  );

  it("because nobody listens is a network fault that costs nothing", async () => {
    const gone = await startRawServer();
    await gone.stop();
    const lonely = createModels({ providers: { ollama: { baseUrl: `${gone.url}/v1` } } });
    const fault = await faultOf(lonely.complete(callOf("ollama/llama3.3")));
    expect(fault).toMatchObject({ kind: "network", spend: { calls: 1, costMicroUsd: 0 } });
    expect(fault.message).toBe("Ollama (ollama/llama3.3) could not be reached (ECONNREFUSED)");
  });

  it("because its name leads nowhere is a network fault", async () => {
    const lost = createModels({ providers: { ollama: { baseUrl: "http://parley-test.invalid/v1" } } });
    const fault = await faultOf(lost.complete(callOf("ollama/llama3.3")));
    expect(fault.kind).toBe("network");
    expect(fault.message).toMatch(/could not be reached \((ENOTFOUND|EAI_AGAIN)\)$/);
  });

  it("because it does not speak TLS is a network fault", async () => {
    const baseUrl = `${server.url.replace("http:", "https:")}/v1`;
    const fault = await faultOf(createModels({ providers: { ollama: { baseUrl } } }).complete(callOf("ollama/m")));
    expect(fault.kind).toBe("network");
    expect(fault.message).toMatch(/could not be reached \(\w*(SSL|EPROTO)\w*\)$/);
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
