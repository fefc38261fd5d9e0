/** Debates as tasks, with questions and decisions as the tasks' input, driven by the official client and its extension. */
import { expect, test } from "vitest";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { knowing } from "../../support/known-cases.ts";
import { callOf, connectMcp, DEBATE, followTasks, requestOf } from "../../support/mcp.ts";
import { failJudge } from "../../support/pair.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters } from "../../support/world.ts";

const world = await useWorld();

const CLARIFIED = { ...DEBATE, clarifications: { enabled: true, maxIterations: 1 } };
/** A result has the ballots only where it is whole. */
const LINKS = [{ type: "resource_link" }, { type: "resource_link" }];
const TASKS = { extensions: { "io.modelcontextprotocol/tasks": {} } };

interface Answered {
  result?: { [field: string]: unknown; taskId: string; status: string; inputRequests?: Record<string, never> };
  error?: { code: number; message: string };
}

async function send(method: string, params: Record<string, unknown>): Promise<Answered> {
  const answer = await fetch(`${world.url}/mcp`, requestOf(callOf(method, params, TASKS)));
  return (await answer.json()) as Answered;
}

async function start(request: object): Promise<string> {
  const { result } = await send("tools/call", { name: "start_debate", arguments: request });
  return result?.taskId ?? "";
}

const taskOf = async (taskId: string) => (await send("tasks/get", { taskId })).result;

test("a debate is a task: its questions are the task's input, and its result is the task's", async () => {
  world.models.use(debaters(["p1", "p2"], { ask: () => ["Which city?"] }));
  const client = await connectMcp(world);
  const asked: unknown[] = [];
  const session = followTasks(client, {
    url: world.url,
    onInputRequest: async (request) => {
      asked.push(request);
      return { action: "accept", content: { q1: "Graz." } } as never;
    },
  });
  const execution = await session.callTool("start_debate", CLARIFIED);
  if (execution.kind !== "task") throw new Error("no task");
  const { outcome } = await execution.settle();
  expect(asked).toEqual([
    {
      kind: "elicitation",
      params: {
        mode: "form",
        message: "Before the debate “Should cities ban cars?” begins, its participants ask:",
        requestedSchema: {
          type: "object",
          properties: {
            q1: {
              type: "string",
              title: "Which city?",
              description: "Asked by Ada, Ben; leave it empty to skip it",
            },
          },
        },
      },
    },
  ]);
  const id = execution.handle.taskId;
  expect(outcome).toMatchObject({
    status: "completed",
    result: {
      content: [{ text: expect.stringMatching(/^The answer\n/) }, { type: "text" }, ...LINKS],
      structuredContent: { id, status: "completed", isOver: true, result: { type: "verdict" } },
    },
  });
  const { questions } = (await world.transcript(id)) as unknown as { questions: object[] };
  expect(questions).toMatchObject([{ id: "q1", answer: "Graz." }]);
  await session.close();
  await client.close();
});

test("a task is found again by its id, also by another client, before and after its end", async () => {
  world.models.use(debaters(["p1", "p2"], { ask: () => ["Which city?", "When?"] }));
  const taskId = await start(CLARIFIED);
  expect(taskId).toMatch(/^deb-/);
  await expect.poll(async () => (await taskOf(taskId))?.status).toBe("input_required");
  const [key = ""] = Object.keys((await taskOf(taskId))?.inputRequests ?? {});
  expect(key).toBe("questions-q1-q2");
  // An answer from elsewhere: what is left is another form.
  await world.post(`/v1/debates/${taskId}/answers`, { answers: [{ questionId: "q1", answer: "Graz." }] });
  await expect.poll(async () => Object.keys((await taskOf(taskId))?.inputRequests ?? {})).toEqual(["questions-q2"]);
  const late = { [key]: { action: "accept", content: { q1: "Linz.", q2: "Soon." } } };
  expect((await send("tasks/update", { taskId, inputResponses: late })).result).toMatchObject({
    resultType: "complete",
  });
  expect((await taskOf(taskId))?.status).toBe("input_required");
  await send("tasks/update", { taskId, inputResponses: { "questions-q2": { action: "cancel" } } });
  expect((await taskOf(taskId))?.status).toBe("input_required");
  await send("tasks/update", { taskId, inputResponses: { "questions-q2": { action: "decline" } } });
  await expect.poll(async () => (await taskOf(taskId))?.status).toBe("completed");
  const { questions } = (await world.transcript(taskId)) as unknown as { questions: object[] };
  expect(questions).toMatchObject([
    { id: "q1", answer: "Graz." },
    { id: "q2", answer: null },
  ]);
  expect(await taskOf(taskId)).toMatchObject({ taskId, ttlMs: null, result: { structuredContent: { id: taskId } } });
});

test("a decision is a task's input: an option, with what it needs", async () => {
  failJudge(world);
  const taskId = await start({ ...DEBATE, judge: { model: "openai/judge" } });
  await expect.poll(async () => (await taskOf(taskId))?.status).toBe("input_required");
  const [[key, form] = ["", undefined]] = Object.entries((await taskOf(taskId))?.inputRequests ?? {});
  expect(key).toBe("decision-d1");
  expect(form).toMatchObject({
    params: {
      message: expect.stringContaining("waits for its owner’s decision"),
      requestedSchema: { properties: { option: { enum: expect.arrayContaining(["replace"]) }, model: {} } },
    },
  });
  const wrong = { [key]: { action: "accept", content: { option: "replace", model: "odd" } } };
  expect((await send("tasks/update", { taskId, inputResponses: wrong })).error).toMatchObject({ code: -32_602 });
  const right = { [key]: { action: "accept", content: { option: "replace", model: "anthropic/claude-opus-5" } } };
  expect((await send("tasks/update", { taskId, inputResponses: right })).error).toBeUndefined();
  await expect.poll(async () => (await taskOf(taskId))?.status).toBe("completed");
});

