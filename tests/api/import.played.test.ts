import { afterAll, beforeAll, expect, test } from "vitest";
import type { TranscriptExport } from "../../domain/show/export/transcript.export.ts";
import { agents, dialecticRequest } from "../support/agents.ts";
import { someOf } from "../support/debates/runs.ts";
import { eventually } from "../support/eventually.ts";
import { held } from "../support/held.ts";
import { assessmentJson, kindOf, verdictJson } from "../support/models/replies.ts";
import type { ModelRequest } from "../support/models/request.ts";
import { openWorld } from "../support/use-world.ts";
import { debaters, requestOf, type World } from "../support/world.ts";
import { type World as ApiWorld, createWorld, problemOf } from "./world.ts";

let world: World;
let elsewhere: ApiWorld;
beforeAll(async () => {
  [world, elsewhere] = await Promise.all([
    openWorld(),
    createWorld({ publicUrl: "https://elsewhere.example", temporalUiUrl: "https://temporal.example" }),
  ]);
});
afterAll(async () => {
  await world.stop();
  await elsewhere[Symbol.asyncDispose]();
});

const positioned = (names: string[], changes: object = {}) =>
  requestOf({
    participants: names.map((name, i) => ({
      name,
      model: i % 2 ? "anthropic/claude-sonnet-5" : "openai/gpt-5.5",
      position: `${name} is right.`,
    })),
    ...changes,
  });

async function asked(): Promise<string> {
  world.models.use(debaters(["p1", "p2"], { ask: () => ["Which city is meant?"] }));
  const clarifications = { enabled: true, maxIterations: 1 };
  const { id } = await world.create(positioned(["Ada", "Ben"], { maxRounds: 1, clarifications }));
  await world.until(id, (e) => e.type === "phase.started" && e["phase"] === "awaiting_answers");
  await expect.poll(async () => (await world.debate(id)).pending).not.toBeNull();
  await world.post(`/v1/debates/${id}/answers`, { answers: [{ questionId: "q1", answer: "A large one." }] });
  return id;
}

async function made(script: Parameters<World["models"]["use"]>[0], body: object): Promise<string> {
  world.models.use(script);
  return (await world.create(body)).id;
}

