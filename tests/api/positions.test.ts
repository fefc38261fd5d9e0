import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorld, postOf, problemOf, unreachableTemporal, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const good = { topic: "Should cities ban cars?", count: 2, model: "openai/gpt-5.5" };

describe("POST /v1/positions", () => {
  it("answers 422 with a pointer for every fault at once", async () => {
    const response = await world.post("/v1/positions", {
      topic: "",
      count: 1,
      diversity: "wide",
      model: "nowhere/m",
      names: [],
    });
    expect(response.status).toBe(422);
    const { type, errors = [] } = await problemOf(response);
    expect(type).toBe("/problems/invalid-request");
    expect(errors.map((e) => e.pointer).toSorted()).toEqual(["/count", "/diversity", "/model", "/names", "/topic"]);
  });

  it.each([
    ["a body that is not JSON", "{", {}, 400],
    ["a body that is not declared as JSON", "{}", { "content-type": "text/plain" }, 415],
    ["an answer that can not be made", JSON.stringify(good), { accept: "text/html" }, 406],
    ["more than 1 MiB", JSON.stringify({ ...good, context: "x".repeat(1024 * 1024) }), {}, 413],
  ])("refuses %s", async (_, body, headers, status) => {
    expect((await world.post("/v1/positions", body, headers)).status).toBe(status);
  });

  it("answers 503 when nobody finds any in time, and leaves no workflow running", async () => {
    const app = world.appWith({ settings: { positionsTimeoutMs: 300 } });
    const response = await app.request("/v1/positions", postOf(good));
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    const { taskQueue } = world.deps.settings;
    const statuses: string[] = [];
    await expect
      .poll(async () => {
        statuses.length = 0;
        for await (const found of world.temporal.workflow.list({ query: `TaskQueue = "${taskQueue}"` }))
          statuses.push(found.status.name);
        return statuses;
      })
      .toEqual(["TIMED_OUT"]);
  });

  it("answers 503 when Temporal is away", async () => {
    const app = world.appWith({ temporal: unreachableTemporal(), settings: { positionsTimeoutMs: 100 } });
    expect((await app.request("/v1/positions", postOf(good))).status).toBe(503);
  });

  it("allows no other method", async () => {
    const response = await world.get("/v1/positions");
    expect([response.status, response.headers.get("allow")]).toEqual([405, "OPTIONS, POST"]);
  });

  it("stands in the API's description with its shapes", async () => {
    const document = (await (await world.get("/openapi.json")).json()) as {
      paths: Record<string, Record<string, { responses: object; requestBody: object }>>;
      components: { schemas: Record<string, { properties?: object }> };
    };
    const { post } = document.paths["/v1/positions"] ?? {};
    expect(Object.keys(post?.responses ?? {})).toEqual(expect.arrayContaining(["200", "422", "503"]));
    expect(JSON.stringify(post?.requestBody)).toContain("#/components/schemas/PositionsRequest");
    const { schemas } = document.components;
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(["Positions", "Diversity", "Exhibit", "Citation"]));
    expect(Object.keys(schemas["Debate"]?.properties ?? {})).toContain("exhibits");
    expect(Object.keys(schemas["DebateRequest"]?.properties ?? {})).toEqual(
      expect.arrayContaining(["diversity", "exhibits"]),
    );
  });
});
