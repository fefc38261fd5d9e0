/** The default debate, wherever a client of the API reads or gets it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_DEBATE } from "../../domain/shapes/format-names.ts";
import { callOf, requestOf } from "../support/mcp.ts";
import { createWorld, postOf, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const { format, rounds } = DEFAULT_DEBATE;

test("The description of the API names it.", async () => {
  const { components } = (await (await world.get("/openapi.json")).json()) as {
    components: { schemas: { DebateRequest: { properties: { format: { default: string; description: string } } } } };
  };
  const described = components.schemas.DebateRequest.properties.format;
  expect(described.default).toBe(format);
  expect(described.description).toContain(`\`${format}\`, with ${rounds} rounds`);
});

test("So does the tool of MCP that starts debates.", async () => {
  const response = await world.app.request("/mcp", requestOf(callOf("tools/list")));
  const text = await response.text();
  expect(text).toContain(`"default":"${format}"`);
});

test("An estimate and a draft of a topic alone are of it.", async () => {
  const topic = "Should cities ban cars?";
  const estimates = await world.app.request("/v1/estimates", postOf({ topic }));
  expect(await estimates.json()).toMatchObject({ problems: [], likely: { calls: 13 } });
  const draft = await world.app.request("/v1/debates", postOf({ topic, start: false }));
  expect(await draft.json()).toMatchObject({ format, maxRounds: rounds });
});
