/** A task outlives the API that started it: another process shows it, takes its input and has its result. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectMcp, DEBATE, followTasks } from "../../support/mcp.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, type World } from "../../support/world.ts";
import { type ApiProcess, startApiProcess } from "../api-process.ts";

let world: World;
let apis: ApiProcess[];
beforeAll(async () => {
  world = await openWorld();
  world.models.use(debaters(["p1", "p2"], { ask: () => ["Which city?"] }));
  const { table, taskQueue, temporalAddress, models } = world;
  const settings = { table, taskQueue, temporalAddress, providers: models.providers };
  apis = [await startApiProcess(settings), await startApiProcess(settings)];
});
afterAll(async () => {
  for (const api of apis) await api.kill();
  await world.stop();
});

const CLARIFIED = { ...DEBATE, clarifications: { enabled: true, maxIterations: 1 } };

test("A task that was started by an API that was killed is there, asks, and ends in its result.", async () => {
  const [first, second] = apis as [ApiProcess, ApiProcess];
  const before = followTasks(await connectMcp(first), { url: first.url });
  const started = await before.callTool("start_debate", CLARIFIED);
  if (started.kind !== "task") throw new Error("no task");
  // The reference of the one endpoint, which is the service's and not the process's.
  const reference = { ...started.serializeReference(), endpointId: second.url };
  await started.detach();
  await expect.poll(async () => (await world.debate(reference.taskId)).pending).not.toBeNull();
  await first.kill();

  const asked: string[] = [];
  const client = await connectMcp(second);
  const session = followTasks(client, {
    url: second.url,
    onInputRequest: async (_request, { inputId = "" }) => {
      asked.push(inputId);
      await second.restart();
      return { action: "accept", content: { q1: "Graz." } } as never;
    },
  });
  const { outcome } = await (await session.resumeTask(reference)).settle();
  expect(asked).toEqual(["questions-q1"]);
  expect(outcome).toMatchObject({
    status: "completed",
    result: { structuredContent: { id: reference.taskId, result: { type: "verdict" } } },
  });
  await session.close();
});
