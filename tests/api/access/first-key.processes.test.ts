/** The moment of the first key: whoever is a stranger after it does nothing any more, in any process. */

import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { KEYS_OF_TENANT } from "../../../domain/around/outside-records.ts";
import { type ApiProcess, startApiProcess } from "../api-process.ts";
import { createWorld, postOf, type World } from "../world.ts";

const ADMIN = postOf({ scopes: ["admin"] });

let world: World;
let processes: ApiProcess[];
beforeEach(async () => {
  world = await createWorld();
  const settings = {
    temporalAddress: inject("temporalAddress"),
    table: world.table,
    taskQueue: "first-key",
    providers: {},
  };
  processes = await Promise.all([startApiProcess(settings), startApiProcess(settings)]);
});
afterEach(async () => {
  await Promise.all(processes.map((each) => each.kill()));
  await world[Symbol.asyncDispose]();
});

const statuses = async (path: string, init?: RequestInit) =>
  Promise.all(processes.map(async ({ url }) => (await fetch(`${url}${path}`, init)).status));

test("Of forty strangers that make a first key at once in two processes, one gets it and the others get 401.", async () => {
  expect(await statuses("/v1/keys")).toEqual([200, 200]);
  const answers = await Promise.all(Array.from({ length: 20 }, () => statuses("/v1/keys", ADMIN)));
  const counted = Object.groupBy(answers.flat(), String);
  expect(Object.fromEntries(Object.entries(counted).map(([status, all]) => [status, all?.length]))).toEqual({
    201: 1,
    401: 39,
  });
  const { values } = await world.store.records.page({ tenant: "default" }, KEYS_OF_TENANT, { limit: 100 });
  expect(values).toHaveLength(1);
});

test("Once one process has made the first key, a stranger finds every door closed in both at once.", async () => {
  expect(await statuses("/v1/debates")).toEqual([200, 200]);
  const [{ url } = { url: "" }] = processes;
  const { id, token } = (await (await fetch(`${url}/v1/keys`, ADMIN)).json()) as { id: string; token: string };
  expect(await statuses("/v1/keys", ADMIN)).toEqual([401, 401]);
  expect(await statuses(`/v1/keys/${id}`, { method: "DELETE" })).toEqual([401, 401]);
  for (const path of ["/v1/keys", "/metrics", "/v1/debates"])
    expect([path, await statuses(path)]).toEqual([path, [401, 401]]);
  expect(await statuses("/v1/keys", { headers: { authorization: `Bearer ${token}` } })).toEqual([200, 200]);
});
