import { afterAll, beforeAll, expect, test } from "vitest";
import { createDebateId } from "../../../api/base/ids.api-base.ts";
import type { Estimates } from "../../../domain/play/estimates/schema.estimate.ts";
import { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { demoRequest } from "../requests.ts";
import { createWorld, postOf, problemOf, unreachableTemporal, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

test.each([{ maxCostUsd: 0.5 }, { maxTokens: 1_000 }])(
  "A draft in which nobody sits yet may have limits: %o",
  async (limits) => {
    const response = await world.post("/v1/debates", { topic: "x?", start: false, limits });
    expect(response.status).toBe(201);
    const { problems } = Debate.parse(await response.json());
    expect(problems.map(({ pointer }) => pointer)).toEqual(["/participants"]);
  },
);

const pointersOf = async (response: Response) => (await problemOf(response)).errors?.map((e) => e.pointer);

test("A created debate is answered whole, stored, and has a workflow that Temporal can search.", async () => {
  const response = await world.post("/v1/debates", demoRequest({ tags: ["streets"] }));
  expect(response.status).toBe(201);
  const debate = Debate.parse(await response.json());
  expect(debate).toMatchObject({ status: "initializing", version: 1, tags: ["streets"], demo: true, maxRounds: 2 });
  expect(response.headers.get("location")).toBe(`/v1/debates/${debate.id}`);
  expect(response.headers.get("etag")).toBe('"v1"');
  expect(await (await world.get(`/v1/debates/${debate.id}`)).json()).toEqual(debate);

  const workflow = await world.temporal.workflow.getHandle(debate.id).describe();
  expect(workflow.type).toBe("debateWorkflow");
  expect(workflow.taskQueue).toBe(world.deps.settings.taskQueue);
  expect(await workflow.staticSummary()).toBe("Should cities ban cars?");
  expect(workflow.searchAttributes).toMatchObject({
    DebateStatus: ["configuring"],
    DebateFormat: ["round-limited"],
    DebateTenant: ["default"],
    DebateRound: [0],
    DebateCostUsd: [0],
  });
});

test("A topic alone is a debate: the answer names who was taken, and an estimate and GET /v1/models say the same before.", async () => {
  const models = (await (await world.get("/v1/models")).json()) as { usual: { speakers: string[]; judge: string } };
  const estimate = (await (await world.post("/v1/estimates", { topic: "Tea or coffee?" })).json()) as Estimates;
  const response = await world.post("/v1/debates", { topic: "Tea or coffee?" });
  expect(response.status).toBe(201);
  const debate = Debate.parse(await response.json());
  expect(debate.participants.map(({ model }) => model)).toEqual(models.usual.speakers);
  expect(debate.judge?.model).toBe(models.usual.judge);
  const [taken] = debate.warnings;
  const [first, second] = models.usual.speakers;
  expect(taken).toEqual({
    code: "participants-chosen",
    detail: `no participants were named: Ada (${first}), Ben (${second}) debate, and ${models.usual.judge} judges`,
  });
  expect(estimate.problems).toEqual([]);
  expect(estimate.warnings).toContainEqual(taken);
});

test("A request with several faults is refused with all of them at once.", async () => {
  const response = await world.post("/v1/debates", {
    ...demoRequest({ topic: " ", maxRounds: 0, colour: "red", webhook: {} }),
    participants: [
      { name: "Ada", model: "demo/debater" },
      { name: "ada", model: "nobody/x", extra: 1 },
    ],
  });
  expect(response.status).toBe(422);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect(new Set(await pointersOf(response))).toEqual(
    new Set([
      "/topic",
      "/maxRounds",
      "/colour",
      "/webhook/url",
      "/participants/1/model",
      "/participants/1/name",
      "/participants/1/extra",
    ]),
  );
});

test("A body that is no object is refused as a whole.", async () => {
  for (const body of ["[]", "null", '"x"', "1"]) {
    const response = await world.post("/v1/debates", body);
    expect(response.status, body).toBe(422);
    expect(await pointersOf(response), body).toContain("");
  }
});

test("Malformed JSON, a repeated field and broken UTF-8 are 400.", async () => {
  for (const body of ["{", "", '{"topic":"a","topic":"b"}']) {
    const response = await world.post("/v1/debates", body);
    expect(response.status, body).toBe(400);
    expect((await problemOf(response)).type).toBe("/problems/malformed-json");
  }
  const bytes = new Uint8Array([0x22, 0xff, 0x22]);
  const broken = await world.app.request("/v1/debates", {
    method: "POST",
    body: bytes,
    headers: { "content-type": "application/json" },
  });
  expect(broken.status).toBe(400);
});

test("A body of another type, without one, or compressed is 415.", async () => {
  const body = JSON.stringify(demoRequest());
  const types = [
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/json; charset=latin1",
    "application/jsonx",
  ];
  for (const type of types)
    expect((await world.post("/v1/debates", body, { "content-type": type })).status, type).toBe(415);
  const untyped = new Request("http://x/v1/debates", { method: "POST", body: new TextEncoder().encode(body) });
  expect((await world.app.request(untyped)).status).toBe(415);
  expect((await world.post("/v1/debates", body, { "content-encoding": "gzip" })).status).toBe(415);
  expect((await world.post("/v1/debates", body, { "content-type": "application/json; charset=UTF-8" })).status).toBe(
    201,
  );
});

test("A body over one mebibyte is 413, whether its length was announced or not.", async () => {
  const body = JSON.stringify(demoRequest({ context: "x".repeat(1024 * 1024) }));
  const announced = await world.post("/v1/debates", "{}", { "content-length": String(2 ** 21) });
  expect(announced.status).toBe(413);
  const streamed = await world.post("/v1/debates", body);
  expect(streamed.status).toBe(413);
  expect((await problemOf(streamed)).type).toBe("/problems/payload-too-large");
});

test("A body of just one mebibyte is read.", async () => {
  const frame = JSON.stringify(demoRequest({ context: "" })).length;
  const response = await world.post("/v1/debates", demoRequest({ context: "x".repeat(1024 * 1024 - frame) }));
  expect(response.status).toBe(422);
  expect(await pointersOf(response)).toEqual(["/context"]);
});

test("When Temporal does not answer it is 503 with Retry-After, and nothing is left behind.", async () => {
  let id = "";
  const app = world.appWith({
    temporal: unreachableTemporal(),
    settings: { commandTimeoutMs: 300 },
    newId: (now) => (id = createDebateId(now)),
  });
  const response = await app.request("/v1/debates", postOf(demoRequest()));
  expect(response.status).toBe(503);
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await problemOf(response)).type).toBe("/problems/unavailable");
  expect(id).not.toBe("");
  expect(await world.store.getDebate({ tenant: "default", debateId: id })).toBeNull();
});

