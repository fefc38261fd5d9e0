/** Programs that are told of their tasks instead of asking again, by the official client. */
import type { Client } from "@modelcontextprotocol/client";
import { readAcceptedTaskIdsV2 } from "@modelcontextprotocol/ext-tasks/core/v2";
import { expect, test } from "vitest";
import { callOf, connectMcp, DEBATE, requestOf } from "../../support/mcp.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters } from "../../support/world.ts";
import { storeDebate } from "../world.ts";

const world = await useWorld();

const TASKS = { extensions: { "io.modelcontextprotocol/tasks": {} } };
const CLARIFIED = { ...DEBATE, clarifications: { enabled: true, maxIterations: 1 } };

interface Told {
  taskId: string;
  status: string;
  statusMessage: string;
  inputRequests?: Record<string, object>;
  result?: { structuredContent: object };
  /** Of answers. */
  resultType?: string;
  _meta?: object;
}

/** A program that follows tasks, and what it is told of them. */
async function listener(): Promise<{ client: Client; told: Told[] }> {
  const client = await connectMcp({ url: world.url, capabilities: TASKS });
  const told: Told[] = [];
  client.fallbackNotificationHandler = async ({ method, params }) => {
    if (method === "notifications/tasks") told.push(params as unknown as Told);
  };
  return { client, told };
}

/** The client's type of a filter knows no extension. */
const filterOf = (taskIds: string[]): object => ({ taskIds });

async function send(method: string, params: object, capabilities: object = TASKS) {
  const response = await fetch(`${world.url}/mcp`, requestOf(callOf(method, { ...params }, capabilities)));
  return { status: response.status, text: await response.text() };
}

async function taskOf(taskId: string): Promise<Told> {
  return (JSON.parse((await send("tasks/get", { taskId })).text) as { result: Told }).result;
}

test("A task's question, its rounds and its result are told as they come, each as tasks/get has it.", async () => {
  world.models.use(debaters(["p1", "p2"], { ask: () => ["Which city?"] }));
  const { id } = await world.create(CLARIFIED);
  const { client, told } = await listener();
  const { closed } = await client.listen(filterOf([id]));
  await expect.poll(() => told.at(-1)?.status).toBe("input_required");
  expect(Object.keys(told.at(-1)?.inputRequests ?? {})).toEqual(["questions-q1"]);
  await send("tasks/update", { taskId: id, inputResponses: { "questions-q1": { action: "decline" } } });
  expect(await closed).toBe("graceful");

  const last = told.at(-1);
  expect(last).toMatchObject({
    taskId: id,
    status: "completed",
    result: { structuredContent: { id, isOver: true, result: { type: "verdict" } } },
  });
  const { _meta: _framed, resultType: _kind, ...task } = await taskOf(id);
  expect(last).toMatchObject(task);
  expect(told.map(({ statusMessage }) => statusMessage)).toContain("running, round 1 of 1");
  const texts = told.map((each) => JSON.stringify(each));
  expect(texts.filter((text, place) => text === texts[place - 1])).toEqual([]);
  await client.close();
});

test("One stream tells of several tasks, and leaves out what is another tenant's or nobody's.", async () => {
  world.models.use(debaters(["p1", "p2"]));
  const ids = [(await world.create(DEBATE)).id, (await world.create({ ...DEBATE, topic: "Trams?" })).id];
  const { id: others } = await storeDebate(world.store, { tenant: "others" });
  const taskIds = [...ids, others, "deb-20261121-051254-7K2M9Q", "no-debate"];
  const { text } = await send("subscriptions/listen", { notifications: { taskIds } });
  const [acknowledged, ...rest] = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => JSON.parse(data));
  expect(acknowledged).toMatchObject({
    method: "notifications/subscriptions/acknowledged",
    params: { _meta: { "io.modelcontextprotocol/subscriptionId": 1 } },
  });
  expect(readAcceptedTaskIdsV2(acknowledged.params)).toEqual(ids);
  const ended = rest.filter(({ params }) => params?.status === "completed").map(({ params }) => String(params.taskId));
  expect(new Set(ended)).toEqual(new Set(ids));
  expect(rest.at(-1)).toMatchObject({ id: 1, result: { resultType: "complete" } });
});

test("Nothing to tell of ends the stream at once, after it is acknowledged.", async () => {
  const { client, told } = await listener();
  for (const filter of [filterOf(["deb-none"]), { toolsListChanged: true as const }]) {
    const { closed } = await client.listen(filter);
    expect(await closed).toBe("graceful");
  }
  expect(told).toEqual([]);
  await client.close();
});

test("A program that does not declare the extension, or names too many tasks, is refused.", async () => {
  const listen = (taskIds: unknown, capabilities: object) =>
    send("subscriptions/listen", { notifications: { taskIds } }, capabilities);
  const undeclared = await listen(["deb-none"], {});
  expect([undeclared.status, JSON.parse(undeclared.text)]).toMatchObject([
    400,
    { id: 1, error: { code: -32_021, data: { requiredCapabilities: TASKS } } },
  ]);
  for (const taskIds of ["deb-none", [7], Array.from({ length: 51 }, (_, n) => `deb-${n}`)])
    expect(JSON.parse((await listen(taskIds, TASKS)).text)).toMatchObject({ error: { code: -32_602 } });
});
