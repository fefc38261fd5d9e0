import { describe, expect, it } from "vitest";
import { agents, dialecticRequest } from "../../support/agents.ts";
import { expectFolded, fork, held, over, requestsIn, steady } from "../../support/debates/forks.ts";
import { callOf, cast, skepticRequest } from "../../support/debates/skeptic.ts";
import { kindOf } from "../../support/models/replies.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent, requestOf } from "../../support/world.ts";

const world = await useWorld();

const TIMEOUT = 60_000;
const startedIn = (round: number) => (e: FlatEvent) => e.type === "turn.started" && e["round"] === round;
const finished = (body: object, script: Parameters<typeof held>[2]) => held(world, body, script);
const sentIn = (round: number) => requestsIn(world, round);

describe("a fork of a debate of another kind", () => {
  it("goes on with the proposals of a dialectic debate", { timeout: TIMEOUT }, async () => {
    const id = await finished(dialecticRequest({ maxRounds: 2 }), agents());
    const sent = sentIn(2).toSorted();
    world.models.forget();
    const made = await fork(world, id, { afterRound: 1 });
    expect(await over(world, made.id)).toMatchObject({ status: "completed", round: 2 });
    expect(sentIn(2).toSorted()).toEqual(sent);
    expect(sent.length).toBeGreaterThan(2);
    await expectFolded(world, made.id);
  });

  it("goes on with the templates and critiques of a proposer and a skeptic", { timeout: TIMEOUT }, async () => {
    const id = await finished(skepticRequest({ maxRounds: 3 }), cast());
    const sent = sentIn(3);
    expect(sent[0]).toContain("Proposal 2.");
    world.models.forget();
    const made = await fork(world, id, { afterRound: 2 });
    expect(await over(world, made.id)).toMatchObject({ status: "completed", round: 3, result: { type: "answer" } });
    expect(sentIn(3)).toEqual(sent);
    const [mine, its] = await Promise.all([world.transcript(made.id), world.transcript(id)]);
    expect(mine.trace.templates).toEqual(its.trace.templates);
    expect(mine.trace.templates.length).toBeGreaterThan(0);
    await expectFolded(world, made.id);
  });

  it("knows the vote before an oxford debate and does not cast it again", { timeout: TIMEOUT }, async () => {
    const participants = ["for", "against"].map((side, i) => ({
      name: ["Ada", "Ben"][i],
      model: "openai/gpt-5.5",
      side,
      position: `Speaks ${side} it.`,
    }));
    const id = await finished(requestOf({ format: "oxford", participants, maxRounds: 2 }), debaters(["p1", "p2"]));
    world.models.forget();
    const made = await fork(world, id, { afterRound: 1 });
    const ended = await over(world, made.id);
    expect(world.models.journal.filter((r) => kindOf(r) === "vote")).toHaveLength(1);
    expect(ended.result).toMatchObject({
      type: "verdict",
      vote: { before: expect.anything(), after: expect.anything() },
    });
  });
});

describe("a fork of a debate that runs, asked and was spoken to", () => {
  it("goes on with answers and remarks while its original waits", { timeout: TIMEOUT }, async () => {
    const gate = Promise.withResolvers<void>();
    const script = steady({ ask: () => ["Which city is meant?"] });
    const spokenTo = Promise.withResolvers<void>();
    let isHeld = true;
    world.models.use(async (request) => {
      if (kindOf(request) === "turn" && callOf(request).round === 1) await spokenTo.promise;
      if (isHeld && kindOf(request) === "turn" && callOf(request).round === 2) await gate.promise;
      return script(request);
    });
    const clarifications = { enabled: true, maxIterations: 1 };
    const { id } = await world.create(requestOf({ maxRounds: 2, clarifications }));
    await world.until(id, (e) => e.type === "phase.started" && e["phase"] === "awaiting_answers");
    await expect.poll(async () => (await world.debate(id)).pending).not.toBeNull();
    await world.post(`/v1/debates/${id}/answers`, { answers: [{ questionId: "q1", answer: "Graz." }] });
    await world.until(id, (e) => e.type === "turn.started" && e["turnId"] === "g1-r1-t1");
    expect((await world.post(`/v1/debates/${id}/interjections`, { text: "Mind the costs." })).status).toBe(202);
    spokenTo.resolve();
    await world.until(id, startedIn(2));
    const early = await world.post(`/v1/debates/${id}/fork`, { afterRound: 2 });
    expect([early.status, early.body?.["errors"]]).toEqual([
      422,
      [{ pointer: "/afterRound", detail: "must be 0 to 1, the number of complete rounds" }],
    ]);
    await expect.poll(() => sentIn(2)).toHaveLength(1);
    isHeld = false;
    const made = await fork(world, id, { afterRound: 1 });
    await over(world, made.id);
    expect((await world.debate(id)).status).toBe("running");
    gate.resolve();
    await over(world, id);
    const [his, mine] = sentIn(2);
    expect(mine).toBe(his);
    expect(mine).toContain("Graz.");
    expect(mine).toContain("Mind the costs.");
    const [a, b] = await Promise.all([world.transcript(id), world.transcript(made.id)]);
    expect(b.questions).toEqual(a.questions);
    expect(b.turns.map((t) => [t.id, t.text])).toEqual(a.turns.map((t) => [t.id, t.text]));
    await expectFolded(world, made.id);
  });
});
