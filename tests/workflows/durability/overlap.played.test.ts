/** The judge reads a round while the next one is spoken: what its owner does in between, and what becomes of it. */
import { describe, expect, it } from "vitest";
import { fork, over } from "../../support/debates/forks.ts";
import { held } from "../../support/held.ts";
import { kindOf } from "../../support/models/replies.ts";
import type { ModelRequest } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent, requestOf } from "../../support/world.ts";
import { runOf, SHORT_RUNS } from "./bursts.ts";

const world = await useWorld(SHORT_RUNS);
const TIMEOUT = 60_000;

const status = (to: string) => (e: FlatEvent) => e.type === "debate.status" && e["status"] === to;
const completed = (turnId: string) => (e: FlatEvent) => e.type === "turn.completed" && e["turnId"] === turnId;
const started = (turnId: string) => (e: FlatEvent) => e.type === "turn.started" && e["turnId"] === turnId;
const isFirstAssessment = (request: ModelRequest) =>
  kindOf(request) === "assessment" && (request.messages.at(-1)?.content.includes("Assess round 1") ?? false);
const judged = (log: FlatEvent[]) => log.flatMap((e) => (e.type === "assessment.completed" ? [e["round"]] : []));
const spoken = (log: FlatEvent[]) => log.flatMap((e) => (e.type === "turn.completed" ? [e["turnId"]] : []));
const TURNS = ["g1-r1-t1", "g1-r1-t2", "g1-r2-t1", "g1-r2-t2"];

/** A debate of two rounds, of which the first is still assessed. */
async function begin(changes: object = {}) {
  const { release } = held(world, isFirstAssessment);
  const { id } = await world.create(requestOf({ maxRounds: 2, ...changes }));
  return { id, release };
}

/** The log is in one order for everybody, and the stored sums are those of its events. */
async function requireWhole(id: string, log: FlatEvent[]): Promise<void> {
  expect(log.map((event) => event.id)).toEqual(log.map((_, place) => place + 1));
  expect(await world.finished(id)).toEqual(log);
  const [debate, { body: costs }] = await Promise.all([world.debate(id), world.request(`/v1/debates/${id}/costs`)]);
  expect(costs.total.usage).toEqual(debate.usage);
  const calls = world.models.journal.length;
  expect(debate.usage.calls).toBe(calls);
}

