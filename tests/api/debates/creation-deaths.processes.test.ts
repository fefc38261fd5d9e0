import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { Death } from "../../support/processes/dying.ts";
import { spawnApi } from "../api-process.ts";
import { demoRequest } from "../requests.ts";
import { createWorld, postOf, type World } from "../world.ts";

let world: World;
const children: ChildProcess[] = [];
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await world[Symbol.asyncDispose]();
});

/** An API in a process of its own, with a short lease; its address once it listens. */
async function startApi(dies?: Death): Promise<{ url: string; child: ChildProcess }> {
  const settings = {
    table: world.table,
    taskQueue: world.deps.settings.taskQueue,
    temporalAddress: inject("temporalAddress"),
    providers: { demo: { baseUrl: "http://127.0.0.1:1" } },
    idempotency: { leaseMs: 1_000 },
    dies,
  };
  const started = await spawnApi(settings);
  children.push(started.child);
  return started;
}

test.each<Death>(["before META", "after META", "after the workflow"])(
  "An API that dies %s is survived: the same request with its key makes one debate.",
  async (dies) => {
    const request = postOf(demoRequest({ tags: [dies] }), { "idempotency-key": `death ${dies}` });
    const dying = await startApi(dies);
    const gone = once(dying.child, "exit");
    await expect(fetch(`${dying.url}/v1/debates`, request)).rejects.toThrow();
    expect(await gone).toEqual([null, "SIGKILL"]);

    const { url } = await startApi();
    const answers = await Promise.all([1, 2, 3].map(() => fetch(`${url}/v1/debates`, request)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const [first, ...others] = await Promise.all(answers.map((answer) => answer.text()));
    expect(others).toEqual([first, first]);
    const { id } = JSON.parse(first as string) as Debate;
    const { records } = await world.store.listDebates({ tenant: "default", limit: 10, tags: [dies] });
    expect(records.map((record) => record.id)).toEqual([id]);
    expect((await world.temporal.workflow.getHandle(id).describe()).status.name).toBe("RUNNING");
  },
);
