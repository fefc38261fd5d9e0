import { describe, expect, it } from "vitest";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";
import { burst, requireSaidOnce, runOf, SHORT_RUNS } from "./bursts.ts";

const world = await useWorld(SHORT_RUNS);

const P = ["p1", "p2"];

describe("a debate that continues as new", () => {
  it("keeps questions open, and takes each answer once however many give it", async () => {
    const wishes = ["What is a city?", "Which cars are meant?", "Who decides in the end?"];
    world.models.use(debaters(P, { ask: ({ model }) => (model.includes("gpt") ? wishes : []) }));
    const clarifications = { enabled: true, maxIterations: 1 };
    const { id } = await world.create(requestOf({ maxRounds: 1, clarifications }));
    await world.until(id, (e) => e.type === "phase.started" && e["phase"] === "awaiting_answers");
    const first = await runOf(world, id);
    const said = await burst(world, id);
    await expect.poll(() => runOf(world, id)).not.toBe(first);
    expect((await world.debate(id)).pending).toMatchObject({ type: "answers", questions: [{}, {}, {}] });
    const answer = (n: number) =>
      world.post(`/v1/debates/${id}/answers`, { answers: [{ questionId: `q${n}`, answer: `Answer ${n}.` }] });
    const given = await Promise.all([1, 1, 2, 2, 3, 3].map(answer));
    expect(given.filter((each) => each.status === 200)).toHaveLength(3);
    const log = await requireSaidOnce(world, id, said);
    expect(log.filter((e) => e.type === "clarification.answered")).toHaveLength(3);
    expect((await world.transcript(id)).questions.map((q) => q.answer)).toEqual([
      "Answer 1.",
      "Answer 2.",
      "Answer 3.",
    ]);
  }, 60_000);

  it("takes the pauses and resumptions of an impatient owner in their order", async () => {
    world.models.use(debaters(P));
    const { id } = await world.create(requestOf({ maxRounds: 2, roundDelayMs: 600_000 }));
    await world.until(id, (e) => e.type === "round.completed");
    const first = await runOf(world, id);
    for (let n = 0; n < 12; n++) {
      expect((await world.post(`/v1/debates/${id}/pause`)).status).toBe(200);
      expect((await world.post(`/v1/debates/${id}/resume`)).status).toBe(200);
    }
    expect(await runOf(world, id)).not.toBe(first);
    await world.post(`/v1/debates/${id}/stop`);
    const by = (await world.finished(id)).flatMap((e) => (e.type === "debate.status" ? [e["by"]] : []));
    expect(by.filter((name) => name === "pause" || name === "resume")).toEqual(
      Array.from({ length: 24 }, (_, n) => (n % 2 === 0 ? "pause" : "resume")),
    );
  }, 60_000);
});
