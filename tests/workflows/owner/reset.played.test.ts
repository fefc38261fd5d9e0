import { describe, expect, it } from "vitest";
import { unwritten } from "../../../domain/play/beginning/orphans.beginning.ts";
import { reduceLog } from "../../../domain/play/state/reduce.ts";
import { eventually } from "../../support/eventually.ts";
import { kindOf } from "../../support/models/replies.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent, requestOf } from "../../support/world.ts";

const world = await useWorld();

const P = ["p1", "p2"];
const status = (to: string) => (e: FlatEvent) => e.type === "debate.status" && e["status"] === to;
const refusal = { error: { status: 401, body: { error: { message: "no such key", code: "invalid_api_key" } } } };

/** A debate in error: the second speaker has no key. */
async function failing(changes: object = {}): Promise<string> {
  const script = debaters(P);
  world.models.use((r) => (kindOf(r) === "turn" && r.model.includes("claude") ? refusal : script(r)));
  const { id } = await world.create(requestOf({ maxRounds: 1, ...changes }));
  await world.until(id, status("error"));
  return id;
}

async function startedAgain(id: string): Promise<FlatEvent[]> {
  const validated = await world.post(`/v1/debates/${id}/validate`);
  expect(validated.body).toMatchObject({ status: "ready", allowed: expect.arrayContaining(["start"]) });
  expect((await world.post(`/v1/debates/${id}/start`)).status).toBe(200);
  return world.finished(id);
}

