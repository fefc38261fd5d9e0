/** A control arm in what may happen to a debate: votes, pauses, stops, forks, resets; limits: budget.test.ts. */
import { describe, expect, it } from "vitest";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { aloneJson, kindOf, verdictJson } from "../../support/models/replies.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent, requestOf } from "../../support/world.ts";

const world = await useWorld();

const P = ["p1", "p2"];
const arm = (changes: object = {}) =>
  requestOf({ maxRounds: 1, judging: "final-only", controlArm: true, judge: { model: "openai/judge" }, ...changes });
const asked = (kind: string) => world.models.journal.filter((r) => kindOf(r) === kind);
const status = (to: string) => (e: FlatEvent) => e.type === "debate.status" && e["status"] === to;
const armOf = ({ result }: Debate) => result?.controlArm;

async function waitsIn(id: string, to: string): Promise<Debate> {
  await world.until(id, status(to));
  await expect.poll(async () => (await world.debate(id)).status).toBe(to);
  return world.debate(id);
}

describe("a control arm of a debate on a motion", () => {
  it("answers between the audience's first vote and round 1, and is counted after the verdict", async () => {
    world.models.use(debaters(P, { rule: () => ({ json: JSON.parse(verdictJson(P, "p1")) }) }));
    const { participants } = arm() as { participants: object[] };
    const sided = participants.map((p, i) => ({ ...p, side: ["for", "against"][i] }));
    const { id } = await world.create(
      arm({ format: "oxford", maxRounds: 2, participants: sided, audience: { voters: 9 } }),
    );
    const log = await world.finished(id);
    const phases = log.flatMap((e) => (e.type === "phase.started" ? [e["phase"]] : []));
    expect(phases).toEqual(["voting", "answering", "responding", "responding", "balloting", "counting"]);
    const debate = await world.debate(id);
    expect(debate.result).toMatchObject({ verdict: { winner: { side: "for" } }, audience: { netSwing: 9 } });
    expect(armOf(debate)?.debate).toMatch(/^Yes, the motion is right\. Ada has/);
  });
});

describe("a control arm that is interrupted", () => {
  it("goes on after a pause where it was: an answer that is there is not asked for again", async () => {
    const script = debaters(P);
    let cut = true;
    world.models.use((r) => (cut && kindOf(r) === "alone" && r.model.includes("claude") ? { hang: true } : script(r)));
    const { id } = await world.create(arm());
    await world.until(id, (e) => e.type === "control_arm.answered");
    await world.models.arrived(2);
    await world.post(`/v1/debates/${id}/pause`, { when: "now" });
    expect(await waitsIn(id, "paused")).toMatchObject({ round: 0, controlArm: { calls: 2 } });
    cut = false;
    await world.post(`/v1/debates/${id}/resume`);
    await world.finished(id);
    expect(asked("alone").filter((r) => r.model.includes("claude"))).toHaveLength(2);
    expect(asked("alone")).toHaveLength(3);
    expect(armOf(await world.debate(id))).toMatchObject({ calls: 2, answered: 2 });
  });

  it("ends with a stop, which cuts the answers under way, and without a result, since no round was held", async () => {
    const script = debaters(P);
    const gate = Promise.withResolvers<void>();
    world.models.use(async (r) => {
      if (r.model.includes("claude")) await gate.promise;
      return script(r);
    });
    const { id } = await world.create(arm());
    await world.until(id, (e) => e.type === "control_arm.answered");
    await world.models.arrived(2);
    await world.post(`/v1/debates/${id}/stop`);
    gate.resolve();
    const log = await world.finished(id);
    expect(log.at(-1)).toMatchObject({ type: "debate.cancelled" });
    const { status: ended, result, usage } = await world.debate(id);
    expect([ended, result, usage.calls]).toEqual(["cancelled", null, 1]);
    expect(asked("groups")).toEqual([]);
  });

  it("is counted after a pause that came between the result and the count", async () => {
    const script = debaters(P);
    let cut = true;
    world.models.use((r) => (cut && kindOf(r) === "groups" ? { hang: true } : script(r)));
    const { id } = await world.create(arm());
    await world.until(id, (e) => e.type === "result.completed");
    await world.models.arrived(6);
    await world.post(`/v1/debates/${id}/pause`, { when: "now" });
    await waitsIn(id, "paused");
    cut = false;
    await world.post(`/v1/debates/${id}/resume`);
    const log = await world.finished(id);
    expect(log.filter((e) => e.type === "result.completed")).toHaveLength(1);
    expect([armOf(await world.debate(id))?.answered, asked("verdict").length]).toEqual([2, 2]);
  });

  it("asks again after a reset, and counts only what belongs to the new beginning", async () => {
    const script = debaters(P);
    let down = true;
    world.models.use((r) => (down && kindOf(r) === "verdict" ? { error: { status: 401 } } : script(r)));
    const { id } = await world.create(arm());
    await waitsIn(id, "error");
    down = false;
    await world.post(`/v1/debates/${id}/reset`);
    await world.post(`/v1/debates/${id}/validate`);
    await world.post(`/v1/debates/${id}/start`);
    await world.finished(id);
    const found = armOf(await world.debate(id));
    expect([asked("alone").length, found?.answered, found?.usage.calls]).toEqual([4, 2, 3]);
    expect(found?.groups[0]?.answers).toEqual(["g2-alone-1", "g2-alone-2"]);
  });
});

describe("a fork of a debate with a control arm", () => {
  it("asks all alone again where it begins anew, and nobody where it goes on after a round", async () => {
    world.models.use(debaters(P));
    const { id } = await world.create(arm({ maxRounds: 2 }));
    await world.finished(id);
    const forked = async (afterRound: number) => {
      world.models.forget();
      const { body } = await world.post(`/v1/debates/${id}/fork`, { afterRound });
      await world.finished((body as Debate).id);
      expect(armOf(await world.debate((body as Debate).id))).toMatchObject({
        calls: 2,
        answered: 2,
        answer: "Ban them.",
      });
      return [asked("alone").length, asked("groups").length, asked("turn").length];
    };
    expect(await forked(0)).toEqual([2, 1, 4]);
    expect(await forked(1)).toEqual([0, 1, 2]);
    const held = await world.post(`/v1/debates/${id}/fork`, { afterRound: 1, changes: { controlArm: false } });
    expect([held.status, held.body.errors]).toMatchObject([422, [{ pointer: "/changes/controlArm" }]]);
  });

  it("holds the debate that was not held, since all gave the same answer", async () => {
    world.models.use(debaters(P, { alone: () => ({ text: aloneJson("Ban them.") }) }));
    const { id } = await world.create(arm({ skipIfUnanimous: true }));
    await world.finished(id);
    expect((await world.debate(id)).round).toBe(0);
    const again = await world.post(`/v1/debates/${id}/rejudge`, { judge: { model: "openai/judge" } });
    expect(again.status).toBe(409);
    const { body } = await world.post(`/v1/debates/${id}/fork`, { afterRound: 0, changes: { skipIfUnanimous: false } });
    await world.finished((body as Debate).id);
    const held = await world.debate((body as Debate).id);
    expect([held.round, held.skipIfUnanimous, held.result?.type]).toEqual([1, undefined, "verdict"]);
  });
});
