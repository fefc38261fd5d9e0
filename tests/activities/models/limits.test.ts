import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Models } from "../../../activities/models/base/port.model.ts";
import { createModels } from "../../../activities/models/index.ts";
import { type ModelServer, startModelServer } from "../../support/models/server.ts";
import { callOf, faultOf } from "./calls.ts";
import { anthropicEvents, type RawServer, startRawServer, stream } from "./raw-server.ts";

let server: ModelServer;
let raw: RawServer;
let models: Models;
beforeAll(async () => {
  [server, raw] = await Promise.all([startModelServer(), startRawServer()]);
  models = createModels({ providers: { ...server.providers, anthropic: { apiKey: "key", baseUrl: raw.url } } });
});
afterAll(() => Promise.all([server.stop(), raw.stop()]));

const OPENAI = "openai/gpt-5.5";

describe("a call that takes too long", () => {
  it("is hung up on after the silence that is allowed", async () => {
    server.forget();
    server.use([{ hang: true }]);
    const fault = await faultOf(models.complete(callOf(OPENAI, { silenceMs: 500 })));
    expect(fault).toMatchObject({ kind: "timeout", spend: { calls: 1 } });
    expect(fault.message).toContain("was silent for 0.5 s");
    await server.ended(1);
  });

  it("is hung up on when it falls silent in the middle, with what had been said and what is known of its cost", async () => {
    raw.answer(stream(anthropicEvents(["Cats are"]).slice(0, 3), "hang"));
    const fault = await faultOf(models.complete(callOf("anthropic/claude-sonnet-5", { silenceMs: 400 })));
    expect(fault).toMatchObject({ kind: "timeout", partial: "Cats are", spend: { inputTokens: 10, calls: 1 } });
  });

  it("is hung up on after its whole time although it keeps talking", async () => {
    server.use([{ text: "word ".repeat(400), profile: { ttft: 1, tps: 50, chunkSize: 5 } }]);
    const fault = await faultOf(models.complete(callOf(OPENAI, { timeoutMs: 2_000 })));
    expect(fault.kind).toBe("timeout");
    expect(fault.message).toContain("was not done after 2 s");
    expect(fault.partial).toMatch(/^word /);
  });

  it("may take longer than the silence as long as something comes, be it a keep-alive that says nothing", async () => {
    const [start, ...rest] = anthropicEvents(["Yes."]);
    raw.answer(async (res) => {
      res.writeHead(200, { "content-type": "text/event-stream" });
      res.write(`event: message_start\ndata: ${JSON.stringify(start)}\n\n`);
      await new Promise<void>((done) => {
        let pings = 0;
        const timer = setInterval(() => {
          res.write('event: ping\ndata: {"type":"ping"}\n\n');
          if (++pings < 8) return;
          clearInterval(timer);
          done();
        }, 80);
      });
      res.end(rest.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(""));
    });
    const reply = await models.complete(callOf("anthropic/claude-sonnet-5", { silenceMs: 400 }));
    expect(reply.text).toBe("Yes.");
    expect(reply.latencyMs).toBeGreaterThan(500);
  });
});

describe("a call whose signal aborts", () => {
  const reason = new Error("the debate was stopped");

  it.each([
    ["before the headers", "anthropic/claude-sonnet-5", () => raw.answer(() => undefined)],
    ["in a stream of the Responses API", OPENAI, () => server.use([{ hang: true }])],
    ["in a stream of Chat Completions", "google/gemini-3.8-flash", () => server.use([{ hang: true }])],
    [
      "in a stream of the Messages API",
      "anthropic/claude-sonnet-5",
      () => raw.answer(stream(anthropicEvents(["Cats"]).slice(0, 3), "hang")),
    ],
  ])("%s throws the reason as it is", async (_when, id, prepare) => {
    server.forget();
    prepare();
    const controller = new AbortController();
    const came = id.startsWith("anthropic") ? raw.nextRequest() : server.arrived(1);
    const call = models.complete(callOf(id, { signal: controller.signal }));
    await came;
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
  });

  it("frees the provider at once", async () => {
    server.forget();
    server.use([{ hang: true }]);
    const controller = new AbortController();
    const call = models.complete(callOf(OPENAI, { signal: controller.signal }));
    await server.arrived(1);
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    await server.ended(1);
    expect(server.journal[0]?.endedAt).toBeGreaterThan(server.journal[0]?.at ?? Infinity);
  });

  it("beforehand sends nothing", async () => {
    server.forget();
    await expect(models.complete(callOf(OPENAI, { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
    expect(server.journal).toHaveLength(0);
  });
});
