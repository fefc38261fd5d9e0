import { describe, expect, it } from "vitest";
import { expectFolded, fork, held, over, requestsIn, steady } from "../../support/debates/forks.ts";
import { GOES_ON } from "../../support/eventually.ts";
import { kindOf } from "../../support/models/replies.ts";
import { openWorld, useWorld } from "../../support/use-world.ts";
import { requestOf } from "../../support/world.ts";
import { createWorld } from "../world.ts";

const world = await useWorld();

const TIMEOUT = 60_000;
const erase = (id: string) => world.request(`/v1/debates/${id}`, { method: "DELETE" });
const finished = (body: object) => held(world, body, steady());
const sentIn = (round: number) => requestsIn(world, round);

describe("a fork of a debate that is over", () => {
  it("takes over its rounds, asks the same in the next one, and goes on by itself", { timeout: TIMEOUT }, async () => {
    const id = await finished(requestOf({ format: "free-form", maxRounds: 3, tags: ["a"] }));
    const before = await world.transcript(id);
    const sent = sentIn(2);
    world.models.forget();
    world.models.use(steady());
    const made = await fork(world, id, { afterRound: 1, changes: { maxRounds: 4, minRounds: 4, tags: ["b"] } });
    expect(made).toMatchObject({ status: GOES_ON, round: 1, maxRounds: 4, tags: ["b"] });
    expect(made.forkedFrom).toMatchObject({ id, afterRound: 1, usage: { calls: 3 } });
    const ended = await over(world, made.id);
    expect(ended).toMatchObject({ status: "completed", round: 4 });
    expect(ended.usage.calls).toBe(3 + world.models.journal.length);
    expect(sentIn(1)).toEqual([]);
    // How many rounds there are stands in the last block.
    const apart = (requests: string[]) => requests.map((text) => text.replaceAll("round 2 of 3", "round 2 of 4"));
    expect(sentIn(2)).toEqual(apart(sent));
    const whole = await world.transcript(made.id);
    expect(whole.turns.slice(0, 2)).toEqual(before.turns.slice(0, 2));
    expect(whole.assessments[0]).toEqual(before.assessments[0]);
    expect(whole.events[0]).toMatchObject({
      id: 1,
      type: "debate.created",
      data: { forkedFrom: { id, afterRound: 1 } },
    });
    expect(whole.events.find((e) => e.type === "debate.status" && e.data["by"] === "fork")?.data).toMatchObject({
      reason: `forked from ${id} after round 1`,
    });
    await expectFolded(world, made.id);
    const { forks } = await world.debate(id);
    expect(forks).toEqual([made.id]);
    expect((await world.transcript(id)).events).toEqual(before.events);
  });

  it("rebuilds the prompts of the rounds that it took over", { timeout: TIMEOUT }, async () => {
    const id = await finished(requestOf());
    const made = await fork(world, id, { afterRound: 1 });
    await over(world, made.id);
    const prompt = async (of: string) => (await world.request(`/v1/debates/${of}/turns/g1-r1-t2`)).body?.["prompt"];
    expect(await prompt(made.id)).toEqual(await prompt(id));
    expect(await prompt(made.id)).not.toBeNull();
  });

  it.each([0, 1])(
    "is whole when the other one is erased (after round %i)",
    { timeout: TIMEOUT },
    async (afterRound) => {
      const id = await finished(requestOf());
      const made = await fork(world, id, { afterRound });
      await over(world, made.id);
      const other = await fork(world, id, { afterRound });
      await over(world, other.id);
      const read = async (which: string) =>
        Promise.all(
          ["transcript?as=json", "transcript?as=md", "events", "costs"].map(
            async (what) => (await world.request(`/v1/debates/${which}/${what}`)).text,
          ),
        );
      const [mine, his] = await Promise.all([read(made.id), read(other.id)]);
      const tagOf = async () => (await world.request(`/v1/debates/${id}`)).headers.get("etag");
      const tag = await tagOf();
      expect((await erase(other.id)).status).toBe(204);
      expect((await world.debate(id)).forks).toEqual([made.id]);
      expect(await tagOf()).not.toBe(tag);
      expect((await erase(id)).status).toBe(204);
      expect(await read(made.id)).toEqual(mine);
      expect(his[0]).toContain(other.id);
      expect((await world.debate(made.id)).forkedFrom).toMatchObject({ id, afterRound });
    },
  );

  it("may have other models, instructions and another judge", { timeout: TIMEOUT }, async () => {
    const id = await finished(requestOf());
    world.models.forget();
    const changes = {
      judge: { model: "anthropic/claude-sonnet-5" },
      participants: [
        { model: "anthropic/claude-sonnet-5", instructions: "Be brief as a telegram." },
        { model: { model: "openai/gpt-5.5", temperature: 0.1 } },
      ],
    };
    const made = await fork(world, id, { afterRound: 1, changes });
    expect(made.participants.map((p) => [p.name, p.model])).toEqual([
      ["Ada", "anthropic/claude-sonnet-5"],
      ["Ben", "openai/gpt-5.5"],
    ]);
    await over(world, made.id);
    const [ada = ""] = sentIn(2);
    expect(ada).toContain("Be brief as a telegram.");
    const { byModel } = (await world.request(`/v1/debates/${made.id}/costs`)).body as {
      byModel: { model: string; usage: { calls: number }; costUsd: number }[];
    };
    const { cost, judge } = await world.debate(made.id);
    expect(cost.byModel).toEqual(Object.fromEntries(byModel.map((line) => [line.model, line.costUsd])));
    // Ada's and the judge's round 1, then Ben's turn; all others on the other model.
    expect(byModel.find((line) => line.model === "openai/gpt-5.5")?.usage.calls).toBe(3);
    expect(judge?.model).toBe("anthropic/claude-sonnet-5");
    const { turns } = await world.transcript(made.id);
    expect(turns.map((t) => t.model)).toEqual([
      "openai/gpt-5.5",
      "anthropic/claude-sonnet-5",
      "anthropic/claude-sonnet-5",
      "openai/gpt-5.5",
    ]);
  });

  it("buys as many calls as its estimate says, none of the rounds that it takes over", {
    timeout: TIMEOUT,
  }, async () => {
    const id = await finished(requestOf({ maxRounds: 3 }));
    const estimated = (body: object) => world.post(`/v1/debates/${id}/fork/estimates`, body);
    const calls = [];
    for (const afterRound of [0, 1, 2, 3]) {
      const { body } = await estimated({ afterRound });
      world.models.forget();
      await over(world, (await fork(world, id, { afterRound })).id);
      expect([afterRound, body.likely.calls]).toEqual([afterRound, world.models.journal.length]);
      calls.push(body.likely.calls);
    }
    expect(calls).toEqual([...new Set(calls)].toSorted((a, b) => b - a));
    const longer = await estimated({ afterRound: 2, changes: { maxRounds: 4 } });
    expect(longer.body.likely.calls).toBe(calls[1]);
    const wrong = await estimated({ afterRound: 1, changes: { topic: "Another?" } });
    expect(wrong.body).toMatchObject({ problems: [{ pointer: "/changes/topic" }], likely: null });
    expect((await estimated({ afterRound: 9 })).status).toBe(422);
    expect((await world.debate(id)).forks).toHaveLength(4);
  });

  it("after its last round is ruled on anew", { timeout: TIMEOUT }, async () => {
    const id = await finished(requestOf());
    world.models.forget();
    const made = await fork(world, id, { afterRound: 2 });
    expect(await over(world, made.id)).toMatchObject({ status: "completed", round: 2 });
    expect(world.models.journal.map(kindOf).filter((kind) => kind !== "verdict")).toEqual([]);
    const again = await fork(world, made.id, { afterRound: 1 });
    expect(again.forkedFrom).toMatchObject({ id: made.id, afterRound: 1 });
    expect(await over(world, again.id)).toMatchObject({ status: "completed", round: 2 });
    await expectFolded(world, again.id);
  });

  it("keeps the positions that a model assigned, from the start too", { timeout: TIMEOUT }, async () => {
    const participants = ["Ada", "Ben"].map((name) => ({ name, model: "openai/gpt-5.5" }));
    const id = await finished(requestOf({ participants }));
    const { participants: placed } = await world.debate(id);
    for (const afterRound of [0, 1]) {
      world.models.forget();
      const made = await fork(world, id, { afterRound });
      expect(made.round).toBe(afterRound);
      const { participants: now } = await over(world, made.id);
      const standing = (all: typeof now) => all.map((p) => [p.position, p.positionSource, p.persona]);
      expect(standing(now)).toEqual(standing(placed));
      expect(world.models.journal.map(kindOf)).not.toContain("positions");
      await expectFolded(world, made.id);
    }
  });

  it("goes on in a new run when its history grows", { timeout: TIMEOUT }, async () => {
    const short = await openWorld({ continueAfterEvents: 20 });
    try {
      short.models.use(steady());
      const { id } = await short.create(requestOf());
      await over(short, id);
      const made = await fork(short, id, { afterRound: 1, changes: { maxRounds: 4 } });
      expect(await over(short, made.id)).toMatchObject({ status: "completed", round: 4 });
      const last = await short.handle(made.id).describe();
      expect(last.raw.workflowExecutionInfo?.firstRunId).not.toBe(last.runId);
      await expectFolded(short, made.id);
    } finally {
      await short.stop();
    }
  });

  it("is the same after an import elsewhere, to the byte", { timeout: TIMEOUT }, async () => {
    const id = await finished(requestOf());
    const made = await fork(world, id, { afterRound: 1 });
    await over(world, made.id);
    await using elsewhere = await createWorld();
    const { text } = await world.request(`/v1/debates/${made.id}/transcript?as=json`);
    const imported = await elsewhere.post("/v1/debates/import", text);
    expect([imported.status, imported.ok || (await imported.text())]).toEqual([201, true]);
    expect(await (await elsewhere.get(`/v1/debates/${made.id}/transcript?as=json`)).text()).toBe(text);
    const costs = async (of: string) => (await elsewhere.get(`/v1/debates/${of}/costs`)).json();
    expect(await costs(made.id)).toEqual((await world.request(`/v1/debates/${made.id}/costs`)).body);
    const refused = await elsewhere.post(`/v1/debates/${made.id}/fork`, { afterRound: 1 });
    expect(refused.status).toBe(409);
  });
});

