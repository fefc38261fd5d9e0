import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCatalogue } from "../../activities/models/catalogue.model.ts";
import { Estimates } from "../../domain/play/estimates/schema.estimate.ts";
import { demoRequest } from "./requests.ts";
import { createWorld, postOf, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const estimates = async (body: unknown) => {
  const response = await world.post("/v1/estimates", body);
  expect(response.status).toBe(200);
  return Estimates.parse(await response.json());
};

describe("POST /v1/estimates", () => {
  it("answers calls, tokens and cost of a debate request, and makes no debate", async () => {
    const { problems, warnings, lowest, likely, worst } = await estimates(demoRequest());
    expect(problems).toEqual([]);
    expect(warnings.map(({ code }) => code)).toEqual(["judge-chosen"]);
    expect([lowest?.calls, likely?.calls, worst?.calls]).toEqual([9, 9, 20]);
    expect(likely?.inputTokens).toBeGreaterThan(1_000);
    const list = await world.get("/v1/debates");
    expect(((await list.json()) as { items: object[] }).items).toEqual([]);
  });

  it("answers the figures of models whose keys are not set yet, beside the problem", async () => {
    const app = world.appWith({
      catalogue: createCatalogue({ providers: {}, defaultModel: null, defaultJudgeModel: null }),
    });
    const participants = ["Ada", "Ben"].map((name) => ({ name, model: "openai/gpt-5.5" }));
    const body = demoRequest({ participants, judge: { model: "openai/gpt-5.4" } });
    const { problems, likely } = Estimates.parse(await (await app.request("/v1/estimates", postOf(body))).json());
    expect(new Set(problems.map(({ detail }) => detail))).toEqual(
      new Set(["no key for OpenAI: set OPENAI_API_KEY and restart the server"]),
    );
    expect(likely?.costUsd).toBeGreaterThan(0.001);
  });

  it("answers every problem of a request by its pointer, and no figures", async () => {
    const body = demoRequest({ topic: " ", maxRounds: 999, webhook: { url: "http://127.0.0.1/" }, colour: "red" });
    const { problems, ...figures } = await estimates(body);
    expect(problems.map((p) => p.pointer).toSorted()).toEqual(["/colour", "/maxRounds", "/topic", "/webhook/url"]);
    expect(figures).toEqual({ warnings: [], lowest: null, likely: null, worst: null });
  });

  it("answers a problem for a body that is no object", async () => {
    const { problems, likely } = await estimates([]);
    expect(problems.length).toBeGreaterThan(0);
    expect(likely).toBeNull();
  });

  it.each([
    ["a body that is not JSON", "{", {}, 400],
    ["a body that is not declared as JSON", "{}", { "content-type": "text/plain" }, 415],
    ["an answer that can not be made", JSON.stringify(demoRequest()), { accept: "text/html" }, 406],
  ])("refuses %s", async (_, body, headers, status) => {
    expect((await world.post("/v1/estimates", body, headers)).status).toBe(status);
  });
});
