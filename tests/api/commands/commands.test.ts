import { WorkflowUpdateRPCTimeoutOrCancelledError } from "@temporalio/client";
import { NativeConnection, Worker } from "@temporalio/worker";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createActivities } from "../../../activities/index.ts";
import { createPassageSearch } from "../../../activities/retrieval/passages.activity.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { stateQuery } from "../../../workflows/base/messages.workflow-base.ts";
import { eventually } from "../../support/eventually.ts";
import { demoRequest } from "../requests.ts";
import { createWorld, postOf, problemOf, storeDebate, unreachableTemporal, type World } from "../world.ts";

/** The real workflow, with a worker for it and none for its models: a debate begins, and its first turn waits. */
let world: World;
let stopWorker: () => Promise<void>;
beforeAll(async () => {
  world = await createWorld();
  stopWorker = await startWorker(world);
});
afterAll(async () => {
  await stopWorker();
  await world[Symbol.asyncDispose]();
});

async function startWorker({ deps }: World): Promise<() => Promise<void>> {
  const connection = await NativeConnection.connect({ address: inject("temporalAddress") });
  const models = { complete: () => expect.unreachable("no model is called here") };
  const worker = await Worker.create({
    connection,
    taskQueue: deps.settings.taskQueue,
    workflowBundle: { codePath: inject("workflowBundle") },
    activities: createActivities({
      ...deps,
      passages: createPassageSearch(deps),
      models,
      now: () => new Date(),
      random: () => 0,
    }),
  });
  const run = worker.run();
  return async () => {
    worker.shutdown();
    await run;
    await connection.close();
  };
}

const create = async () => ((await (await world.post("/v1/debates", demoRequest())).json()) as Debate).id;
/** Asked of the workflow: what it publishes next rides in its first turn, which nobody takes here. */
const isUnderWay = async ({ temporal }: World, id: string) => {
  const state = () => temporal.workflow.getHandle(id).query(stateQuery);
  await eventually(async () => (await state()).round).toBe(1);
  return (await state()).status;
};

async function runningDebate(): Promise<string> {
  const id = await create();
  await isUnderWay(world, id);
  return id;
}

test("pause, resume and stop are answered with the debate as it is then.", async () => {
  const id = await runningDebate();
  const paused = await world.post(`/v1/debates/${id}/pause`, { reason: "lunch" });
  expect(paused.status).toBe(200);
  expect(await paused.json()).toMatchObject({ id, status: "running", pausing: true, allowed: ["resume", "stop"] });
  const resumed = await world.post(`/v1/debates/${id}/resume`);
  expect(resumed.status).toBe(200);
  expect(await resumed.json()).toMatchObject({ status: "running", pausing: false });
  const stopped = await world.post(`/v1/debates/${id}/stop`, { mode: "abandon", reason: "enough" });
  expect(stopped.status).toBe(200);
  expect(await stopped.json()).toMatchObject({ status: "cancelled", allowed: [] });
  const log = await (await world.get(`/v1/debates/${id}/events`, { accept: "application/json" })).json();
  expect(log).toMatchObject({ terminal: true });
  expect(JSON.stringify(log)).toContain("lunch");
});

test("A command that is illegal now is 409 with the status and what is allowed.", async () => {
  const id = await runningDebate();
  for (const command of ["resume", "retry", "start", "validate"]) {
    const response = await world.post(`/v1/debates/${id}/${command}`);
    expect(response.status, command).toBe(409);
    expect(await problemOf(response)).toMatchObject({
      type: "/problems/illegal-transition",
      debateStatus: "running",
      allowed: ["pause", "stop"],
    });
  }
  await world.post(`/v1/debates/${id}/stop`, { mode: "abandon" });
});

test("A debate that is over refuses every command with 409 from what is stored.", async () => {
  const { id } = await storeDebate(world.store, { state: { status: "completed" } });
  for (const command of ["validate", "start", "pause", "resume", "stop", "retry"]) {
    const response = await world.post(`/v1/debates/${id}/${command}`);
    expect(response.status, command).toBe(409);
    expect(await problemOf(response)).toMatchObject({ debateStatus: "completed", allowed: [] });
  }
});

test("Answers are checked before anybody is asked, and illegal ones are 409 from the workflow or from what is stored.", async () => {
  const id = await runningDebate();
  const answers = { answers: [{ questionId: "q1", answer: "Graz." }] };
  const refused = await world.post(`/v1/debates/${id}/answers`, answers);
  expect(refused.status).toBe(409);
  expect(await problemOf(refused)).toMatchObject({ debateStatus: "running", allowed: ["pause", "stop"] });
  const faulty = await world.post(`/v1/debates/${id}/answers`, { answers: [{ questionId: "q1", answer: "\n" }, {}] });
  expect(faulty.status).toBe(422);
  expect((await problemOf(faulty)).errors?.map((e) => e.pointer)).toEqual([
    "/answers/0/answer",
    "/answers/1/questionId",
    "/answers/1/answer",
  ]);
  expect((await world.post(`/v1/debates/${id}/answers`)).status).toBe(415);
  expect((await world.post("/v1/debates/deb-20261121-051254-7K2M9Q/answers", answers)).status).toBe(404);
  await world.post(`/v1/debates/${id}/stop`, { mode: "abandon" });
  const over = await storeDebate(world.store, { state: { status: "completed" } });
  expect((await world.post(`/v1/debates/${over.id}/answers`, answers)).status).toBe(409);
});

