/** A2A's own client, unmodified, holds debates as an agent's tasks. */
import { Role, type SendMessageRequest, type StreamResponse, type Task, TaskState } from "@a2a-js/sdk";
import { type Client, ClientFactory, ClientFactoryOptions } from "@a2a-js/sdk/client";
import { describe, expect, test } from "vitest";
import { held } from "../support/held.ts";
import { kindOf } from "../support/models/replies.ts";
import { FIRST, failJudge, heldAfter, savePresets, TOPIC } from "../support/pair.ts";
import { useWorld } from "../support/use-world.ts";
import { debaters, type Manner } from "../support/world.ts";

const world = await useWorld();
await savePresets(world);
const client = await clientOf();

function clientOf(token?: string): Promise<Client> {
  const before = async ({ options }: { options?: { serviceParameters?: Record<string, string> } }) => {
    if (token && options)
      options.serviceParameters = { ...options.serviceParameters, authorization: `Bearer ${token}` };
  };
  const clientConfig = { interceptors: [{ before, after: async () => {} }] };
  return new ClientFactory(
    ClientFactoryOptions.createFrom(ClientFactoryOptions.default, { clientConfig }),
  ).createFromUrl(world.url);
}

function script(manner: Manner = {}) {
  world.models.use(debaters(["p1", "p2"], manner));
}

interface Of {
  preset?: string;
  fields?: object;
  messageId?: string;
  contextId?: string;
  taskId?: string;
  data?: unknown;
  returnImmediately?: boolean;
}

function sent(text: string, of: Of = {}): SendMessageRequest {
  const { preset = "pair", fields = {}, data, returnImmediately = false } = of;
  const { messageId = crypto.randomUUID(), contextId = "", taskId = "" } = of;
  const content =
    data === undefined ? { $case: "text" as const, value: text } : { $case: "data" as const, value: data };
  const parts = [{ content, metadata: undefined, filename: "", mediaType: "" }];
  const about = { metadata: undefined, extensions: [], referenceTaskIds: [] };
  return {
    tenant: "",
    message: { messageId, contextId, taskId, role: Role.ROLE_USER, parts, ...about },
    configuration: { acceptedOutputModes: [], taskPushNotificationConfig: undefined, returnImmediately },
    metadata: { parley: { preset, ...fields } },
  };
}

const named = (id: string) => ({ tenant: "", id });
const send = async (text: string, of?: Of) => (await client.sendMessage(sent(text, of))) as Task;
const texts = (parts: Task["artifacts"][number]["parts"] = []) =>
  parts.flatMap(({ content }) => (content?.$case === "text" ? [content.value] : [])).join("");
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable("it was answered"),
    (error: Error & { envelopeCode?: number }) => error,
  );

/** What a client comes to that puts all updates together. */
async function followed(stream: AsyncGenerator<StreamResponse>, onUpdate: (update: StreamResponse) => void = () => {}) {
  const artifacts = new Map<string, { name: string; text: string }>();
  const states: TaskState[] = [];
  const said: string[] = [];
  let id = "";
  for await (const update of stream) {
    onUpdate(update);
    const { payload } = update;
    if (payload?.$case === "task") {
      ({ id } = payload.value);
      states.push(payload.value.status?.state ?? TaskState.UNRECOGNIZED);
      for (const one of payload.value.artifacts)
        artifacts.set(one.artifactId, { name: one.name, text: texts(one.parts) });
    }
    if (payload?.$case === "statusUpdate") {
      states.push(payload.value.status?.state ?? TaskState.UNRECOGNIZED);
      said.push(texts(payload.value.status?.message?.parts));
    }
    if (payload?.$case === "artifactUpdate" && payload.value.artifact) {
      const { artifactId, name, parts } = payload.value.artifact;
      const before = payload.value.append ? (artifacts.get(artifactId)?.text ?? "") : "";
      artifacts.set(artifactId, { name, text: before + texts(parts) });
    }
  }
  return { id, artifacts, states, said };
}

