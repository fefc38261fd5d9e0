import { Worker } from "@temporalio/worker";
import { describe, expect, inject, it } from "vitest";
import { agents, askedOf, dialecticRequest } from "../../support/agents.ts";
import { assessmentJson } from "../../support/models/replies.ts";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { openWorld, useWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent, requestOf } from "../../support/world.ts";
import { IDS, isBens, isTurn, LIMIT, only, SLOW, slowly } from "./slow-turns.ts";

const world = await useWorld();

const round1 = (request: ModelRequest) => /round 1 of/i.test(request.messages.at(-1)?.content ?? "");
const status = (to: string) => (e: FlatEvent) => e.type === "debate.status" && e["status"] === to;

/** The judge assesses those who spoke: in round 1 these. */
const assessed = (ids: string[]) => (_: ModelRequest, round: number) => ({
  text: assessmentJson(round === 1 ? ids : IDS),
});

async function timersOf(id: string, on = world) {
  const { events } = await on.handle(id).fetchHistory();
  const started = (events ?? []).flatMap(({ timerStartedEventAttributes: t }) => t?.startToFireTimeout ?? []);
  const ms = started.map(({ seconds, nanos }) => Number(seconds ?? 0) * 1000 + (nanos ?? 0) / 1e6);
  const count = (name: string) => (events ?? []).filter((e) => name in e && e[name as keyof typeof e]).length;
  return {
    ms,
    fired: count("timerFiredEventAttributes"),
    cancelled: count("timerCanceledEventAttributes"),
  };
}

/** The workflow does the same when its history is played again. */
async function requireReplay(id: string): Promise<void> {
  const history = await world.handle(id).fetchHistory();
  await Worker.runReplayHistory({ workflowBundle: { codePath: inject("workflowBundle") } }, history);
}

