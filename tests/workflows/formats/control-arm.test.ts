import { describe, expect, it } from "vitest";
import type { Debate } from "../../../domain/schemas/debate.ts";
import type { VerdictResult } from "../../../domain/schemas/result.ts";
import { kindOf, verdictJson } from "../../support/models/replies.ts";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent, type Manner, requestOf } from "../../support/world.ts";

const world = await useWorld();

const P = ["p1", "p2"];
const request = (changes: object = {}) =>
  requestOf({
    maxRounds: 1,
    judging: "final-only",
    controlArm: true,
    judge: { model: "openai/judge", bothOrders: true },
    ...changes,
  });
const textOf = (r: ModelRequest) => [r.system, ...r.messages.map((m) => m.content)].join("\n");
const isAlone = (r: ModelRequest) => kindOf(r) === "turn" && textOf(r).includes("round 0 of");
const asked = (kind: string) => world.models.journal.filter((r) => kindOf(r) === kind);

/** Says which of the answers it is, and which turn of the debate. */
const speech = (r: ModelRequest): ModelReplyScript => {
  const who = r.model.includes("claude") ? "Ben" : "Ada";
  return { text: isAlone(r) ? `A secret answer of ${who}.` : `A public speech of ${who}.` };
};

/** A verdict for this participant. */
const verdictFor = (winner: string): ModelReplyScript => {
  return { json: JSON.parse(verdictJson(P, winner)) };
};

/** The same on the answers that were given alone. */
const ruling = (winner: string, unanimous = false): ModelReplyScript => {
  const { json } = verdictFor(winner) as { json: object };
  return { json: { unanimous, ...json } };
};

async function played(changes: object, manner: Manner = {}) {
  world.models.use(debaters(P, { turn: speech, ...manner }));
  const { id } = await world.create(request(changes));
  return ended(id);
}

async function ended(id: string): Promise<{ id: string; debate: Debate; result: VerdictResult; log: FlatEvent[] }> {
  const log = await world.finished(id);
  const debate = await world.debate(id);
  if (debate.result?.type !== "verdict")
    throw new Error(`no verdict: ${debate.status} ${JSON.stringify(debate.error)}`);
  return { id, debate, result: debate.result, log };
}

/** What the order of a log is read from. */
function placeOf(event: FlatEvent): string[] {
  if (event.type === "turn.completed") return [event["turnId"] as string];
  if (event.type === "ballot.completed") return [(event["ballot"] as { id: string }).id];
  return event.type === "round.started" ? [`round ${event["round"] as number}`] : [];
}

