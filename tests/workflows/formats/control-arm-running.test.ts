/** A control arm in what may happen to a debate: votes, pauses, stops, faults, forks, other judges; limits: budget.test.ts. */
import { describe, expect, it } from "vitest";
import type { Rejudgement } from "../../../domain/rejudgement/rejudgement.ts";
import type { Debate } from "../../../domain/schemas/debate.ts";
import type { VerdictResult } from "../../../domain/schemas/result.ts";
import { kindOf, verdictJson } from "../../support/models/replies.ts";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent, type Manner, requestOf } from "../../support/world.ts";

const world = await useWorld();

const P = ["p1", "p2"];
const arm = (changes: object = {}, speakers = 2) =>
  requestOf({ maxRounds: 1, judging: "final-only", controlArm: true, ...changes }, speakers);
const textOf = (r: ModelRequest) => [r.system, ...r.messages.map((m) => m.content)].join("\n");
const isAlone = (r: ModelRequest) => kindOf(r) === "turn" && textOf(r).includes("round 0 of");
const alone = () => world.models.journal.filter(isAlone);
const asked = (kind: string) => world.models.journal.filter((r) => kindOf(r) === kind);
const status = (to: string) => (e: FlatEvent) => e.type === "debate.status" && e["status"] === to;
const taken = (log: FlatEvent[]) => log.flatMap((e) => (e.type === "turn.completed" ? [e["turnId"] as string] : []));

/** A verdict for this participant, with what a ballot before the debate adds. */
const verdictFor = (winner: string, more: object = {}): ModelReplyScript => ({
  json: { ...more, ...JSON.parse(verdictJson(P, winner)) },
  usage: { input: 300, output: 100 },
});
const usual: Manner = { ruleAlone: () => verdictFor("p1", { unanimous: false }), rule: () => verdictFor("p2") };

function verdictOf({ result, status: at, error }: Debate): VerdictResult {
  if (result?.type !== "verdict") throw new Error(`no verdict: ${at} ${JSON.stringify(error)}`);
  return result;
}

async function waitsIn(id: string, to: string): Promise<Debate> {
  await world.until(id, status(to));
  await expect.poll(async () => (await world.debate(id)).status).toBe(to);
  return world.debate(id);
}

describe("a control arm of a debate on a motion", () => {
  it("stands beside the votes: all answer between the first vote and round 1, and a side wins each time", async () => {
    world.models.use(debaters(P, usual));
    const { participants } = arm() as { participants: object[] };
    const sided = participants.map((p, i) => ({ ...p, side: ["for", "against"][i] }));
    const { id, controlArm } = await world.create(arm({ format: "oxford", maxRounds: 2, participants: sided }));
    expect(controlArm).toBe(true);
    const log = await world.finished(id);
    const idsOf = (e: FlatEvent) =>
      ["vote", "ballot"].flatMap((part) => (e[part] as { id: string } | undefined)?.id ?? []);
    const order = log.flatMap((e) => (e.type === "turn.completed" ? [e["turnId"] as string] : idsOf(e)));
    expect([order[0], order.slice(1, 3).toSorted(), ...order.slice(3)]).toEqual([
      "g1-vote-before",
      ["g1-r0-t1", "g1-r0-t2"],
      "g1-r0-b1-given",
      "g1-r1-t1",
      "g1-r1-t2",
      "g1-r2-t1",
      "g1-r2-t2",
      "g1-vote-after",
      "g1-b1-given",
    ]);
    const { verdict, vote, controlArm: arms } = verdictOf(await world.debate(id));
    expect([verdict.winner?.side, vote?.swing]).toEqual(["for", { for: 1, against: 0 }]);
    // Only a debate moves votes, so before and after are compared by scores.
    expect(arms).toMatchObject({
      before: { winner: null, side: "for" },
      after: { winner: null, side: "against" },
      changed: true,
    });
    const { text } = await world.request(`/v1/debates/${id}/transcript?as=md`);
    expect(text).toContain("Before and after");
  });
});