describe("A task", () => {
  test("is found by its card, which anybody may read.", async () => {
    const card = await client.getAgentCard();
    expect(card).toMatchObject({
      name: "Parley",
      capabilities: { streaming: true, pushNotifications: false },
      supportedInterfaces: [{ url: `${world.url}/a2a`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    });
    expect(card.skills.map(({ id }) => id)).toContain("quick");
    expect(card.securitySchemes["bearer"]?.scheme).toMatchObject({ $case: "httpAuthSecurityScheme" });
  });

  test("is a debate: turns and the answer are its artifacts, and the same message gets it again.", async () => {
    script();
    const messageId = crypto.randomUUID();
    const task = await send(TOPIC, { messageId, contextId: "streets" });
    const debate = await world.debate(task.id);
    const { turns } = await world.transcript(task.id);
    expect(task).toMatchObject({ contextId: "streets", status: { state: TaskState.TASK_STATE_COMPLETED } });
    expect(debate).toMatchObject({ topic: TOPIC, status: "completed", preset: "pair@1" });
    const spoken = task.artifacts.slice(0, -1);
    expect(spoken.map(({ name, parts }) => [name, texts(parts)])).toEqual(
      turns.map((turn) => [turn.participant, turn.text]),
    );
    const answer = task.artifacts.at(-1);
    expect(texts(answer?.parts)).toContain(debate.result?.conclusion?.answer.text);
    expect(answer?.parts[1]?.content).toMatchObject({ $case: "data", value: { debate: task.id, type: "verdict" } });
    const calls = world.models.journal.length;
    expect(await send(TOPIC, { messageId, contextId: "streets" })).toEqual(task);
    expect(await client.getTask(named(task.id))).toEqual(task);
    expect(world.models.journal.length).toBe(calls);
    expect(await refusal(send("And trams?", { messageId }))).toMatchObject({ envelopeCode: -32602 });
  });

  test("streams what is said while it is said, and comes to what is stored.", async () => {
    const { release } = heldAfter(world, 1);
    const { id, artifacts, states, said } = await followed(client.sendMessageStream(sent(TOPIC)), ({ payload }) => {
      if (payload?.$case === "artifactUpdate") release();
    });
    const stored = await client.getTask(named(id));
    expect([...artifacts].map(([key, { name, text }]) => [key, name, text])).toEqual(
      stored.artifacts.map(({ artifactId, name, parts }) => [artifactId, name, texts(parts)]),
    );
    expect([...artifacts.values()][0]?.text).toBe(FIRST);
    expect(states.at(-1)).toBe(TaskState.TASK_STATE_COMPLETED);
    const { assessments } = await world.transcript(id);
    for (const { reasoning } of assessments) expect(said.join("\n")).toContain(reasoning);
  });

  test("is followed again after a lost connection, with all that was said; once it is over there is nothing to follow.", async () => {
    const { release } = heldAfter(world, 2);
    const { id } = await send(TOPIC, { returnImmediately: true });
    await world.models.arrived(3);
    const { artifacts, states } = await followed(client.resubscribeTask(named(id)), ({ payload }) => {
      if (payload?.$case === "task") release();
    });
    const stored = await client.getTask(named(id));
    expect([...artifacts.values()].map(({ text }) => text)).toEqual(stored.artifacts.map(({ parts }) => texts(parts)));
    expect(states[0]).toBe(TaskState.TASK_STATE_WORKING);
    expect(states.at(-1)).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(await refusal(client.resubscribeTask(named(id)).next())).toMatchObject({ envelopeCode: -32004 });
  });

  test("is cancelled, once.", async () => {
    const { release } = held(world, (request) => kindOf(request) === "turn");
    const { id } = await send(TOPIC, { returnImmediately: true });
    await world.models.arrived(1);
    const task = await client.cancelTask({ ...named(id), metadata: undefined });
    release();
    expect(task.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
    expect((await world.debate(id)).status).toBe("cancelled");
    expect(await refusal(client.cancelTask({ ...named(id), metadata: undefined }))).toMatchObject({
      envelopeCode: -32002,
    });
  });

  test("has failed where its debate failed.", async () => {
    world.models.use(() => ({ error: { status: 401 } }));
    const { status } = await send(TOPIC);
    expect(status?.state).toBe(TaskState.TASK_STATE_FAILED);
    expect(texts(status?.message?.parts)).not.toBe("");
    world.models.forget();
  });
});

describe("A task that asks", () => {
  test("waits for its answer, which a message with its id brings; sent again, it changes nothing.", async () => {
    script({ ask: () => ["Which city?"] });
    const asked = await send(TOPIC, { preset: "asking" });
    const { id: taskId, contextId } = asked;
    expect(asked.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
    expect(texts(asked.status?.message?.parts)).toContain("Which city?");
    expect(asked.status?.message?.parts[1]?.content).toMatchObject({
      value: { about: "questions", schema: { properties: { q1: { title: "Which city?" } } } },
    });
    expect(await refusal(send("Graz.", { taskId, contextId: "another" }))).toMatchObject({ envelopeCode: -32602 });
    const of = { taskId, contextId, messageId: crypto.randomUUID() };
    const { id, states } = await followed(client.sendMessageStream(sent("Graz.", of)));
    expect(id).toBe(taskId);
    expect(states[0]).toBe(TaskState.TASK_STATE_WORKING);
    expect(states.at(-1)).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(await world.transcript(id)).toMatchObject({ questions: [{ id: "q1", answer: "Graz." }] });
    expect((await send("Graz.", of)).status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(await refusal(send("Graz.", { taskId }))).toMatchObject({ envelopeCode: -32004 });
  });

  test("tells its question where its updates are followed, and takes data as the filled form.", async () => {
    script({ ask: () => ["Which city?"] });
    const { id, states, said } = await followed(client.sendMessageStream(sent(TOPIC, { preset: "asking" })));
    expect(states.at(-1)).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
    expect(said.at(-1)).toContain("Which city?");
    const { status } = await send("", { taskId: id, data: { q1: "Linz." } });
    expect(status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(await world.transcript(id)).toMatchObject({ questions: [{ id: "q1", answer: "Linz." }] });
  });

  test("waits for a decision too.", async () => {
    failJudge(world);
    const { id, status } = await send(TOPIC, { fields: { judge: { model: "openai/judge" } } });
    expect(status?.message?.parts[1]?.content).toMatchObject({ value: { about: "decision" } });
    const bad = { option: "replace", model: "odd" };
    expect(await refusal(send("", { taskId: id, data: bad }))).toMatchObject({ envelopeCode: -32602 });
    const data = { option: "replace", model: "anthropic/claude-opus-5" };
    expect((await send("", { taskId: id, data })).status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    expect((await world.debate(id)).judge?.model).toBe("anthropic/claude-opus-5");
  });
});

describe("What is not there", () => {
  test("is refused by the protocol's codes.", async () => {
    const config = { tenant: "", id: "1", taskId: "t", url: "https://a.example", token: "", authentication: undefined };
    expect(await refusal(client.getTask(named("deb-20261121-051254-7K2M9Q")))).toMatchObject({ envelopeCode: -32001 });
    expect(await refusal(client.getTask(named("no-task")))).toMatchObject({ envelopeCode: -32001 });
    expect(await refusal((async () => client.createTaskPushNotificationConfig(config))())).toMatchObject({
      message: expect.stringMatching(/push/i),
    });
    expect(await refusal(send(TOPIC, { preset: "gone" }))).toMatchObject({ envelopeCode: -32602 });
    expect(await refusal(send(" "))).toMatchObject({ envelopeCode: -32602 });
    const raw = async (body: object | string, version = "1.0") =>
      (
        await world.request("/a2a", {
          method: "POST",
          headers: { "content-type": "application/json", "a2a-version": version },
          body: typeof body === "string" ? body : JSON.stringify(body),
        })
      ).body as { error?: { code: number } };
    expect((await raw({ jsonrpc: "2.0", id: 1, method: "GetTask", params: named("x") }, "0.3")).error?.code).toBe(
      -32009,
    );
    expect((await raw({ jsonrpc: "2.0", id: 1, method: "constructor" })).error?.code).toBe(-32601);
    expect((await raw({ id: 1 })).error?.code).toBe(-32600);
    expect((await raw('{ "jsonrpc": "2.0", ')).error?.code).toBe(-32700);
    const push = { jsonrpc: "2.0", id: 1, method: "CreateTaskPushNotificationConfig", params: config };
    expect((await raw(push)).error?.code).toBe(-32003);
    const file = { messageId: "f", role: "ROLE_USER", parts: [{ url: "https://a.example/b.pdf" }] };
    const filed = { jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message: file } };
    expect((await raw(filed)).error?.code).toBe(-32005);
  });
});