describe("a control arm", () => {
  it("asks each alone before round 1, rules on that, and shows what the debate has changed", async () => {
    const { id, debate, result, log } = await played(
      {},
      { ruleAlone: () => ruling("p1"), rule: () => verdictFor("p2") },
    );
    const order = log.flatMap(placeOf);
    expect(order.slice(0, 2).toSorted()).toEqual(["g1-r0-t1", "g1-r0-t2"]);
    expect(order.slice(2, 4).toSorted()).toEqual(["g1-r0-b1-given", "g1-r0-b1-reversed"]);
    expect(order.slice(4, 7)).toEqual(["round 1", "g1-r1-t1", "g1-r1-t2"]);
    expect(order.slice(7).toSorted()).toEqual(["g1-b1-given", "g1-b1-reversed"]);
    expect(result.controlArm).toMatchObject({
      before: { winner: "p1", contested: false, unanimous: false },
      after: { winner: "p2", contested: false },
      changed: true,
    });
    expect(result.controlArm?.before.ballots.map((b) => [b.id, b.winner])).toEqual([
      ["g1-r0-b1-given", "p1"],
      ["g1-r0-b1-reversed", "p1"],
    ]);
    expect(result.ballots.map((b) => b.id)).toEqual(["g1-b1-given", "g1-b1-reversed"]);
    expect([debate.usage.calls, debate.judge?.usage.calls]).toEqual([8, 4]);
    const { turns } = await world.transcript(id);
    expect(turns.map((t) => [t.id, t.phase])).toEqual([
      ["g1-r0-t1", "blind"],
      ["g1-r0-t2", "blind"],
      ["g1-r1-t1", "response"],
      ["g1-r1-t2", "response"],
    ]);
    const told = {
      md: ["Before round 1", "Answers given alone", "Before and after", "changed who argued best"],
      html: ["Round 0: each alone, blind", "Before and after", "changed who argued best"],
    };
    for (const [as, words] of Object.entries(told)) {
      const { text } = await world.request(`/v1/debates/${id}/transcript?as=${as}`);
      for (const said of words) expect(text).toContain(said);
    }
  });

  it("shows nobody anything of the others before, and nobody anything of it later", async () => {
    await played({ maxRounds: 2, judging: "every-round" });
    const [alone, spoken] = [true, false].map((is) => asked("turn").filter((r) => isAlone(r) === is));
    expect(alone).toHaveLength(2);
    for (const r of alone ?? []) expect(textOf(r).includes("Ada")).not.toBe(textOf(r).includes("Ben"));
    for (const r of [...(spoken ?? []), ...asked("assessment"), ...asked("verdict")])
      expect(textOf(r)).not.toContain("A secret answer");
    const ballots = asked("blind-verdict");
    expect(ballots).toHaveLength(2);
    for (const r of ballots) {
      expect(textOf(r)).toContain("A secret answer");
      expect(textOf(r)).not.toMatch(/A public speech|g1-r0|gpt-5\.5|claude/);
    }
    const firstShown = ballots.map((r) => /id="(T\d)">\nA secret answer of (\S+)\./.exec(textOf(r))?.[2]);
    expect(new Set(firstShown).size).toBe(2);
  });

  it("is contested before and not after when only the answers leave the orders divided", async () => {
    let n = 0;
    const { result } = await played({}, { ruleAlone: () => ruling(P[n++ % 2] ?? ""), rule: () => verdictFor("p2") });
    expect(result.controlArm).toMatchObject({
      before: { winner: null, contested: true },
      after: { winner: "p2", contested: false },
      changed: true,
    });
  });

  it("goes along with a fork, which holds it against its own verdict", async () => {
    const { id } = await played({ maxRounds: 2 }, { ruleAlone: () => ruling("p1"), rule: () => verdictFor("p1") });
    world.models.use(debaters(P, { turn: speech, rule: () => verdictFor("p2") }));
    const { status, body, text } = await world.post(`/v1/debates/${id}/fork`, { afterRound: 1 });
    expect([status, text]).toEqual([201, text]);
    const { result } = await ended((body as Debate).id);
    expect(result.controlArm).toMatchObject({ before: { winner: "p1" }, after: { winner: "p2" }, changed: true });
  });

  it("rebuilds the prompts of its answers and of later turns, as they were sent", async () => {
    const { id } = await played({});
    for (const turn of ["g1-r0-t2", "g1-r1-t2"]) {
      const { status, text } = await world.request(`/v1/debates/${id}/turns/${turn}`);
      expect(status).toBe(200);
      expect(JSON.parse(text).prompt).not.toBeNull();
    }
  });

  it("is given up when no judge can be asked for it, and the debate says so and goes on", async () => {
    const { result } = await played({}, { ruleAlone: () => ({ error: { status: 401 } }) });
    expect(result.verdict.winner).not.toBeNull();
    expect(result.controlArm).toBeUndefined();
    expect(result.degraded.map((d) => d.what).filter((what) => what.startsWith("the control arm"))).toHaveLength(1);
  });

  it("leaves a participant out that can not answer, by its policy", async () => {
    const turn = (r: ModelRequest): ModelReplyScript =>
      textOf(r).includes("You are Ben") ? { error: { status: 503 } } : { text: "An answer." };
    world.models.use(debaters(["p1", "p3"], { turn }));
    const { id } = await world.create(
      requestOf({ maxRounds: 1, judging: "final-only", controlArm: true, judge: { model: "openai/judge" } }, 3),
    );
    const { result, debate } = await ended(id);
    expect(debate.participants.map((p) => p.status)).toEqual(["active", "failed", "active"]);
    expect(result.controlArm?.changed).toBe(false);
  });
});

describe("skipIfUnanimous", () => {
  it("makes the result from the answers when all are the same, and holds no round", async () => {
    const { debate, result } = await played({ skipIfUnanimous: true }, { ruleAlone: () => ruling("p1", true) });
    expect([debate.status, debate.round, result.endedBy, debate.usage.calls]).toEqual([
      "completed",
      0,
      "convergence",
      4,
    ]);
    expect(result.verdict.winner?.participant).toBe("p1");
    expect(result.ballots.map((b) => b.id)).toEqual(["g1-r0-b1-given", "g1-r0-b1-reversed"]);
    expect(result.controlArm).toMatchObject({ before: { unanimous: true, winner: "p1" }, changed: false });
    expect(asked("verdict")).toEqual([]);
  });

  it("holds the debate when one ballot finds two answers", async () => {
    let n = 0;
    const { debate } = await played({ skipIfUnanimous: true }, { ruleAlone: () => ruling("p1", n++ === 0) });
    expect([debate.round, asked("verdict").length]).toEqual([1, 2]);
  });
});