test("a cancelled task abandons the debate, and a second time is acknowledged too", async () => {
  world.models.use(debaters(["p1", "p2"], { ask: () => ["Which city?"] }));
  const taskId = await start(CLARIFIED);
  for (let n = 0; n < 2; n++) expect((await send("tasks/cancel", { taskId })).error).toBeUndefined();
  await expect.poll(async () => (await taskOf(taskId))?.status).toBe("cancelled");
  expect((await world.debate(taskId)).status).toBe("cancelled");
});

test("a task whose debate stands still says why", async () => {
  world.models.use(() => ({ error: { status: 401 } }));
  const taskId = await start(DEBATE);
  await expect.poll(async () => (await world.debate(taskId)).status).toBe("error");
  expect(await taskOf(taskId)).toMatchObject({ status: "working", statusMessage: expect.stringMatching(/^error: ./) });
});

test("a task that is not there is said to be so", async () => {
  for (const method of ["tasks/get", "tasks/update", "tasks/cancel"])
    expect(await send(method, { taskId: "deb-none", inputResponses: {} })).toMatchObject({
      error: { code: -32_602, message: "there is no task deb-none" },
    });
  expect((await send("tasks/update", { taskId: "deb-none" })).error?.message).toBe("inputResponses is missing");
});

test("a program that follows no tasks has the debate's id at once", async () => {
  world.models.use(debaters(["p1", "p2"]));
  const client = await connectMcp(world);
  const { structuredContent } = await client.callTool({ name: "start_debate", arguments: DEBATE });
  expect(structuredContent).toMatchObject({ id: expect.stringMatching(/^deb-/), topic: DEBATE.topic });
  await client.close();
});

test("a program that shows forms asks its user while it waits, and each step is reported", async () => {
  world.models.use(debaters(["p1", "p2"], { ask: () => ["Which city?"] }));
  const client = await connectMcp({ url: world.url, capabilities: { elicitation: { form: {} } } });
  const forms: unknown[] = [];
  client.setRequestHandler("elicitation/create", ({ params }) => {
    forms.push(params);
    return { action: "accept", content: { q1: "Graz." } };
  });
  const { id } = await world.create(CLARIFIED);
  const steps: { progress: number; message?: string | undefined }[] = [];
  const { structuredContent } = await client.callTool(
    { name: "get_result", arguments: { id, waitSeconds: 50 } },
    { onprogress: (step) => void steps.push(step) },
  );
  expect(forms).toHaveLength(1);
  expect(structuredContent).toMatchObject({ id, status: "completed" });
  // The client reports its own rounds of forms too.
  const told = [
    "round 1 of 1",
    "round 1 of 1: Ada speaks",
    "Ada has spoken",
    "round 1 of 1: Ben speaks",
    "Ben has spoken",
    "the conclusion is written",
  ];
  const ours = steps.filter(({ message }) => told.includes(message ?? ""));
  expect(new Set(ours.map(({ message }) => message))).toEqual(new Set(told));
  const numbers = ours.map(({ progress }) => progress);
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  await client.close();
});

test("an older program waits without forms, and hears of each step too", async () => {
  world.models.use(debaters(["p1", "p2"], { ask: () => ["Which city?"] }));
  const client = await connectMcp({ url: world.url, era: "legacy" });
  const { id } = await world.create(CLARIFIED);
  const messages: (string | undefined)[] = [];
  const waiting = client.callTool(
    { name: "get_result", arguments: { id, waitSeconds: 50 } },
    { onprogress: ({ message }) => void messages.push(message) },
  );
  await expect.poll(async () => (await world.debate(id)).status).toBe("clarifying");
  await expect.poll(async () => (await world.debate(id)).pending).not.toBeNull();
  await world.post(`/v1/debates/${id}/answers`, { answers: [{ questionId: "q1", answer: null }] });
  expect((await waiting).structuredContent).toMatchObject({ status: "completed" } satisfies Partial<Debate>);
  expect(messages).toContain("Ada has spoken");
  await client.close();
});

test("who waits for less than the debate takes has where it stands", async () => {
  world.models.use(debaters(["p1", "p2"], { ask: () => ["Which city?"] }));
  const client = await connectMcp(world);
  const { id } = await world.create(CLARIFIED);
  const { structuredContent } = await client.callTool({ name: "get_result", arguments: { id, waitSeconds: 1 } });
  expect(structuredContent).toMatchObject({ id, isOver: false, result: null });
  await client.close();
});

test("a result says how often answers at its level were right, as a tool's and as a task's", async () => {
  world.models.use(debaters(["p1", "p2"]));
  const taskId = await start(DEBATE);
  await world.finished(taskId);
  const { level } = (await world.debate(taskId)).result?.conclusion?.support ?? {};
  if (!level) throw new Error("the debate has no conclusion");
  const line = "The one answer at this level with a known outcome was right (21–100 %).";
  const at = { margin: null, probability: null, isRight: true, question: "q", demo: false };
  await knowing(world, [{ debate: "known", from: "owner", level, ...at }], async () => {
    const { result } = await send("tools/call", { name: "get_result", arguments: { id: taskId } });
    for (const told of [result, (await taskOf(taskId))?.["result"]])
      expect(told).toMatchObject({ content: [{ text: expect.stringContaining(line) }, {}, ...LINKS] });
  });
});
