import { Client, Connection } from "@temporalio/client";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { logQueues, queueState } from "../../../infra/workers/queue-states.ts";
import { openWorld } from "../../support/use-world.ts";
import type { World } from "../../support/world.ts";

const namespace = "default";
/** Temporal's own figures are some five seconds old. */
const COUNTED = { timeout: 50_000, interval: 500 };

let world: World;
let connection: Connection;
beforeAll(async () => {
  world = await openWorld();
  connection = await Connection.connect({ address: inject("temporalAddress") });
});
afterAll(async () => {
  await connection.close();
  await world.stop();
});

test("A queue with workers has pollers, and an unknown one has nothing.", async () => {
  const { taskQueue } = world;
  expect(await queueState(connection, { namespace, taskQueue })).toMatchObject({
    taskQueue,
    pollers: expect.toSatisfy((count: number) => count > 0),
  });
  const unknown = `nobody-${crypto.randomUUID()}`;
  expect(await queueState(connection, { namespace, taskQueue: unknown })).toEqual({
    taskQueue: unknown,
    pollers: 0,
    backlog: 0,
  });
});

test("Work in a queue that nobody polls is counted, and logged as the alarm reads it.", async () => {
  const taskQueue = `nobody-${crypto.randomUUID()}`;
  const { workflow } = new Client({ connection });
  const waits = await workflow.start("anything", { taskQueue, workflowId: taskQueue });
  await expect
    .poll(() => queueState(connection, { namespace, taskQueue }), COUNTED)
    .toEqual({ taskQueue, pollers: 0, backlog: 1 });
  const lines: object[] = [];
  const logger = { info: (fields: object, msg: string) => void lines.push({ ...fields, msg }) };
  await logQueues(connection, { namespace, taskQueues: [taskQueue], logger });
  expect(lines).toEqual([{ msg: "task queue", taskQueue, pollers: 0, backlog: 1 }]);
  await waits.terminate();
});
