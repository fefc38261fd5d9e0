/** Addresses of pages: those that lead nowhere, and what every page has. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

describe("An address that leads nowhere", () => {
  const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

  test.each(["/debates/nope", "/debates/nope/stage", "/debates/nope/compare/nope", "/debats"])(
    "is a page with a way on for browsers, and a problem for programs: %s.",
    async (path) => {
      const page = await world.get(path, { accept: BROWSER });
      expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=UTF-8"]);
      expect(await page.text()).toContain('<a href="/debates">All debates</a>');
      const program = await world.get(path);
      expect([program.status, program.headers.get("content-type")]).toEqual([404, "application/problem+json"]);
    },
  );

  test("is a problem below /v1, also for browsers.", async () => {
    const response = await world.get("/v1/nope", { accept: BROWSER });
    expect([response.status, response.headers.get("content-type")]).toEqual([404, "application/problem+json"]);
  });
});

test("Every page has the formats' titles, so that all name them alike.", async () => {
  const text = await (await world.get("/debates")).text();
  expect(text).toContain("&quot;round-limited&quot;:&quot;Round-limited&quot;");
});
