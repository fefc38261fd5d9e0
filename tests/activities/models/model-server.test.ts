import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Models } from "../../../activities/models/base/port.model.ts";
import { createModels } from "../../../activities/models/index.ts";
import { type ModelServer, startModelServer } from "../../support/models/server.ts";
import { callOf, faultOf } from "./calls.ts";

let server: ModelServer;
let models: Models;
beforeAll(async () => {
  server = await startModelServer();
  models = createModels({ providers: server.providers });
});
beforeEach(() => server.forget());
afterAll(() => server.stop());

describe("the scripted model server", () => {
  it("answers an exhausted script with an error that says so, and complains", async () => {
    server.use([{ text: "One." }]);
    await models.complete(callOf("openai/gpt-5.5"));
    const fault = await faultOf(models.complete(callOf("openai/gpt-5.5")));
    expect(fault.kind).toBe("api_error");
    expect(fault.message).toContain("the script of 1 replies is exhausted: no reply left for gpt-5.5");
    expect(server.complaints).toEqual(["the script of 1 replies is exhausted: no reply left for gpt-5.5"]);
  });

  it("answers by what the request says when its script is a function", async () => {
    server.use(({ model, system, api }) => ({ text: `${model} ${api} ${system}` }));
    const replies = await Promise.all([
      models.complete(callOf("openai/a", { system: "One." })),
      models.complete(callOf("mistral/b", { system: "Two." })),
      models.complete(callOf("anthropic/c", { system: "Three." })),
    ]);
    expect(replies.map((reply) => reply.text)).toEqual(["a responses One.", "b chat Two.", "c anthropic Three."]);
  });

  it("lets calls overlap, each at its own pace, and keeps when each began and ended", async () => {
    server.use(({ model }) => ({ text: "Well.", profile: { ttft: model === "slow" ? 800 : 20 } }));
    const [slow] = await Promise.all([
      models.complete(callOf("openai/slow")),
      server.arrived(1).then(() => models.complete(callOf("openai/fast"))),
    ]);
    await server.ended(2);
    const [first, second] = server.journal;
    expect([first?.model, second?.model]).toEqual(["slow", "fast"]);
    expect(second?.at).toBeLessThan(first?.endedAt ?? 0);
    expect(second?.endedAt).toBeLessThan(first?.endedAt ?? 0);
    expect(slow.latencyMs).toBeGreaterThanOrEqual(790);
  });

  it("refuses with the status and the wait that the script says", async () => {
    server.use([{ error: { status: 429, retryAfter: 3 } }]);
    expect(await faultOf(models.complete(callOf("openai/a")))).toMatchObject({
      kind: "rate_limit",
      retryAfterMs: 3_000,
    });
    expect(server.journal[0]?.status).toBe(429);
  });

  it("breaks a reply off after the events that the script says", async () => {
    server.use([{ text: "aaaabbbbcccc", profile: { chunkSize: 4 }, cutAfterChunks: 4 }]);
    const fault = await faultOf(models.complete(callOf("mistral/a")));
    expect(fault.kind).toBe("network");
    expect("aaaabbbbcccc".startsWith(fault.partial)).toBe(true);
  });
});