test("An id that is taken is not written over: the next one is tried.", async () => {
  const taken = Debate.parse(await (await world.post("/v1/debates", demoRequest())).json());
  const ids = [taken.id, createDebateId(new Date())];
  const app = world.appWith({ newId: () => ids.shift() as string });
  const response = await app.request("/v1/debates", postOf(demoRequest({ topic: "Another one" })));
  expect(response.status).toBe(201);
  expect(((await response.json()) as Debate).id).not.toBe(taken.id);
  const kept = (await (await world.get(`/v1/debates/${taken.id}`)).json()) as Debate;
  expect(kept.topic).toBe("Should cities ban cars?");
});

test("Prefer: wait holds the answer until the debate is over.", async () => {
  const id = createDebateId(new Date());
  const app = world.appWith({ newId: () => id });
  const asked = app.request("/v1/debates", postOf(demoRequest(), { prefer: "wait=20" }));
  await expect.poll(() => world.store.getDebate({ tenant: "default", debateId: id })).not.toBeNull();
  const record = await world.store.getDebate({ tenant: "default", debateId: id });
  const state = { ...(record?.state as NonNullable<typeof record>["state"]), status: "cancelled" as const };
  await world.store.putState({ tenant: "default", debateId: id, version: 9, state });
  const response = await asked;
  expect(response.status).toBe(201);
  expect(response.headers.get("preference-applied")).toBe("wait=20");
  expect(await response.json()).toMatchObject({ status: "cancelled", version: 9 });
});