describe("a control arm that is interrupted", () => {
  it("goes on after a pause where it was: an answer that is there is not asked for again", async () => {
    const script = debaters(P, usual);
    let cut = true;
    world.models.use((r) => (cut && isAlone(r) && r.model.includes("claude") ? { hang: true } : script(r)));
    const { id } = await world.create(
      arm({ format: "structured-rounds", mode: "simultaneous", maxRounds: 2, skipIfUnanimous: true }),
    );
    await world.until(id, (e) => e.type === "turn.completed" && e["turnId"] === "g1-r0-t1");
    await world.models.arrived(2);
    await world.post(`/v1/debates/${id}/pause`, { when: "now" });
    expect(await waitsIn(id, "paused")).toMatchObject({ round: 0, controlArm: true, skipIfUnanimous: true });
    cut = false;
    await world.post(`/v1/debates/${id}/resume`);
    const log = await world.finished(id);
    expect(taken(log).toSorted()).toEqual([0, 1, 2].flatMap((r) => [`g1-r${r}-t1`, `g1-r${r}-t2`]));
    expect(alone().filter((r) => r.model.includes("claude"))).toHaveLength(2);
    expect(alone()).toHaveLength(3);
    expect(verdictOf(await world.debate(id)).controlArm).toMatchObject({
      before: { winner: "p1", unanimous: false },
      after: { winner: "p2" },
      changed: true,
    });
  });

  it("ends with a stop once the answers under way are there, and without a result, since no round was held", async () => {
    const script = debaters(P, usual);
    const gate = Promise.withResolvers<void>();
    world.models.use(async (r) => {
      if (r.model.includes("claude")) await gate.promise;
      return script(r);
    });
    const { id } = await world.create(arm());
    await world.until(id, (e) => e.type === "turn.completed");
    await world.models.arrived(2);
    await world.post(`/v1/debates/${id}/stop`);
    gate.resolve();
    const log = await world.finished(id);
    expect(log.at(-1)).toMatchObject({ type: "debate.cancelled" });
    const { status: ended, result, usage } = await world.debate(id);
    expect([ended, result, usage.calls]).toEqual(["cancelled", null, 2]);
    expect(asked("blind-verdict")).toEqual([]);
  });

  it("is left to its owner where an answer fails and the policy asks: only that one is taken again", async () => {
    const script = debaters(P, usual);
    let down = true;
    world.models.use((r) => (down && r.model.includes("claude") ? { error: { status: 503 } } : script(r)));
    const { id } = await world.create(arm({ policies: { onParticipantFailure: "ask" } }));
    const { pending } = await waitsIn(id, "awaiting_decision");
    expect(pending).toMatchObject({
      decision: { participantId: "p2", round: 0, options: [{ id: "retry" }, { id: "error" }] },
    });
    down = false;
    await world.post(`/v1/debates/${id}/decisions/d1`, { option: "retry" });
    const log = await world.finished(id);
    expect(taken(log)).toEqual(["g1-r0-t1", "g1-r0-t2", "g1-r1-t1", "g1-r1-t2"]);
    expect(alone().filter((r) => !r.model.includes("claude"))).toHaveLength(1);
    expect(verdictOf(await world.debate(id)).controlArm?.changed).toBe(true);
  });
});

describe("a fork of a debate with a control arm", () => {
  it("asks all alone again where it begins anew, and nobody where it goes on after a round", async () => {
    world.models.use(debaters(P, usual));
    const { id } = await world.create(arm({ maxRounds: 2 }));
    await world.finished(id);
    const forked = async (afterRound: number) => {
      world.models.forget();
      const { body } = await world.post(`/v1/debates/${id}/fork`, { afterRound });
      await world.finished((body as Debate).id);
      const debate = await world.debate((body as Debate).id);
      expect(verdictOf(debate).controlArm).toMatchObject({ before: { winner: "p1" }, after: { winner: "p2" } });
      return [alone().length, asked("blind-verdict").length, asked("turn").length];
    };
    expect(await forked(0)).toEqual([2, 1, 6]);
    expect(await forked(1)).toEqual([0, 0, 2]);
    const held = await world.post(`/v1/debates/${id}/fork`, { afterRound: 1, changes: { controlArm: false } });
    expect([held.status, held.body.errors]).toMatchObject([422, [{ pointer: "/changes/controlArm" }]]);
  });
});

