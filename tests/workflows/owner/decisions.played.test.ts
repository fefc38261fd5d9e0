import { describe, expect, it } from "vitest";
import { eventually, GOES_ON } from "../../support/eventually.ts";
import { kindOf } from "../../support/models/replies.ts";
import type { ModelRequest } from "../../support/models/server.ts";
import { openWorld, useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";
import { ASK, asked, decided, isSpeaker, isTurn, speakerDown, status } from "./asked.ts";

const world = await useWorld();

describe("a decision about a participant", () => {
  it("is put to the owner, refused when it is not valid, and made once", async () => {
    const { id, decision, decide } = await asked(world, requestOf({ maxRounds: 1, policies: ASK }, 3), speakerDown);
    expect(decision).toMatchObject({ id: "d1", kind: "participant_failure", default: "drop", participantId: "p2" });
    expect(decision.options.map((o) => o.id)).toEqual(["drop", "retry", "end"]);
    expect(Date.parse(decision.expiresAt) - Date.parse(decision.requestedAt)).toBe(60_000);
    expect(await world.debate(id)).toMatchObject({ allowed: ["stop", "decide"], error: { kind: "api_error" } });
    expect((await decide({ option: "nonsense" })).body.errors).toMatchObject([{ pointer: "/option" }]);
    expect((await decide({ option: "drop", params: { model: "x/y" } })).status).toBe(422);
    expect((await decide({ option: "drop" }, "d7")).status).toBe(404);
    expect((await world.post(`/v1/debates/${id}/pause`)).status).toBe(409);
    const after = await decide({ option: "drop" });
    expect(after.status).toBe(200);
    expect(after.body).toMatchObject({ status: GOES_ON, pending: null, error: null });
    expect((await decide({ option: "drop" })).status).toBe(409);
    const log = await world.finished(id);
    expect(decided(log)).toMatchObject([{ id: "d1", made: { option: "drop", by: "owner" } }]);
    const { decisions, debate } = await world.transcript(id);
    expect(decisions).toEqual(decided(log));
    expect(debate.result?.degraded).toMatchObject([{ participantId: "p2" }]);
    const report = (await world.request(`/v1/debates/${id}/transcript?as=md`)).text;
    expect(report).toContain("## What was decided");
    expect((await decide({ option: "drop" })).status).toBe(409);
  });

  it("may be to try again: the same turn is taken by the same model", async () => {
    const body = requestOf({ maxRounds: 1, policies: ASK });
    const { id, decide, heal } = await asked(world, body, { isDown: isSpeaker, ids: ["p1", "p2"] });
    heal();
    await decide({ option: "retry" });
    await world.finished(id);
    const { turns, debate } = await world.transcript(id);
    expect(turns.map((t) => [t.id, t.status])).toEqual([
      ["g1-r1-t1", "whole"],
      ["g1-r1-t2", "whole"],
    ]);
    expect(debate).toMatchObject({ status: "completed", degraded: [] });
  });

  it("may be to end now, also as a signal, and one that can not be taken is told in the log", async () => {
    const { id } = await asked(world, requestOf({ maxRounds: 3, policies: ASK }, 3), { ...speakerDown, ids: ["p1"] });
    await world.handle(id).signal("decide", { option: "replace", params: { model: "openai/x" } });
    await world.handle(id).signal("decide", { option: "end" });
    const log = await world.finished(id);
    expect(log.filter((e) => e.type === "command.ignored")).toMatchObject([{ command: "decide" }]);
    const debate = await world.debate(id);
    expect(debate).toMatchObject({ round: 1, result: { type: "verdict", endedBy: "owner" } });
    expect(debate.degraded).toMatchObject([{ participantId: "p2", why: expect.stringContaining("503") }]);
  });

  it("leaves the debate in error where nothing else is possible, and retry is still there", async () => {
    const { id, decision, decide } = await asked(world, requestOf({ policies: ASK }), {
      isDown: isTurn,
      ids: ["p1", "p2"],
    });
    expect(decision.options.map((o) => o.id)).toEqual(["retry", "error"]);
    expect((await decide({ option: "error" })).body).toMatchObject({ status: "error", error: { kind: "api_error" } });
    expect((await world.debate(id)).allowed).toEqual(["stop", "retry", "reset"]);
    await world.post(`/v1/debates/${id}/stop`);
  });

  it("takes its default when nobody decides in time, and says so", async () => {
    const policies = { ...ASK, decisionTimeoutSeconds: 1 };
    world.models.use((request) => (isSpeaker(request) ? { error: { status: 503 } } : debaters(["p1", "p3"])(request)));
    const { id } = await world.create(requestOf({ maxRounds: 1, policies }, 3));
    const log = await world.finished(id);
    expect(decided(log)).toMatchObject([{ made: { option: "drop", by: "default" } }]);
    expect((await world.debate(id)).participants[1]?.status).toBe("failed");
  });

  it("keeps a pause that was asked for before, and survives continue-as-new", async () => {
    const own = await openWorld({ continueAfterEvents: 20 });
    const gate = Promise.withResolvers<void>();
    own.models.use(async (request) => {
      if (!isSpeaker(request)) return debaters(["p1", "p3"])(request);
      await gate.promise;
      return { error: { status: 400, body: { error: { message: "blocked", code: "content_filter" } } } };
    });
    const { id } = await own.create(requestOf({ maxRounds: 2, policies: ASK }, 3));
    await own.until(id, (e) => e.type === "turn.started" && e["participantId"] === "p2");
    await own.post(`/v1/debates/${id}/pause`);
    gate.resolve();
    await own.until(id, (e) => e.type === "decision.requested");
    await expect.poll(async () => (await own.debate(id)).status).toBe("awaiting_decision");
    const handle = own.handle(id);
    const { runId } = await handle.describe();
    const hasContinued = async () => {
      await handle.signal("decide", { option: "nothing" });
      return (await handle.describe()).runId !== runId;
    };
    await eventually(hasContinued).toBe(true);
    // In the middle of a hand-over it may be a 503 that says to try again.
    const decide = async () => (await own.post(`/v1/debates/${id}/decisions/d1`, { option: "drop" })).status;
    await eventually(decide).toBe(200);
    await own.until(id, status("paused"));
    await own.post(`/v1/debates/${id}/resume`);
    const log = await own.finished(id);
    expect(log.at(-1)?.type).toBe("debate.completed");
    await own.stop();
  });
});

describe("a decision about the judge", () => {
  const judgeDown = { isDown: (r: ModelRequest) => !isTurn(r) && !r.model.includes("claude"), ids: ["p1", "p2"] };

  it("may name another model, which judges from then on", async () => {
    const { id, decision, decide } = await asked(world, requestOf({ maxRounds: 1 }), judgeDown);
    expect(decision).toMatchObject({ kind: "judge_failure", default: "continue" });
    expect(decision.options.map((o) => o.id)).toEqual(["replace", "continue", "end"]);
    for (const params of [{}, { model: "nobody/x" }, { model: 7 }])
      expect((await decide({ option: "replace", params })).body.errors).toMatchObject([{ pointer: "/params/model" }]);
    const model = "anthropic/claude-opus-5";
    expect((await decide({ option: "replace", params: { model } })).body).toMatchObject({ judge: { model } });
    await world.finished(id);
    const { debate, assessments } = await world.transcript(id);
    expect(assessments.map((a) => a.judge)).toEqual([model]);
    expect(debate.result).toMatchObject({ type: "verdict", ballots: [{ judge: model }] });
  });

  it("names no model that depends on a debater, where independence was asked for", async () => {
    const { participants, ...rest } = requestOf({ maxRounds: 1 }) as { participants: object[] };
    const body = {
      ...rest,
      participants: participants.map((p) => ({ ...p, model: "anthropic/claude-sonnet-5" })),
      judge: { model: "openai/judge", bothOrders: false, requireIndependent: true },
    };
    const { id, decide, heal } = await asked(world, body, judgeDown);
    const akin = await decide({ option: "replace", params: { model: "anthropic/claude-opus-5" } });
    expect([akin.status, akin.body.errors]).toEqual([
      422,
      [
        {
          pointer: "/params/model",
          detail: expect.stringMatching(/^is not independent: it is of the family anthropic/),
        },
      ],
    ]);
    await world.handle(id).signal("decide", { option: "replace", params: { model: "anthropic/claude-sonnet-5" } });
    const ignored = await world.until(id, (e) => e.type === "command.ignored");
    expect(ignored.at(-1)?.["why"]).toContain("also debates, as Ada and Ben");
    const policies = { onJudgeFailure: "fallback", fallbackJudges: ["anthropic/claude-opus-5"] };
    const patched = await world.request(`/v1/debates/${id}`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ policies }),
    });
    expect([patched.status, patched.body.errors]).toMatchObject([422, [{ pointer: "/policies/fallbackJudges/0" }]]);
    heal();
    const model = "openai/another";
    expect((await decide({ option: "replace", params: { model } })).body).toMatchObject({ judge: { model } });
    await world.finished(id);
    expect(await world.debate(id)).toMatchObject({ status: "completed", result: { ballots: [{ judge: model }] } });
  });

  it("may be to go on without one: nobody is asked again, and nobody rules", async () => {
    const { id, decide, heal } = await asked(world, requestOf({ maxRounds: 2 }), judgeDown);
    heal();
    const before = world.models.journal.filter((e) => kindOf(e) === "assessment").length;
    await decide({ option: "continue" });
    await world.finished(id);
    expect(world.models.journal.filter((e) => kindOf(e) === "assessment")).toHaveLength(before);
    expect(await world.debate(id)).toMatchObject({ round: 2, result: { type: "unjudged" } });
  });

  it("ends with a stop while it waits", async () => {
    const { id, decide } = await asked(world, requestOf({ maxRounds: 2 }), judgeDown);
    expect((await world.post(`/v1/debates/${id}/stop`, { mode: "abandon" })).body).toMatchObject({
      status: "cancelled",
      pending: null,
    });
    expect((await decide({ option: "continue" })).status).toBe(409);
    expect((await world.transcript(id)).decisions).toMatchObject([{ id: "d1", made: null }]);
  });
});