const patch = (id: string, body: object) =>
  world.request(`/v1/debates/${id}`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

describe("reset", () => {
  it("begins anew as a draft that can be changed, and keeps what was said and spent", async () => {
    const id = await failing();
    await world.post(`/v1/debates/${id}/interjections`, { text: "Mind the costs." });
    const before = await world.debate(id);
    const reset = await world.post(`/v1/debates/${id}/reset`, { reason: "another model" });
    expect(reset.body).toMatchObject({ status: "configuring", generation: 2, round: 0, error: null, startedAt: null });
    expect(reset.body.cost).toMatchObject({ totalUsd: before.cost.totalUsd, earlierUsd: before.cost.totalUsd });
    expect(reset.body.usage).toEqual(before.usage);

    world.models.use(debaters(P));
    const models = ["openai/gpt-5.5", "openai/gpt-5.5"];
    const participants = ["Ada", "Ben"].map((name, i) => ({ name, model: models[i], position: `${name} has one.` }));
    expect((await patch(id, { participants, maxRounds: 2 })).body).toMatchObject({ maxRounds: 2 });
    const log = await startedAgain(id);
    expect(log.map((e) => e.id)).toEqual(log.map((_, i) => i + 1));
    expect(log.at(-1)?.type).toBe("debate.completed");

    const { turns, debate } = await world.transcript(id);
    expect(turns.map((t) => t.id)).toEqual(["g2-r1-t1", "g2-r1-t2", "g2-r2-t1", "g2-r2-t2"]);
    expect(debate).toMatchObject({ generation: 2, assessments: [{ round: 1 }, { round: 2 }] });
    const md = await world.request(`/v1/debates/${id}/transcript?as=md`);
    expect(md.text).toContain("Generation: 2. What was said before the last reset is not shown here");
    expect(md.text).not.toContain("Mind the costs.");
    const { body: costs } = await world.request(`/v1/debates/${id}/costs`);
    expect(costs.total.usage).toEqual(debate.usage);

    const old = await world.request(`/v1/debates/${id}/turns/g1-r1-t1`);
    expect(old.body).toMatchObject({ id: "g1-r1-t1", text: "Speech 1.", prompt: { source: "built-in" } });
    const newer = await world.request(`/v1/debates/${id}/turns/g2-r1-t1`);
    expect(newer.body.prompt).not.toBeNull();
  });

  it("makes a state that its log arrives at", async () => {
    const id = await failing();
    await world.post(`/v1/debates/${id}/reset`);
    world.models.use(debaters(P));
    await startedAgain(id);
    const key = { tenant: "default", debateId: id };
    const [record, config] = await Promise.all([world.store.getDebate(key), world.store.getConfig(key)]);
    const { events } = await world.store.log.read({ debate: key, after: 0, limit: 1_000 });
    if (!record || !config) throw new Error("there is no such debate");
    const folded = reduceLog(unwritten(key, config), events);
    expect({ ...folded, assessments: [] }).toEqual(record.state);
  });

  it("finds positions and asks questions anew", async () => {
    const request = requestOf({ clarifications: { enabled: true, maxIterations: 1 } }) as {
      participants: { position?: string }[];
    };
    for (const p of request.participants) delete p.position;
    const script = debaters(P, { ask: () => ["What is a city?"] });
    world.models.use((r) => (kindOf(r) === "turn" ? refusal : script(r)));
    const { id } = await world.create({ ...request, maxRounds: 1 });
    const asked = (e: FlatEvent) => e.type === "phase.started" && e["phase"] === "awaiting_answers";
    const heard = await world.until(id, asked);
    const answers = { answers: [{ questionId: "q1", answer: "A large town." }] };
    await world.post(`/v1/debates/${id}/answers`, answers);
    await world.until(id, status("error"), heard.length);
    await patch(id, { tags: ["amended"] });
    const { body } = await world.post(`/v1/debates/${id}/reset`);
    expect(body.participants[0].positionSource).toBe("plain");
    world.models.use(script);
    await world.post(`/v1/debates/${id}/validate`);
    await world.post(`/v1/debates/${id}/start`);
    const { version } = await world.debate(id);
    expect(version).toBeGreaterThan(1);
    await eventually(async () => (await world.debate(id)).pending?.type).toBe("answers");
    await world.post(`/v1/debates/${id}/answers`, answers);
    const log = await world.finished(id);
    expect(log.at(-1)?.type).toBe("debate.completed");
    expect(log.filter((e) => e.type === "positions.assigned")).toHaveLength(2);
    const { questions, turns } = await world.transcript(id);
    expect(questions).toMatchObject([{ id: "q1", answer: "A large town." }]);
    expect(turns.every((t) => t.id.startsWith("g2-"))).toBe(true);
  });

  it("can be exported and imported elsewhere with its generations", async () => {
    const id = await failing();
    await world.post(`/v1/debates/${id}/reset`);
    world.models.use(debaters(P));
    await startedAgain(id);
    const exported = await world.transcript(id);
    expect((await world.request(`/v1/debates/${id}`, { method: "DELETE" })).status).toBe(204);
    expect((await world.post("/v1/debates/import", exported)).status).toBe(201);
    expect(await world.transcript(id)).toEqual(exported);
  });

  it("is illegal while a debate runs, and a signal too", async () => {
    const id = await failing();
    await world.handle(id).signal("reset");
    await world.until(id, (e) => e.type === "debate.status" && e["by"] === "reset");
    const refused = await world.post(`/v1/debates/${id}/reset`);
    expect(refused).toMatchObject({ status: 409, body: { debateStatus: "configuring" } });
  });
});

describe("retry", () => {
  it("buys nothing again that was whole, however often", async () => {
    const id = await failing();
    let seen = (await world.debate(id)).version;
    for (const retries of [1, 2, 3, 4, 5]) {
      expect((await world.post(`/v1/debates/${id}/retry`)).status, `retry ${retries}`).toBe(200);
      await expect.poll(async () => (await world.debate(id)).version).toBeGreaterThan(seen + 1);
      await expect.poll(async () => (await world.debate(id)).status).toBe("error");
      seen = (await world.debate(id)).version;
    }
    const speakers = world.models.journal.map((r) => (r.model.includes("claude") ? "Ben" : "Ada"));
    expect(speakers).toEqual(["Ada", ...Array(6).fill("Ben")]);
  });
});
