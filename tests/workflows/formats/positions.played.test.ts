import { describe, expect, it } from "vitest";
import { kindOf, positionsJson } from "../../support/models/replies.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent, type Manner, requestOf } from "../../support/world.ts";

const world = await useWorld();

const P = ["p1", "p2"];
const people = (...changes: object[]) =>
  changes.map((more, i) => ({ name: ["Ada", "Ben", "Cleo"][i], model: "openai/gpt-5.5", ...more }));
const status = (to: string) => (e: FlatEvent) => e.type === "debate.status" && e["status"] === to;
const asked = () => world.models.journal.filter((entry) => kindOf(entry) === "positions");
const textOf = (entry: object | null | undefined) => JSON.stringify(entry);
const same = () => {
  const answer = JSON.parse(positionsJson(2)) as { positions: object[] };
  return { text: JSON.stringify({ ...answer, positions: [answer.positions[0], answer.positions[0]] }) };
};

async function play(changes: object, manner: Manner = {}, ids = P) {
  world.models.use(debaters(ids, manner));
  const { id } = await world.create(requestOf({ maxRounds: 1, ...changes }, ids.length));
  const log = await world.finished(id);
  expect(world.models.complaints).toEqual([]);
  const assigned = log.filter((e) => e.type === "positions.assigned");
  return { id, log, assigned, debate: await world.debate(id), transcript: await world.transcript(id) };
}

describe("a debate whose participants came without positions", () => {
  it("has them assigned in one call before its first round, and argues from them", async () => {
    const { debate, assigned, log, transcript } = await play({ participants: people({}, {}) });
    expect(world.models.journal.map(kindOf)).toEqual(["positions", "turn", "turn", "assessment", "verdict"]);
    expect(assigned).toHaveLength(1);
    expect(assigned[0]).toMatchObject({
      reasoning: "They differ in whom they put first.",
      positions: [
        { participantId: "p1", position: "Puts group 1 first.", source: "assigned" },
        { participantId: "p2", position: "Puts group 2 first.", source: "assigned" },
      ],
    });
    const before = log.filter((e) => e.id < (assigned[0]?.id ?? 0));
    expect(before.findLast((e) => e.type === "debate.status")?.["status"]).toBe("initializing");
    expect(debate.participants[1]).toMatchObject({
      position: "Puts group 2 first.",
      positionSource: "assigned",
      persona: "A planner who has worked for group 2.",
    });
    expect(transcript.debate.participants[0]?.position).toBe("Puts group 1 first.");
    for (const entry of world.models.journal.slice(1)) expect(textOf(entry)).toContain("Puts group 1 first.");
    const [, first, second] = world.models.journal;
    const lastOf = (entry = first) => entry?.messages.at(-1)?.content.split("It is your turn").at(0) ?? "";
    expect(lastOf(first)).toContain("Group 1 has waited longest.");
    expect(lastOf(second)).toContain("A planner who has worked for group 2.");
    expect(lastOf(first)).not.toContain("worked for group 2");
  });

  it("asks the judge's model at temperature 0.9, with a schema, and charges the judge for it", async () => {
    const { debate, id } = await play(
      { participants: people({ model: "openai/gpt-4.1" }, {}), judge: { model: "openai/gpt-4.1" } },
      { assign: () => ({ text: positionsJson(2), usage: { input: 700, output: 90 } }) },
    );
    const [request] = asked();
    expect(request).toMatchObject({ model: "gpt-4.1", body: { temperature: 0.9 } });
    expect(textOf(request?.schema)).toContain("keyArguments");
    expect(debate.judge?.usage).toMatchObject({ inputTokens: 700 + 300 + 2 * 500, calls: 4 });
    const { body } = await world.request(`/v1/debates/${id}/costs`);
    expect(body.byRound[0]).toMatchObject({ round: 0, usage: { inputTokens: 700, calls: 1 } });
    expect(body.total.usage).toEqual(debate.usage);
  });

  it("keeps what its owner gave, and tells the model of it", async () => {
    const { debate, assigned } = await play(
      {
        participants: people({ position: "Wants trams." }, { persona: "A nurse." }, {}),
        diversity: "spectrum",
        context: "A town of hills.",
      },
      {},
      ["p1", "p2", "p3"],
    );
    const prompt = textOf(asked()[0]);
    for (const part of ["Wants trams.", "A town of hills.", "exactly 2", "one axis"]) expect(prompt).toContain(part);
    expect(debate.participants.map((p) => [p.position, p.persona])).toEqual([
      ["Wants trams.", undefined],
      ["Puts group 1 first.", "A nurse."],
      ["Puts group 2 first.", "A planner who has worked for group 2."],
    ]);
    expect(assigned[0]?.["positions"]).toMatchObject([
      { source: "given" },
      { source: "assigned" },
      { source: "assigned" },
    ]);
  });

  it("keeps the sides, and only finds personas for them", async () => {
    const { debate, assigned } = await play({ participants: people({ side: "for" }, { side: "against" }) });
    expect(debate.participants.map((p) => p.position)).toEqual([
      "Argues for the proposition: yes.",
      "Argues against the proposition: no.",
    ]);
    expect(debate.participants.map((p) => p.persona)).toEqual([
      "A planner who has worked for group 1.",
      "A planner who has worked for group 2.",
    ]);
    expect(assigned[0]?.["positions"]).toMatchObject([{ source: "plain" }, { source: "plain" }]);
  });

  it("asks again once when two are the same, and shows what was wrong", async () => {
    const { log } = await play(
      { participants: people({}, {}) },
      { assign: (_, n) => (n === 1 ? same() : { text: positionsJson(2) }) },
    );
    expect(asked()).toHaveLength(2);
    expect(textOf(asked()[1]?.messages)).toContain("The position number 2 is the same as number 1");
    expect(log.find((e) => e.type === "judge.failed")).toMatchObject({
      kind: "invalid_response",
      actId: "g1-positions",
    });
  });

  it("asks its owner when the second answer is no better, and goes on from there", async () => {
    let healed = false;
    world.models.use(debaters(P, { assign: () => (healed ? { text: positionsJson(2) } : same()) }));
    const { id } = await world.create(requestOf({ maxRounds: 1, participants: people({}, {}) }));
    await world.until(id, status("awaiting_decision"));
    await expect.poll(async () => (await world.debate(id)).status).toBe("awaiting_decision");
    expect((await world.debate(id)).error).toMatchObject({ kind: "invalid_response", round: 0 });
    expect(asked()).toHaveLength(2);
    healed = true;
    const choice = { option: "replace", params: { model: "openai/judge" } };
    expect((await world.post(`/v1/debates/${id}/decisions/d1`, choice)).status).toBe(200);
    const log = await world.finished(id);
    expect(log.at(-1)?.type).toBe("debate.completed");
    expect(asked()).toHaveLength(3);
  });

  it("buys them once when it is paused meanwhile", async () => {
    const gate = Promise.withResolvers<void>();
    const script = debaters(P);
    world.models.use(async (request) => {
      if (kindOf(request) === "positions") await gate.promise;
      return script(request);
    });
    const { id } = await world.create(requestOf({ maxRounds: 1, participants: people({}, {}) }));
    await world.until(id, status("initializing"));
    await world.post(`/v1/debates/${id}/pause`);
    gate.resolve();
    await world.until(id, status("paused"));
    await world.post(`/v1/debates/${id}/resume`);
    const log = await world.finished(id);
    expect(log.filter((e) => e.type === "positions.assigned")).toHaveLength(1);
    expect(asked()).toHaveLength(1);
    expect((await world.debate(id)).judge?.usage.calls).toBe(3);
  });
});

