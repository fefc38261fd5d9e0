/** Keys, tenants and limits hold for tasks of A2A as for every request. */
import { expect, test } from "vitest";
import { fourKeys } from "../api/access/keys.ts";
import { openWorld } from "../support/use-world.ts";
import { debaters, requestOf } from "../support/world.ts";

const { topic, ...PAIR } = requestOf({ clarifications: { enabled: true, maxIterations: 1 } }) as { topic: string };

test("A task is its tenant's: to another one it is not there, and the same message begins a task of its own.", async () => {
  await using world = await openWorld();
  world.models.use(debaters(["p1", "p2"], { ask: () => ["Which city?"] }));
  const { one, other, reader, limited } = await fourKeys(world.store);
  const post = (token: string, path: string, body: object) =>
    world.request(path, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "a2a-version": "1.0" },
      body: JSON.stringify(body),
    });
  const call = async (token: string, method: string, params: object) => {
    const { status, body } = await post(token, "/a2a", { jsonrpc: "2.0", id: 1, method, params });
    const { result, error } = body as { result?: object; error?: { code: number } };
    return { status, result: result as { task: { id: string; status: object } }, code: error?.code };
  };
  for (const { token } of [one, other]) await post(token, "/v1/presets", { name: "pair", request: PAIR });
  const message = { messageId: "m", role: "ROLE_USER", parts: [{ text: topic }] };
  const sent = { message, metadata: { parley: { preset: "pair" } } };

  const { task } = (await call(one.token, "SendMessage", sent)).result;
  expect(task.status).toMatchObject({ state: "TASK_STATE_INPUT_REQUIRED" });
  const reply = { messageId: "r", taskId: task.id, role: "ROLE_USER", parts: [{ text: "Graz." }] };
  expect((await call(other.token, "SendMessage", { message: reply })).code).toBe(-32001);
  for (const method of ["GetTask", "CancelTask", "SubscribeToTask"])
    expect([method, (await call(other.token, method, { id: task.id })).code]).toEqual([method, -32001]);
  const own = (await call(other.token, "SendMessage", sent)).result.task;
  expect(own.id).not.toBe(task.id);
  expect((await call(reader.token, "GetTask", { id: task.id })).result).toMatchObject({ id: task.id });
  expect((await call(reader.token, "CancelTask", { id: task.id })).status).toBe(403);
  expect((await call(reader.token, "SendStreamingMessage", sent)).status).toBe(403);
  const first = { ...sent, message: { ...message, messageId: "once" } };
  expect((await call(limited.token, "SendMessage", first)).code).toBeUndefined();
  const second = { ...sent, message: { ...message, messageId: "twice" } };
  expect((await call(limited.token, "SendMessage", second)).status).toBe(429);
  const card = await world.request("/.well-known/agent-card.json");
  expect(card.status).toBe(200);
  expect((await world.request("/a2a", { method: "POST" })).status).toBe(401);
});