describe("a debate that was not held, since all gave the same answer", () => {
  it("is ruled on by another panel from the same answers, and held by a fork that asks for it", async () => {
    const agreed: Manner = { ...usual, ruleAlone: () => verdictFor("p1", { unanimous: true }) };
    world.models.use(debaters(P, agreed));
    const { participants } = arm() as { participants: object[] };
    const sided = participants.map((p, i) => ({ ...p, side: ["for", "against"][i] }));
    const skips = { format: "oxford", maxRounds: 2, participants: sided, skipIfUnanimous: true };
    const { id } = await world.create(arm(skips));
    await world.finished(id);
    const { result, round } = await world.debate(id);
    expect([round, result]).toMatchObject([0, { endedBy: "convergence", verdict: { winner: { side: "for" } } }]);
    const report = async () => (await world.request(`/v1/debates/${id}/transcript?as=md`)).text;
    expect(await report()).toContain("All gave the same answer, each alone, so no round was held.");
    world.models.forget();
    const panel = ["openai/x", "anthropic/y"];
    expect((await world.post(`/v1/debates/${id}/rejudge`, { judge: { model: "openai/judge", panel } })).status).toBe(
      202,
    );
    const brief = async () => (await world.debate(id)).rejudgements?.[0];
    await expect.poll(brief, { timeout: 20_000 }).toMatchObject({ status: "completed", winner: "for" });
    expect(world.models.journal.map(kindOf)).toEqual(Array(4).fill("blind-verdict"));
    expect(await report()).toMatch(/\| j1 \| .*openai\/x/);
    world.models.forget();
    const { body } = await world.post(`/v1/debates/${id}/fork`, { afterRound: 0, changes: { skipIfUnanimous: false } });
    await world.finished((body as Debate).id);
    const held = await world.debate((body as Debate).id);
    expect([held.round, held.skipIfUnanimous, alone().length]).toEqual([2, undefined, 2]);
    expect(verdictOf(held).controlArm).toMatchObject({ before: { unanimous: true } });
  });
});

describe("whoever judges a control arm", () => {
  it("sees no name and no model of anybody, before, after and in a rejudgement, which does not see the answers", async () => {
    const names = ["Zebulon", "Quentin"];
    const models = ["openai/gpt-5.5", "anthropic/claude-sonnet-5"];
    const turn = (r: ModelRequest): ModelReplyScript => ({
      text: `${isAlone(r) ? "A secret answer" : "A public speech"}: Zebulon (gpt-5.5) and Quentin (claude-sonnet-5) differ.`,
    });
    world.models.use(debaters(P, { ...usual, turn }));
    // The script knows whom it is shown by the first word of a position.
    const positions = ["Ada would ban them.", "Ben would not."];
    const participants = names.map((name, i) => ({ name, model: models[i], position: positions[i] }));
    const judge = { model: "openai/judge", bothOrders: true };
    const { id } = await world.create(arm({ judging: "every-round", participants, judge }));
    await world.finished(id);
    await expect.poll(async () => (await world.debate(id)).status).toBe("completed");
    const before = world.models.journal.length;
    const panel = ["openai/x", "anthropic/y", "openai/z"];
    await world.post(`/v1/debates/${id}/rejudge`, { judge: { model: "openai/judge", panel } });
    const brief = async () => (await world.debate(id)).rejudgements?.[0]?.status;
    await expect.poll(brief, { timeout: 20_000 }).toBe("completed");
    const judges = world.models.journal.filter((r) => kindOf(r) !== "turn");
    expect(judges.map(kindOf).toSorted()).toEqual([
      "assessment",
      ...Array(2).fill("blind-verdict"),
      ...Array(2 + 6).fill("verdict"),
    ]);
    for (const r of judges) expect(JSON.stringify(r.messages) + r.system).not.toMatch(/Zebulon|Quentin|gpt-5|claude/);
    const again = world.models.journal.slice(before);
    expect(again).toHaveLength(6);
    for (const r of again)
      expect([textOf(r).includes("public speech"), textOf(r).includes("secret")]).toEqual([true, false]);
    const { debate, rejudgements = [] } = await world.transcript(id);
    const [{ result }] = rejudgements as [Rejudgement];
    expect(result?.ballots).toHaveLength(6);
    expect([result?.verdict.winner?.participant, result?.contested, result?.controlArm]).toEqual([
      "p2",
      false,
      undefined,
    ]);
    expect(verdictOf(debate).controlArm?.before.ballots.map((b) => b.blind?.labels)).toHaveLength(2);
  });

  it("is asked once more, with the faults, for a ballot that can not be used; never is one read out of prose", async () => {
    const bad: ModelReplyScript[] = [
      { text: "Ada wins, without any doubt." },
      { text: "Ben wins, I said so already." },
    ];
    const ruleAlone = () => bad.shift() ?? verdictFor("p1", { unanimous: false });
    world.models.use(debaters(P, { ...usual, ruleAlone }));
    const once = await world.create(arm());
    await world.finished(once.id);
    const shown = asked("blind-verdict");
    expect(shown).toHaveLength(2);
    expect(textOf(shown[1] as ModelRequest).length).toBeGreaterThan(textOf(shown[0] as ModelRequest).length);
    const { controlArm, degraded } = verdictOf(await world.debate(once.id));
    expect(controlArm).toBeUndefined();
    expect(degraded.map((d) => d.what)).toEqual([
      "the ballot (given order) of openai/gpt-5.5 before the debate",
      "the control arm: who argued best before the debate",
    ]);
  });
});
