/** An API that dies between the steps of a creation: the same request makes one debate, and a limit counts it once. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, inject, test } from "vitest";
import { requireQuota } from "../../../domain/around/quotas/quota.ts";
import type { Death } from "../../support/processes/dying.ts";
import { killProgram, startProgram } from "../../support/processes/program.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, requestOf, type World } from "../../support/world.ts";
import { makeKey } from "../access/keys.ts";
import { postOf } from "../world.ts";

const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) await killProgram(child);
});

async function start(world: World, name: "api" | "worker", more: object = {}) {
  const { models, table, taskQueue, temporalAddress } = world;
  const bundle = inject("workflowBundle");
  const settings = { table, taskQueue, temporalAddress, providers: models.providers, bundle, ...more };
  const started = await startProgram({ name, settings });
  children.push(started.child);
  return { url: started.said, child: started.child };
}

test.each<Death>(["before META", "after META", "after the workflow"])(
  "An API that dies %s is survived: the same request with its key makes one debate, which a limit counts once.",
  { timeout: 120_000 },
  async (dies) => {
    await using world = await openWorld({ workers: false });
    world.models.use(debaters(["p1", "p2"]));
    const { token: operator } = await makeKey(world.store, { scopes: ["admin"] });
    const { token } = await makeKey(world.store, { tenant: "acme" });
    const idempotency = { leaseMs: 1_000 };
    const [dying, again] = await Promise.all([
      start(world, "api", { dies, idempotency }),
      start(world, "api", { idempotency }),
    ]);
    const call = async (api: string, path: string, { as = token, ...init }: RequestInit & { as?: string } = {}) => {
      const headers = { ...(init.headers as object), authorization: `Bearer ${as}` };
      const response = await fetch(`${api}${path}`, { ...init, headers });
      return { status: response.status, text: await response.text() };
    };
    const read = async (path: string) => JSON.parse((await call(again.url, path)).text);
    const used = async () => (await read("/v1/quota")).tenant.used;
    const limits = postOf(requireQuota({ atOnce: 1, usdPerDay: 3 }));
    expect((await call(again.url, "/v1/quotas/acme", { ...limits, method: "PUT", as: operator })).status).toBe(200);

    const request = postOf(requestOf({ limits: { maxCostUsd: 2 } }), { "idempotency-key": `death ${dies}` });
    const gone = once(dying.child, "exit");
    await expect(call(dying.url, "/v1/debates", request)).rejects.toThrow();
    expect(await gone).toEqual([null, "SIGKILL"]);

    const answers = await Promise.all([1, 2, 3].map(() => call(again.url, "/v1/debates", request)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const [first = "", ...others] = answers.map(({ text }) => text);
    expect(others).toEqual([first, first]);
    const { id } = JSON.parse(first) as { id: string };
    expect((await read("/v1/debates")).items.map((item: { id: string }) => item.id)).toEqual([id]);
    expect((await world.handle(id).describe()).status.name).toBe("RUNNING");
    expect(await used()).toMatchObject({ atOnce: 1, perDay: 1, usdPerDay: 2 });
    await start(world, "worker");
    await expect.poll(used).toMatchObject({ atOnce: 0, perDay: 1 });
  },
);