describe("the limit of a round", () => {
  it("ends the turn under way, keeps what is whole, and asks nobody else in that round", async () => {
    world.models.use(slowly((r) => isBens(r) && round1(r), debaters(IDS, { assess: assessed(["p1"]) })));
    const { id } = await world.create(requestOf({ maxRounds: 2, ...LIMIT }, 3));
    const log = await world.finished(id);
    expect(only(log, "turn.failed")).toMatchObject([
      { turnId: "g1-r1-t2", kind: "round_timeout", message: "the round's limit of 3 s has passed", waitMs: null },
    ]);
    expect(only(log, "round.timed_out")).toMatchObject([
      { round: 1, turnIds: ["g1-r1-t2", "g1-r1-t3"], degradation: { what: "unfinished turns of round 1: Ben, Cleo" } },
    ]);
    const { turns } = await world.transcript(id);
    expect(turns.map((t) => [t.id, t.status])).toEqual([
      ["g1-r1-t1", "whole"],
      ["g1-r1-t2", "failed"],
      ["g1-r2-t1", "whole"],
      ["g1-r2-t2", "whole"],
      ["g1-r2-t3", "whole"],
    ]);
    expect(turns[1]?.text).toMatch(/^word /);
    expect(only(log, "assessment.completed").map((e) => e["round"])).toEqual([1, 2]);
    const debate = await world.debate(id);
    expect(debate.participants.map((p) => p.status)).toEqual(["active", "active", "active"]);
    expect(debate.degraded).toMatchObject([{ round: 1, why: "the round's limit of 3 s has passed" }]);
    const { body: costs } = await world.request(`/v1/debates/${id}/costs`);
    expect(costs.total.usage).toEqual(debate.usage);
    await requireReplay(id);
  });

  it("keeps the other turns of a simultaneous round, also while one waits for its next attempt", async () => {
    const busy: ModelReplyScript = { error: { status: 429, retryAfter: 60 } };
    const script = debaters(["p1", "p3"]);
    world.models.use((r) => (isBens(r) && round1(r) ? busy : script(r)));
    const { id } = await world.create(requestOf({ maxRounds: 1, mode: "simultaneous", ...LIMIT }, 3));
    const log = await world.finished(id);
    expect(only(log, "turn.failed")).toMatchObject([{ kind: "rate_limit", waitMs: 60_000 }]);
    expect(only(log, "round.timed_out")).toMatchObject([{ turnIds: ["g1-r1-t2"] }]);
    const { turns } = await world.transcript(id);
    expect(turns.map((t) => t.status).toSorted()).toEqual(["failed", "whole", "whole"]);
    expect(log.at(-1)?.type).toBe("debate.completed");
    expect((await timersOf(id)).fired).toBe(1);
    await requireReplay(id);
  });

  it("ends the critiques of a dialectic round, which then has no refinements and is evaluated", async () => {
    const script = agents({ confidence: () => 50 });
    const isLate = (r: ModelRequest) => askedOf(r).kind === "critique" && askedOf(r).round === 1;
    world.models.use((r) => (isLate(r) ? SLOW : script(r)));
    const changes = { maxRounds: 2, termination: { type: "convergence", threshold: 99 }, ...LIMIT };
    const { id } = await world.create(dialecticRequest(changes));
    const log = await world.finished(id);
    expect(log.at(-1)?.type).toBe("debate.completed");
    expect(only(log, "turn.failed").map((e) => e["kind"])).toEqual(["round_timeout", "round_timeout"]);
    expect(only(log, "evaluation.completed").map((e) => e["round"])).toEqual([1, 2]);
    const whole = (await world.transcript(id)).turns.filter((t) => t.status === "whole");
    const phases = (round: number) => new Set(whole.filter((t) => t.round === round).map((t) => t.phase));
    expect([phases(1), phases(2)]).toEqual([new Set(["proposal"]), new Set(["critique", "refinement"])]);
    await requireReplay(id);
  });

  it("without a whole turn is the participant's fault; a retry has the whole time again", async () => {
    world.models.use(slowly(isTurn, debaters(IDS)));
    const { id } = await world.create(requestOf({ maxRounds: 1, ...LIMIT }));
    const log = await world.until(id, status("error"));
    expect(log.at(-1)).toMatchObject({ error: { kind: "round_timeout", participantId: "p1", round: 1 } });
    expect(only(log, "round.timed_out")).toEqual([]);
    world.models.use(debaters(["p1", "p2"]));
    await world.post(`/v1/debates/${id}/retry`);
    expect((await world.finished(id)).at(-1)?.type).toBe("debate.completed");
    expect((await timersOf(id)).ms.slice(0, 1)).toEqual([3_000]);
    await requireReplay(id);
  });

  it("stands still while the debate is paused, and sets no timer without a limit", async () => {
    const gate = Promise.withResolvers<void>();
    const script = debaters(["p1", "p2"]);
    world.models.use(async (r) => {
      if (isTurn(r) && !isBens(r)) await gate.promise;
      return script(r);
    });
    const { id } = await world.create(requestOf({ maxRounds: 1 }));
    await world.until(id, (e) => e.type === "turn.started");
    expect((await timersOf(id)).ms).toEqual([]);
    const patched = await world.request(`/v1/debates/${id}`, {
      method: "PATCH",
      headers: { "content-type": "application/merge-patch+json" },
      body: JSON.stringify({ limits: { roundTimeoutSeconds: 3_600 } }),
    });
    expect(patched.status).toBe(200);
    await world.post(`/v1/debates/${id}/pause`);
    gate.resolve();
    await world.until(id, status("paused"));
    await expect.poll(() => timersOf(id)).toMatchObject({ fired: 0, cancelled: 1 });
    await world.post(`/v1/debates/${id}/resume`);
    expect((await world.finished(id)).at(-1)?.type).toBe("debate.completed");
    const { ms, fired } = await timersOf(id);
    // What was left of the hour when it was set, and what was left after the first turn.
    expect(ms).toHaveLength(2);
    expect(ms[0]).toBeLessThan(3_600_000);
    expect(ms[1]).toBeLessThan(ms[0] ?? 0);
    expect(fired).toBe(0);
    await requireReplay(id);
  });

  it("goes on in the next run of a debate that continues as new in the middle of a round", async () => {
    await using own = await openWorld({ continueAfterEvents: 15 });
    const gate = Promise.withResolvers<void>();
    const ids = ["p1", "p2", "p3", "p4"];
    const script = debaters(ids);
    own.models.use(async (r) => {
      if (own.models.journal.filter(isTurn).length === ids.length) await gate.promise;
      return script(r);
    });
    const limits = { roundTimeoutSeconds: 3_600 };
    const { id } = await own.create(requestOf({ maxRounds: 1, judging: "final-only", limits }, ids.length));
    const first = await own.handle(id).describe();
    await own.until(id, (e) => e.type === "turn.started" && e["turnId"] === "g1-r1-t4");
    const now = await own.handle(id).describe();
    expect(now.runId).not.toBe(first.runId);
    const { ms } = await timersOf(id, own);
    expect(ms).toHaveLength(1);
    expect(ms[0]).toBeLessThan(3_600_000);
    gate.resolve();
    expect((await own.finished(id)).at(-1)?.type).toBe("debate.completed");
  });
});