const sides = (body: object) => {
  const { participants } = body as { participants: object[] };
  return { ...body, participants: participants.map((p, i) => ({ ...p, side: ["for", "against"][i] })) };
};
const send = (method: string, path: string, body: object) =>
  world.request(path, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
const DEBATES: Record<string, () => Promise<string>> = {
  "that asked questions": asked,
  "with long texts, tags and metadata of numbers": () =>
    made(
      debaters(["p1", "p2"], { turn: (_, n) => ({ text: `Speech ${n}: ${"é🙂 ".repeat(30_000)}` }) }),
      positioned(["Ada", "Ben"], {
        maxRounds: 1,
        tags: ["b", "a"],
        metadata: { 10: "x", 2: "y" },
        context: "c\n".repeat(2_000),
      }),
    ),
  "with a control arm": () =>
    made(debaters(["p1", "p2"]), positioned(["Ada", "Ben"], { maxRounds: 1, controlArm: true })),
  "with private answers that agree hollowly": () =>
    made(
      debaters(["p1", "p2"]),
      positioned(["Ada", "Ben"], { format: "convergence-seeking", maxRounds: 2, poll: "private", agreement: 70 }),
    ),
  "with votes on its motion": () =>
    made(debaters(["p1", "p2"]), sides(positioned(["Ada", "Ben"], { format: "oxford", maxRounds: 2 }))),
  "with an audience": () =>
    made(
      debaters(["p1", "p2"]),
      sides(positioned(["Ada", "Ben"], { format: "oxford", maxRounds: 2, audience: { voters: 2 } })),
    ),
  "that lost a speaker and its judge, and asked its owner": async () => {
    const script = debaters(["p1", "p3"]);
    world.models.use((request) => {
      const isLost = kindOf(request) !== "turn" || request.model.includes("claude");
      return isLost && !request.model.includes("opus") ? { error: { status: 503 } } : script(request);
    });
    const { id } = await world.create(positioned(["Ada", "Ben", "Cleo"], { maxRounds: 1 }));
    await eventually(async () => (await world.debate(id)).status).toBe("awaiting_decision");
    const params = { model: "anthropic/claude-opus-5" };
    expect((await world.post(`/v1/debates/${id}/decisions/d1`, { option: "replace", params })).status).toBe(200);
    return id;
  },
  "in which its owner interjected": async () => {
    let turns = 0;
    const isLater = (call: ModelRequest) => kindOf(call) === "turn" && ++turns > 1;
    const { release } = held(world, isLater, { turn: () => ({ text: "So." }) });
    const { id } = await world.create(positioned(["Ada", "Ben"], { maxRounds: 2 }));
    await world.until(id, (e) => e.type === "turn.completed");
    for (const text of ["Mind the costs.", "And the <law>."])
      expect((await world.post(`/v1/debates/${id}/interjections`, { text })).status).toBe(202);
    release();
    return id;
  },
  "judged by its owner's criteria, whose speakers repeat themselves": () => {
    const criteria = ["Clarity", "Cost sense"].map((name, i) => ({ name, weight: i + 1 }));
    const by = { c1: 7, c2: 4 };
    const assess = () => {
      const answer = JSON.parse(assessmentJson(["p1", "p2"]));
      for (const one of answer.assessments) one.scores = by;
      return { json: answer };
    };
    const ruling = { criterionScores: { p1: by, p2: by }, criteria: { c1: "Both.", c2: "None." } };
    const rule = () => ({ json: { ...JSON.parse(verdictJson(["p1", "p2"])), ...ruling } });
    return made(
      debaters(["p1", "p2"], { turn: () => ({ text: "Cars are loud and slow." }), assess, rule }),
      positioned(["Ada", "Ben"], { format: "convergence-seeking", judge: { model: "openai/gpt-5.5", criteria } }),
    );
  },
  "that was a draft, rated, with a known outcome": async () => {
    world.models.use(debaters(["p1", "p2"]));
    const { id } = await world.create(positioned(["Ada", "Ben"], { maxRounds: 1, start: false }));
    expect((await send("PATCH", `/v1/debates/${id}`, { tags: ["late"] })).status).toBe(200);
    for (const command of ["validate", "start"]) {
      if (command === "start") await expect.poll(async () => (await world.debate(id)).status).toBe("ready");
      expect((await world.post(`/v1/debates/${id}/${command}`, {})).status).toBe(200);
    }
    await world.finished(id);
    await expect.poll(async () => (await world.debate(id)).status).toBe("completed");
    expect((await send("PUT", `/v1/debates/${id}/rating`, { rating: 4 })).status).toBe(200);
    const outcome = { outcome: "wrong", note: "The council decided otherwise." };
    expect((await send("PUT", `/v1/debates/${id}/outcome`, outcome)).status).toBe(200);
    return id;
  },
  "that ends with a solution": () =>
    made(
      agents(),
      dialecticRequest({
        maxRounds: 2,
        termination: { type: "quality", threshold: 99 },
        contextWindow: { summaries: false, agentSummaryMaxLength: 900 },
      }),
    ),
};

async function exported(id: string): Promise<{ json: string; markdown: string; html: string; body: TranscriptExport }> {
  await world.finished(id);
  await expect.poll(async () => (await world.debate(id)).status).toBe("completed");
  const text = async (as: string) => (await world.request(`/v1/debates/${id}/transcript?as=${as}`)).text;
  const json = await text("json");
  return { json, markdown: await text("md"), html: await text("html"), body: JSON.parse(json) as TranscriptExport };
}

test.each(someOf(Object.keys(DEBATES)))(
  "A debate %s is the same after an import elsewhere, to the byte.",
  async (which) => {
    const id = await (DEBATES[which] as () => Promise<string>)();
    const { json, markdown, html } = await exported(id);
    const imported = await elsewhere.post("/v1/debates/import", json);
    expect([imported.status, imported.ok || (await problemOf(imported)).errors]).toEqual([201, true]);
    expect(imported.headers.get("location")).toBe(`https://elsewhere.example/v1/debates/${id}`);
    const again = async (as: string) => (await elsewhere.get(`/v1/debates/${id}/transcript?as=${as}`)).text();
    expect(await again("json")).toBe(json);
    const [first, second, ...rest] = (await again("md")).split("\n\n**Imported:**\n\n").flatMap((part, i) => {
      const end = part.indexOf("\n\n");
      return i === 0 ? [part] : [part.slice(0, end), part.slice(end)];
    });
    expect(second).toMatch(/^- This debate was imported\./);
    expect([first, ...rest].join("")).toBe(markdown);
    const page = await again("html");
    const mark = /<p class="imported quiet">.*?<\/p>/s;
    expect(page.match(mark)?.[0]).toContain("This debate was imported.");
    expect(page.indexOf("This debate was imported.")).toBeLessThan(page.indexOf("<h1"));
    expect(page.replace(mark, "")).toBe(html);

    const here = await world.debate(id);
    const there = (await (await elsewhere.get(`/v1/debates/${id}`)).json()) as typeof here;
    const origin = { at: expect.any(String), signature: null };
    expect(there).toEqual({ ...here, imported: origin, links: { ...there.links } });
    expect(there.links).toMatchObject({ self: `https://elsewhere.example/v1/debates/${id}`, temporal: null });
    expect(await (await elsewhere.get(`/v1/debates/${id}/costs`)).json()).toEqual(
      (await world.request(`/v1/debates/${id}/costs`)).body,
    );
    const listed = (await (await elsewhere.get("/v1/debates")).json()) as { items: { id: string }[] };
    const inList = (await world.request("/v1/debates")).body as unknown as typeof listed;
    const links = expect.anything();
    expect(listed.items.find((item) => item.id === id)).toEqual({
      ...inList.items.find((item) => item.id === id),
      links,
    });
  },
  60_000,
);

test("An import knows the forks and the twin that its export names, and forgets those that are erased.", async () => {
  world.models.use(debaters(["p1", "p2"]));
  const { id } = await world.create(positioned(["Ada", "Ben"], { maxRounds: 1 }));
  await world.finished(id);
  const forks: string[] = [];
  for (const afterRound of [0, 1]) forks.push((await world.post(`/v1/debates/${id}/fork`, { afterRound })).body.id);
  const twin: string = (await world.post(`/v1/debates/${id}/twin`)).body.id;
  for (const kin of [...forks, twin]) await world.finished(kin);
  const { json } = await exported(id);
  expect((await elsewhere.post("/v1/debates/import", json)).status).toBe(201);
  const [first = ""] = forks;
  for (const kin of [first, twin]) {
    const { json: other } = await exported(kin);
    expect((await elsewhere.post("/v1/debates/import", other)).status).toBe(201);
  }
  const record = () => elsewhere.store.getDebate({ tenant: "default", debateId: id });
  expect(await record()).toMatchObject({ forks: forks.toSorted(), twins: [twin] });
  expect((await elsewhere.store.getDebate({ tenant: "default", debateId: twin }))?.config.twinOf).toBe(id);
  expect(await (await elsewhere.get(`/v1/debates/${id}/transcript?as=json`)).text()).toBe(json);
  const related = (await (await elsewhere.get(`/v1/debates/${id}/related`)).json()) as { items: { id: string }[] };
  expect(related.items.filter((item) => [...forks, twin].includes(item.id))).toEqual([]);
  for (const kin of [first, twin])
    expect((await elsewhere.app.request(`/v1/debates/${kin}`, { method: "DELETE" })).status).toBe(204);
  const left = (await (await elsewhere.get(`/v1/debates/${id}`)).json()) as object;
  expect(left).toMatchObject({ forks: forks.filter((kin) => kin !== first) });
  expect(left).not.toHaveProperty("twins");
}, 60_000);

test("An imported debate's log is read to its end, obeys no command, and can be erased and imported again.", async () => {
  const { json, body } = await exported(await (DEBATES["with votes on its motion"] as () => Promise<string>)());
  const { id } = body.debate;
  expect((await elsewhere.post("/v1/debates/import", json)).status).toBe(201);
  const stream = await (await elsewhere.get(`/v1/debates/${id}/events`)).text();
  const ids = [...stream.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]));
  expect(ids).toEqual(body.events.map((event) => event.id));
  const refused = await elsewhere.post(`/v1/debates/${id}/pause`);
  expect([refused.status, (await problemOf(refused)).debateStatus]).toEqual([409, "completed"]);
  const twice = await elsewhere.post("/v1/debates/import", json);
  expect([twice.status, (await problemOf(twice)).type]).toEqual([409, "/problems/conflict"]);
  const onSameTemporal = elsewhere.appWith({ temporal: world.client });
  expect((await onSameTemporal.request(`/v1/debates/${id}`, { method: "DELETE" })).status).toBe(204);
  // The workflow of the original is none of its business.
  expect((await world.handle(id).describe()).status.name).toBe("COMPLETED");
  expect((await elsewhere.post("/v1/debates/import", json)).status).toBe(201);
}, 60_000);

