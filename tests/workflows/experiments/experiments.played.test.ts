/** Experiments on a whole Parley with scripted models. */
import { describe, expect, it } from "vitest";
import type { ResultRow } from "../../../features/experiments/domain/schema.experiment.ts";
import { inChoices, kindOf, rosterIn, verdictIn, verdictJson } from "../../support/models/replies.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters } from "../../support/world.ts";
import { aloneReply, BASE, createIn, isAlone, itemsOf, over, script, textOf } from "./lab.ts";

const world = await useWorld();

const resultsOf = async (id: string) =>
  (await world.request(`/v1/experiments/${id}/results?as=json`)).body.items as ResultRow[];

describe("an experiment", () => {
  it("answers every item with every arm, and its table and results agree with the models' calls", async () => {
    script(world);
    const { id, status, cells } = await createIn(world, {
      name: "Does debating help?",
      base: BASE,
      items: itemsOf(3),
      arms: [
        { name: "vote of 3", baseline: { vote: 3 } },
        { name: "single", baseline: { vote: 1 } },
        { name: "debate", patch: {} },
      ],
    });
    expect([status, cells.total]).toEqual(["queued", 9]);
    const done = await over(world, id);
    expect(done.cells).toEqual({ total: 9, done: 9, failed: 0, running: 0 });
    // The single answer is the first of the three, and is bought once.
    expect(world.models.journal.filter(isAlone)).toHaveLength(9);
    expect(done.calls).toBe(world.models.journal.length);
    const [vote, single, debate] = done.table.arms;
    expect([vote?.accuracy.count, single?.accuracy.count, debate?.accuracy.of]).toEqual([3, 3, 3]);
    expect([vote?.calls, single?.calls]).toEqual([9, 3]);
    expect(done.table.comparisons.map(({ arm, against, items }) => [arm, against, items])).toEqual([
      ["single", "vote of 3", 3],
      ["debate", "vote of 3", 3],
    ]);
    // Two turns and a ballot: as many calls as the vote has answers.
    const [equal] = done.table.equal;
    expect(debate?.calls).toBe(3 * 3);
    expect(equal).toMatchObject({ arm: "debate", equal: "calls", votes: 3, items: 3, isClear: false });
    const rows = await resultsOf(id);
    expect(rows.map(({ arm, item }) => [arm, item])).toEqual(
      ["vote of 3", "single", "debate"].flatMap((arm) => ["i1", "i2", "i3"].map((item) => [arm, item])),
    );
    for (const row of rows.filter(({ arm }) => arm === "debate")) {
      const { result } = await world.debate(row.debate ?? "");
      const says = verdictIn(result)?.winner?.participant === "p1" ? "yes" : "no";
      expect([row.answer, row.correct]).toEqual([says, says === "yes"]);
    }
  });

  it("shows a voter the question and its options, and no position, persona, name or format", async () => {
    script(world);
    const { id } = await createIn(world, {
      name: "neutral",
      base: BASE,
      items: itemsOf(1),
      arms: [{ name: "single", baseline: { vote: 1 } }],
    });
    await over(world, id);
    const [asked] = world.models.journal;
    const shown = `${asked?.system ?? ""}\n${asked ? textOf(asked) : ""}`;
    expect(shown).toContain("Is 1 a number?");
    expect(shown).not.toMatch(/\b(?:Ada|Ben|debate|position|persona|format)\b/i);
  });

  it("starts ordinary debates of the tenant, tagged with the experiment and the arm", async () => {
    script(world);
    const { id, links } = await createIn(world, {
      name: "tags",
      base: { ...BASE, tags: ["mine"] },
      items: itemsOf(1),
      arms: [{ name: "debate", patch: {} }],
    });
    await over(world, id);
    const { body } = await world.request(new URL(links.debates).pathname + new URL(links.debates).search);
    expect(body.items).toHaveLength(1);
    const debate = await world.debate(body.items[0].id);
    expect(debate.tags).toEqual(["mine", id, "debate"]);
    expect(debate.metadata).toEqual({ experiment: id, arm: "debate", item: "i1", repetition: "1" });
    expect(debate.topic).toBe("Is 1 a number?");
  });

  it("counts and names what fails: an answer that cannot be had, and a debate that waits for its owner", async () => {
    const refusal = { error: { status: 401 } };
    world.models.use(() => refusal);
    const { id } = await createIn(world, {
      name: "failures",
      base: { ...BASE, policies: { onParticipantFailure: "ask" } },
      items: itemsOf(1),
      arms: [
        { name: "single", baseline: { vote: 1 } },
        { name: "debate", patch: {} },
      ],
    });
    const done = await over(world, id, "failed");
    expect(done.cells).toMatchObject({ done: 0, failed: 2 });
    const errors = (await resultsOf(id)).map(({ error }) => error);
    expect(errors[0]).toMatch(/^answer 1 of 1: /);
    expect(errors[1]).toBeTruthy();
    expect(done.why).toBe(errors[0]);
    expect(done.table.notes.slice(0, 2)).toEqual([
      "single: cells that failed, and count as wrong: 1.",
      "debate: cells that failed, and count as wrong: 1.",
    ]);
  });

  it("tells how far the judges of its debates agree, and rates the models that met", async () => {
    const usual = debaters(["p1", "p2"]);
    // One judge of three names whoever is shown first, and so disagrees with the others in one of two orders.
    world.models.use((request) => {
      if (kindOf(request) !== "verdict") return usual(request);
      const shown = rosterIn(textOf(request));
      const bens = shown.find(({ name }) => name === "No.");
      const winner = request.model === "judge-b" ? shown[0] : bens;
      const ballot = verdictJson(
        shown.map(({ key }) => key),
        winner?.key,
      );
      return { json: inChoices(request, JSON.parse(ballot)) };
    });
    const [ada, ben] = BASE.participants;
    const panel = ["openai/judge-a", "openai/judge-b", "anthropic/judge-c"];
    const judge = { model: "openai/gpt-5.5", panel };
    const { id } = await createIn(world, {
      name: "judges",
      base: { ...BASE, participants: [ada, { ...ben, model: "anthropic/claude-sonnet-5" }], judge },
      items: itemsOf(2),
      arms: [
        { name: "panel", patch: {} },
        { name: "alone", patch: { judge: { panel: null } } },
      ],
    });
    const { arms, ratings } = (await over(world, id)).table;
    expect(arms.map(({ judgeAgreement, orderAgreement }) => [judgeAgreement.value, orderAgreement.value])).toEqual([
      [0.667, 0.667],
      [null, 1],
    ]);
    // Nobody beat the winner, so it has no finite strength.
    expect(ratings?.map(({ model, strength, wins, comparisons }) => [model, strength, wins, comparisons])).toEqual([
      ["anthropic/claude-sonnet-5", null, 4, 4],
      ["openai/gpt-5.5", null, 0, 4],
    ]);
  });

  it("buys only what is new when arms are added to one that is over", async () => {
    script(world);
    const { id } = await createIn(world, {
      name: "more arms",
      base: BASE,
      items: itemsOf(2),
      arms: [{ name: "single", baseline: { vote: 1 } }],
    });
    await over(world, id);
    world.models.forget();
    const { status, body } = await world.post(`/v1/experiments/${id}/arms`, {
      arms: [{ name: "vote of 4", baseline: { vote: 4 } }],
    });
    expect([status, body.arms.length, body.cells.total]).toEqual([200, 2, 4]);
    const done = await over(world, id);
    expect(done.cells).toMatchObject({ done: 4, failed: 0 });
    expect(world.models.journal).toHaveLength(6);
    expect(done.calls).toBe(8);
    const again = await world.post(`/v1/experiments/${id}/arms`, { arms: [{ name: "single", patch: {} }] });
    expect([again.status, again.body.errors[0].pointer]).toEqual([422, "/arms/0/name"]);
  });

  it("breaks ties by the item's seed, and takes numbers within their tolerance for the same", async () => {
    let asked = 0;
    script(world, { alone: () => aloneReply(asked++ % 2 === 0 ? 3.1 : 3.14) });
    const { id } = await createIn(world, {
      name: "numbers",
      base: BASE,
      items: [{ question: "Pi?", answers: { type: "number", tolerance: 0.05 }, expected: 3.14 }],
      arms: [{ name: "vote of 2", baseline: { vote: 2 } }],
    });
    await over(world, id);
    expect(await resultsOf(id)).toMatchObject([{ answer: expect.stringMatching(/^3\.14?$/), correct: true }]);
  });
});