describe("a fork that can not be", () => {
  it("is refused with what is wrong, and nothing is made", { timeout: TIMEOUT }, async () => {
    const id = await finished(requestOf({ maxRounds: 1 }));
    const pointers = async (body: object) => {
      const { status, body: problem } = await world.post(`/v1/debates/${id}/fork`, body);
      return [status, ...(problem?.["errors"] ?? []).map((e: { pointer: string }) => e.pointer)];
    };
    const changing = (changes: object) => pointers({ afterRound: 1, changes });
    expect(await pointers({})).toEqual([422, "/afterRound"]);
    expect(await pointers({ afterRound: 2 })).toEqual([422, "/afterRound"]);
    expect(await pointers({ afterRound: 1, more: 1 })).toEqual([422, "/more"]);
    expect(await changing({ topic: "Another?", format: "free-form" })).toEqual([
      422,
      "/changes/topic",
      "/changes/format",
    ]);
    expect(await changing({ start: false })).toEqual([422, "/changes/start"]);
    expect(await changing({ colour: 1, maxRounds: 999 })).toEqual([422, "/changes/maxRounds", "/changes/colour"]);
    const [ada, ben] = [{ model: "openai/gpt-5.5" }, { model: "anthropic/claude-sonnet-5" }];
    expect(await changing({ participants: [ada] })).toEqual([422, "/changes/participants"]);
    expect(
      await changing({
        participants: [
          { ...ada, name: "Eve" },
          { ...ben, side: "for" },
        ],
      }),
    ).toEqual([422, "/changes/participants/0/name", "/changes/participants/1/side"]);
    expect((await world.debate(id)).forks).toBeUndefined();
  });

  it("is made once for one Idempotency-Key", { timeout: TIMEOUT }, async () => {
    const id = await finished(requestOf({ maxRounds: 1 }));
    const send = () =>
      world.request(`/v1/debates/${id}/fork`, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": "fork-once" },
        body: JSON.stringify({ afterRound: 1 }),
      });
    const [first, second] = await Promise.all([send(), send()]);
    expect([first?.status, second?.status]).toEqual([201, 201]);
    expect(second?.body?.["id"]).toBe(first?.body?.["id"]);
    expect((await world.debate(id)).forks).toHaveLength(1);
    await over(world, first?.body?.["id"] as string);
  });
});