test("Every fault of an import is named, and nothing is stored.", async () => {
  const { body } = await exported(await (DEBATES["with votes on its motion"] as () => Promise<string>)());
  const pointers = async (changed: unknown) => {
    const response = await elsewhere.post("/v1/debates/import", changed);
    expect(response.status).toBe(422);
    return (await problemOf(response)).errors?.map(({ pointer }) => pointer).toSorted();
  };
  const { debate, turns, events } = body;
  const id = "deb-20261121-051254-000000";
  expect(await pointers({ ...body, turns: [{ ...turns[0], text: 7 }], trace: undefined })).toEqual([
    "/trace",
    "/turns/0/text",
  ]);
  expect(await pointers({ ...body, colour: "red", debate: { ...debate, shape: 1, id: "x" } })).toEqual([
    "/colour",
    "/debate/id",
    "/debate/shape",
  ]);
  expect(await pointers({ ...body, debate: { ...debate, id, status: "running" } })).toContain("/debate/status");
  expect(await pointers({ ...body, turns: [turns[1], turns[0], turns[0]] })).toEqual(["/turns/1", "/turns/2"]);
  expect(await pointers({ ...body, events: events.slice(0, -1) })).toEqual(["/events"]);
  const [over] = events.slice(-1) as [(typeof events)[0]];
  const after = { ...body, events: [...events, { ...over, id: over.id + 1 }] };
  expect(await pointers(after)).toContain(`/events/${events.length - 1}`);
  for (const turnId of ["x", "constructor", "g1-r1-t99999", `g1-${"x".repeat(2_000)}-t1`])
    expect(await pointers({ ...body, turns: [{ ...turns[0], id: turnId }] }), turnId).toContain("/turns/0/id");
  const strange = [{ ...debate.participants[0], id: "constructor" }, debate.participants[1]];
  expect(await pointers({ ...body, debate: { ...debate, participants: strange } })).toContain(
    "/debate/participants/0/id",
  );
  expect(await pointers({ ...body, debate: { ...debate, createdAt: "soon" } })).toEqual(["/debate/createdAt"]);
  const long = { option: "drop", by: "owner", at: debate.createdAt };
  const decision = {
    id: "d".repeat(900),
    kind: "judge_failure",
    question: "?",
    options: [],
    default: "drop",
    round: 1,
  };
  const put = { ...decision, requestedAt: debate.createdAt, expiresAt: debate.createdAt, made: long };
  expect(await pointers({ ...body, decisions: [put] })).toContain("/decisions/0/id");
  const metadata = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`k${i}`, "é".repeat(2_000)]));
  expect(await pointers({ ...body, debate: { ...debate, metadata } })).toContain("/debate");
  const renamed = events.map((e) =>
    e.type === "vote.completed"
      ? { ...e, data: { ...e.data, vote: { ...(e.data.vote as object), id: "x".repeat(900) } } }
      : e,
  );
  expect((await pointers({ ...body, events: renamed }))?.[0]).toMatch(/^\/events\/\d+\/data\/vote\/id$/);
  const spoilt = events.map((e) => (e.type === "vote.completed" ? { ...e, data: { ...e.data, vote: null } } : e));
  expect(await pointers({ ...body, events: spoilt })).toHaveLength(2);
  expect(await pointers({ ...body, debate: { ...debate, round: 1 } })).toEqual(["/debate/round"]);
  expect(await pointers({ ...body, result: null })).toEqual(["/result"]);
  expect(await pointers({ ...body, trace: { ...body.trace, qualityScore: 1 } })).toEqual(["/trace"]);
  expect((await elsewhere.get(`/v1/debates/${id}`)).status).toBe(404);
}, 60_000);

test("An import may have 16 MiB, and no other body more than 1 MiB.", async () => {
  const padded = (bytes: number) => `{"topic":"${"x".repeat(bytes - 12)}"}`;
  const MIB = 1024 * 1024;
  expect((await elsewhere.post("/v1/debates/import", padded(16 * MIB))).status).toBe(422);
  expect((await elsewhere.post("/v1/debates/import", padded(16 * MIB + 1))).status).toBe(413);
  expect((await elsewhere.post("/v1/debates", padded(MIB))).status).toBe(422);
  expect((await elsewhere.post("/v1/debates", padded(MIB + 1))).status).toBe(413);
});