describe("a round that is assessed beside the next one", { timeout: TIMEOUT }, () => {
  it("lets all turns of that round be spoken, and ends before the round does", async () => {
    const { id, release } = await begin();
    const early = await world.until(id, completed("g1-r2-t2"));
    expect(judged(early)).toEqual([]);
    release();
    const log = await world.finished(id);
    expect([spoken(log), judged(log)]).toEqual([TURNS, [1, 2]]);
    const ended = log.findIndex((e) => e.type === "round.completed" && e["round"] === 2);
    expect(log.findIndex((e) => e.type === "assessment.completed" && e["round"] === 1)).toBeLessThan(ended);
    await requireWhole(id, log);
  });

  it("is asked for beside all turns of a simultaneous round", async () => {
    const { id, release } = await begin({ mode: "simultaneous" });
    await world.until(id, (e) => e.type === "turn.completed" && e["round"] === 2);
    release();
    const log = await world.finished(id);
    expect([new Set(spoken(log)), judged(log)]).toEqual([new Set(TURNS), [1, 2]]);
    await requireWhole(id, log);
  });

  it("is asked for beside the first turn alone under a limit, since every turn is reserved", async () => {
    const { id, release } = await begin({ limits: { maxTokens: 1_000_000 } });
    const early = await world.until(id, completed("g1-r2-t1"));
    expect(spoken(early)).toEqual(TURNS.slice(0, 3));
    release();
    const log = await world.finished(id);
    expect([spoken(log), judged(log)]).toEqual([TURNS, [1, 2]]);
    await requireWhole(id, log);
  });

  it("holds a pause until both are over, and the debate goes on from there", async () => {
    const { id, release } = await begin();
    await world.until(id, started("g1-r2-t1"));
    await world.post(`/v1/debates/${id}/pause`);
    await world.until(id, completed("g1-r2-t1"));
    expect(await world.debate(id)).toMatchObject({ status: "running", pausing: true });
    release();
    const paused = await world.until(id, status("paused"));
    expect([judged(paused), spoken(paused).includes("g1-r2-t2")]).toEqual([[1], false]);
    await world.post(`/v1/debates/${id}/resume`);
    const log = await world.finished(id);
    expect([spoken(log), judged(log)]).toEqual([TURNS, [1, 2]]);
    await requireWhole(id, log);
  });

  it("is cut short by a pause at once, as the turn beside it is, and both are asked for again", async () => {
    const script = debaters(["p1", "p2"]);
    let turns = 0;
    let isCut = false;
    world.models.use((request) => {
      const isThird = kindOf(request) === "turn" && ++turns === 3;
      return !isCut && (isThird || isFirstAssessment(request)) ? { hang: true } : script(request);
    });
    const { id } = await world.create(requestOf({ maxRounds: 2 }));
    await world.models.arrived(4);
    await world.until(id, started("g1-r2-t1"));
    await world.post(`/v1/debates/${id}/pause`, { when: "now" });
    const paused = await world.until(id, status("paused"));
    const cut = paused.filter((e) => e["kind"] === "interrupted").map((e) => e["actId"] ?? e["turnId"]);
    expect(new Set(cut)).toEqual(new Set(["g1-r1-assessment", "g1-r2-t1"]));
    isCut = true;
    await world.post(`/v1/debates/${id}/resume`);
    const log = await world.finished(id);
    expect([spoken(log), judged(log)]).toEqual([TURNS, [1, 2]]);
    await requireWhole(id, log);
  });

  it("is waited for when its owner stops the debate, and both count", async () => {
    const { id, release } = await begin({ maxRounds: 5 });
    await world.until(id, completed("g1-r2-t1"));
    await world.post(`/v1/debates/${id}/stop`);
    release();
    const log = await world.finished(id);
    expect(log.at(-1)?.type).toBe("debate.completed");
    expect(judged(log)).toEqual([1]);
    expect(await world.debate(id)).toMatchObject({ round: 2, result: { endedBy: "owner" } });
    await requireWhole(id, log);
  });

  it("goes on in another run of the workflow, and nothing is asked for twice", async () => {
    world.models.use(debaters(["p1", "p2"]));
    const { id } = await world.create(requestOf({ maxRounds: 6 }));
    await world.until(id, (e) => e.type === "round.started");
    const first = await runOf(world, id);
    const log = await world.finished(id);
    expect(await runOf(world, id)).not.toBe(first);
    expect(judged(log)).toEqual([1, 2, 3, 4, 5, 6]);
    await requireWhole(id, log);
  });

  it("is taken over by a fork from that round, which does not ask for it again", async () => {
    const { id, release } = await begin();
    release();
    await world.finished(id);
    world.models.forget();
    const made = await fork(world, id, { afterRound: 1 });
    expect(await over(world, made.id)).toMatchObject({ status: "completed", round: 2 });
    expect(world.models.journal.map(kindOf)).toEqual(["turn", "turn", "assessment", "verdict"]);
    const { assessments } = await world.transcript(made.id);
    expect(assessments.map(({ round }) => round)).toEqual([1, 2]);
  });

  it("waits for nothing where it was switched off", async () => {
    const { id, release } = await begin({ overlap: "off" });
    await world.models.arrived(3);
    expect(world.models.journal.at(-1)).toSatisfy(isFirstAssessment);
    release();
    const log = await world.finished(id);
    const round = ["turn", "turn", "assessment"];
    expect(world.models.journal.map(kindOf)).toEqual([...round, ...round, "verdict"]);
    await requireWhole(id, log);
  });
});