test("A debate whose workflow ended while META still lagged is 409 once META says so.", async () => {
  const id = await runningDebate();
  await world.post(`/v1/debates/${id}/stop`, { mode: "abandon" });
  await world.temporal.workflow.getHandle(id).result();
  const again = await world.post(`/v1/debates/${id}/stop`);
  expect(again.status).toBe(409);
  expect((await problemOf(again)).debateStatus).toBe("cancelled");
});

test("A stored debate without a workflow that should have one is 503, not a lie.", async () => {
  const { id } = await storeDebate(world.store, { state: { status: "running" } });
  const response = await world.post(`/v1/debates/${id}/pause`);
  expect(response.status).toBe(503);
  expect((await problemOf(response)).type).toBe("/problems/unavailable");
});

test("A command to a debate that does not exist is 404.", async () => {
  expect((await world.post("/v1/debates/deb-20261121-051254-7K2M9Q/pause")).status).toBe(404);
});

test("When no worker answers in time it is 503, names the signal, and changes nothing later either.", async () => {
  await using quiet = await createWorld({ commandTimeoutMs: 500 });
  const { id } = (await (await quiet.post("/v1/debates", demoRequest())).json()) as Debate;
  const response = await quiet.post(`/v1/debates/${id}/stop`);
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).not.toBeNull();
  const problem = await problemOf(response);
  expect(problem.signal).toBe("stop");
  expect(problem.detail).toContain(`temporal workflow signal --workflow-id ${id} --name stop`);

  const stop = await startWorker(quiet);
  try {
    expect(await isUnderWay(quiet, id)).toBe("running");
    await quiet.temporal.workflow.getHandle(id).terminate("the test is over");
  } finally {
    await stop();
  }
});

test("When Temporal can not be reached a command is 503.", async () => {
  const { id } = await storeDebate(world.store, { state: { status: "running" } });
  const app = world.appWith({ temporal: unreachableTemporal(), settings: { commandTimeoutMs: 200 } });
  const response = await app.request(`/v1/debates/${id}/pause`, postOf(undefined));
  expect(response.status).toBe(503);
});

test("Bodies of commands are checked: unknown fields, wrong modes, and what is not supported yet.", async () => {
  const { id } = await storeDebate(world.store, { state: { status: "running" } });
  const faults = async (command: string, body: unknown) => {
    const response = await world.post(`/v1/debates/${id}/${command}`, body);
    expect(response.status, command).toBe(422);
    return (await problemOf(response)).errors;
  };
  expect(await faults("stop", { mode: "now", reason: 1 })).toMatchObject([
    { pointer: "/mode" },
    { pointer: "/reason" },
  ]);
  expect(await faults("resume", { mode: "abandon" })).toEqual([{ pointer: "/mode", detail: "unknown field" }]);
  expect(await faults("pause", { when: "soon" })).toMatchObject([{ pointer: "/when" }]);
  expect(await faults("pause", [])).toMatchObject([{ pointer: "" }]);
  expect((await world.post(`/v1/debates/${id}/pause`, "{")).status).toBe(400);
  expect((await world.post(`/v1/debates/${id}/pause`, "x=1", { "content-type": "text/plain" })).status).toBe(415);
});

/** Carries out updates, of whose end the API does not hear in time. */
function deafTemporal(temporal: World["temporal"]): World["temporal"] {
  const getHandle = (id: string) => {
    const handle = temporal.workflow.getHandle(id);
    const executeUpdate: typeof handle.executeUpdate = async (name: string, options: object) => {
      await handle.executeUpdate(name, options);
      throw new WorkflowUpdateRPCTimeoutOrCancelledError("too late");
    };
    return { ...handle, executeUpdate };
  };
  const withDeadline: typeof temporal.withDeadline = (deadline, call) => temporal.withDeadline(deadline, call);
  return { workflow: { getHandle }, withDeadline } as unknown as World["temporal"];
}

test("A command whose answer was lost is answered when it is repeated with its key, also by a debate that is over.", async () => {
  const deaf = world.appWith({ temporal: deafTemporal(world.temporal) });
  for (const [command, body, status] of [
    ["pause", {}, "running"],
    ["stop", { mode: "abandon" }, "cancelled"],
  ] as const) {
    const id = await runningDebate();
    const path = `/v1/debates/${id}/${command}`;
    const keyed = { "idempotency-key": crypto.randomUUID() };
    expect((await deaf.request(path, postOf(body, keyed))).status).toBe(503);
    // Once more without the key is another command.
    expect((await world.post(path, body)).status).toBe(409);
    const again = await world.post(path, body, keyed);
    expect([again.status, ((await again.json()) as Debate).status]).toEqual([200, status]);
    const log = await (await world.get(`/v1/debates/${id}/events`, { accept: "application/json" })).json();
    const { items } = log as { items: { by?: string }[] };
    expect(items.filter(({ by }) => by === command)).toHaveLength(1);
    await world.post(`/v1/debates/${id}/stop`, { mode: "abandon" });
  }
});