describe("positions without a debate", () => {
  const ask = (body: object) =>
    world.post("/v1/positions", { topic: "Should cities ban cars?", count: 3, model: "openai/gpt-5.5", ...body });

  it("are as many as asked for, with what they cost", async () => {
    world.models.use(debaters(P, { assign: () => ({ text: positionsJson(3), usage: { input: 400, output: 50 } }) }));
    const { status: code, body } = await ask({ context: "A town of hills.", diversity: "spectrum" });
    expect(code).toBe(200);
    expect(body.positions.map((p: { position: string }) => p.position)).toEqual([
      "Puts group 1 first.",
      "Puts group 2 first.",
      "Puts group 3 first.",
    ]);
    expect(body).toMatchObject({ model: "openai/gpt-5.5", usage: { inputTokens: 400, outputTokens: 50, calls: 1 } });
    expect(body.costUsd).toBeGreaterThan(0);
    expect(textOf(asked()[0])).toContain("A town of hills.");
    expect(textOf(asked()[0])).toContain("one axis");
  });

  it("are found by a model with options of its own, which belong inside it", async () => {
    world.models.use(debaters(P, { assign: () => ({ text: positionsJson(2), usage: { input: 400, output: 50 } }) }));
    const priceUsdPerMTok = { input: 1_000, output: 1_000 };
    const model = { model: "openai/plain", temperature: 0.3, maxOutputTokens: 3_000, priceUsdPerMTok };
    const { status: code, body } = await ask({ count: 2, model });
    expect([code, body.model, body.costUsd]).toEqual([200, "openai/plain", 0.45]);
    expect(asked()[0]?.body).toMatchObject({ temperature: 0.3, max_output_tokens: 3_000 });
    const refused = await ask({ count: 2, temperature: 0.3 });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ pointer: "/temperature", detail: "belongs in /model/temperature" }],
    ]);
  });

  it("are asked for again after a fault, and cost what both attempts cost", async () => {
    const bad = { text: "{}", usage: { input: 10, output: 1 } };
    const good = { text: positionsJson(2), usage: { input: 20, output: 2 } };
    world.models.use(debaters(P, { assign: (_, n) => (n === 1 ? bad : good) }));
    const { status: code, body } = await ask({ count: 2 });
    expect(code).toBe(200);
    expect(body.usage).toMatchObject({ inputTokens: 30, outputTokens: 3, calls: 2 });
    expect(textOf(asked()[1]?.messages)).toContain("positions is missing");
  });

  it("are a 502 that names the fault when no attempt is left", async () => {
    world.models.use(debaters(P, { assign: () => ({ text: "{}" }) }));
    const { status: code, body, headers } = await ask({ count: 2 });
    expect([code, headers.get("retry-after")]).toEqual([502, null]);
    expect(body).toMatchObject({
      faultKind: "invalid_response",
      detail: expect.stringContaining("positions is missing"),
    });
    expect(asked()).toHaveLength(2);
  });
});
