import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, problemOf, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

test.each([
  ["/v1/templates/search", "DELETE", "GET, HEAD, OPTIONS"],
  ["/v1/debates/import", "GET", "OPTIONS, POST"],
])("%s is no id: %s is a 405 there, and OPTIONS tells only its own methods.", async (path, method, allow) => {
  const refused = await world.app.request(path, { method });
  expect([refused.status, refused.headers.get("allow")]).toEqual([405, allow]);
  expect((await problemOf(refused)).type).toBe("/problems/method-not-allowed");
  const options = await world.app.request(path, { method: "OPTIONS" });
  expect([options.status, options.headers.get("allow")]).toEqual([204, allow]);
});
