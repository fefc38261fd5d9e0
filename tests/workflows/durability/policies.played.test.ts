import { describe, expect, it } from "vitest";
import { kindOf } from "../../support/models/replies.ts";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent, requestOf } from "../../support/world.ts";

const world = await useWorld();

type Script = (request: ModelRequest) => ModelReplyScript;
const DOWN: ModelReplyScript = { error: { status: 503 } };
const isTurn = (request: ModelRequest) => kindOf(request) === "turn";
const isSpeaker = (request: ModelRequest) => isTurn(request) && request.model.includes("claude");
const round2 = (request: ModelRequest) => /round 2/i.test(request.messages.at(-1)?.content ?? "");

/** Fails where `when` holds; the rest go as usual. */
function failing(ids: string[], when: (request: ModelRequest) => boolean, reply = DOWN): Script {
  const script = debaters(ids);
  return (request) => (when(request) ? reply : script(request));
}
const only = (log: FlatEvent[], type: string) => log.filter((e) => e.type === type);

describe("a participant that fails for good", () => {
  it("is dropped: the rest go on, and the result says who was lost", async () => {
    world.models.use(failing(["p1", "p3"], isSpeaker, { text: "Half of a speech that breaks", cutAfterChunks: 4 }));
    const { id } = await world.create(requestOf({ maxRounds: 2 }, 3));
    const log = await world.finished(id);
    expect(only(log, "participant.dropped")).toMatchObject([
      { participantId: "p2", round: 1, kind: "network", turnId: "g1-r1-t2", message: expect.any(String) },
    ]);
    const debate = await world.debate(id);
    expect(debate.status).toBe("completed");
    expect(debate.participants.map((p) => p.status)).toEqual(["active", "failed", "active"]);
    expect(debate.result?.degraded).toMatchObject([{ participantId: "p2", what: expect.stringContaining("Ben") }]);
    const { turns } = await world.transcript(id);
    expect(turns.map((t) => [t.id, t.status])).toEqual([
      ["g1-r1-t1", "whole"],
      ["g1-r1-t2", "failed"],
      ["g1-r1-t3", "whole"],
      ["g1-r2-t1", "whole"],
      ["g1-r2-t3", "whole"],
    ]);
    const lost = turns[1]?.text ?? "";
    expect("Half of a speech that breaks".startsWith(lost)).toBe(true);
    expect(lost).not.toBe("");
    expect(JSON.stringify(world.models.journal.map((e) => e.messages))).not.toContain(lost);
    const report = (await world.request(`/v1/debates/${id}/transcript?as=md`)).text;
    expect(report).toContain("## What was lost");
    expect(report).toContain("This turn failed");
  });

  it("ends the debate early when too few are left and a round is whole", async () => {
    world.models.use(failing(["p1", "p2"], (r) => isSpeaker(r) && round2(r)));
    const { id } = await world.create(requestOf({ maxRounds: 4 }));
    await world.finished(id);
    const debate = await world.debate(id);
    expect(debate).toMatchObject({ status: "completed", round: 2, result: { type: "verdict", endedBy: "policy" } });
    expect(debate.result?.degraded).toMatchObject([{ participantId: "p2", round: 2 }]);
  });

  it("concludes an oxford debate when a side has lost its last speaker", async () => {
    const participants = (requestOf({}, 3) as { participants: object[] }).participants.map((p, i) => ({
      ...p,
      side: i === 1 ? "against" : "for",
    }));
    world.models.use(failing(["p1", "p2", "p3"], (r) => isSpeaker(r) && round2(r)));
    const { id } = await world.create({ ...requestOf({ format: "oxford", maxRounds: 3 }), participants });
    await world.finished(id);
    expect(await world.debate(id)).toMatchObject({ status: "completed", round: 2, result: { endedBy: "policy" } });
  });

  it("ends the debate on what there is, when that is the policy", async () => {
    world.models.use(failing(["p1"], isSpeaker));
    const policies = { onParticipantFailure: "end" };
    const { id } = await world.create(requestOf({ maxRounds: 4, policies }, 3));
    await world.finished(id);
    const debate = await world.debate(id);
    expect(debate).toMatchObject({ status: "completed", round: 1, result: { endedBy: "policy" } });
    expect(debate.participants.map((p) => p.status)).toEqual(["active", "failed", "active"]);
    const why = expect.stringContaining("503");
    expect(debate.result?.degraded).toMatchObject([{ participantId: "p2", what: "Ben, from round 1 on", why }]);
    const report = (await world.request(`/v1/debates/${id}/transcript?as=md`)).text;
    expect(report).toMatch(/## What was lost\n+[^#]*Ben, from round 1 on[^#]*503/);
  });

  it("names everybody who failed at the same time, when the policy is to end", async () => {
    const isLost = (r: ModelRequest) => isTurn(r) && round2(r) && !r.model.includes("claude");
    world.models.use(failing(["p1", "p2", "p3"], isLost));
    const policies = { onParticipantFailure: "end" };
    const { id } = await world.create(requestOf({ maxRounds: 4, mode: "simultaneous", policies }, 3));
    await world.finished(id);
    const debate = await world.debate(id);
    expect(debate).toMatchObject({ status: "completed", round: 2, result: { type: "verdict", endedBy: "policy" } });
    expect(debate.participants.map((p) => p.status)).toEqual(["failed", "active", "failed"]);
    expect(debate.degraded.map((d) => d.participantId)).toEqual(["p1", "p3"]);
  });
});

describe("a judge that fails for good", () => {
  const ofJudge = (request: ModelRequest) => !isTurn(request);

  it("is replaced by the next of the fallback judges, and what it judged is kept as its own", async () => {
    world.models.use(failing(["p1", "p2"], (r) => ofJudge(r) && !r.model.includes("claude") && round2(r)));
    const policies = { onJudgeFailure: "fallback", fallbackJudges: ["anthropic/claude-opus-5"] };
    const { id } = await world.create(requestOf({ maxRounds: 2, policies }));
    const log = await world.finished(id);
    expect(only(log, "judge.replaced")).toMatchObject([
      { judge: "anthropic/claude-opus-5", before: "openai/gpt-5.5", by: "policy" },
    ]);
    const debate = await world.debate(id);
    expect(debate.judge).toMatchObject({ model: "anthropic/claude-opus-5", before: ["openai/gpt-5.5"] });
    expect(debate.result).toMatchObject({ type: "verdict", ballots: [{ judge: "anthropic/claude-opus-5" }] });
    const { assessments } = await world.transcript(id);
    expect(assessments.map((a) => a.judge)).toEqual(["openai/gpt-5.5", "anthropic/claude-opus-5"]);
    expect(Object.keys(debate.cost.byModel)).toContain("anthropic/claude-opus-5");
  });

  it("is done without: nobody is said to have ruled, and no text stands as the judge's", async () => {
    world.models.use(failing(["p1", "p2"], ofJudge));
    const { id } = await world.create(requestOf({ maxRounds: 1, policies: { onJudgeFailure: "continue" } }));
    const log = await world.finished(id);
    expect(only(log, "act.skipped").map((e) => e["actId"])).toEqual(["g1-r1-assessment", "g1-verdict"]);
    const debate = await world.debate(id);
    expect(debate).toMatchObject({ status: "completed", result: { type: "unjudged", endedBy: "limit", ballots: [] } });
    expect(debate.result).not.toHaveProperty("verdict");
    expect(debate.result?.degraded.map((d) => d.what)).toEqual([
      "the judge's assessment of round 1",
      "the verdict: nobody ruled",
    ]);
    expect((await world.request(`/v1/debates/${id}/transcript?as=md`)).text).toContain("## Nobody ruled");
  });

  it("ends the debate when that is the policy, with a verdict if the judge still finds one", async () => {
    world.models.use(failing(["p1", "p2"], (r) => kindOf(r) === "assessment"));
    const { id } = await world.create(requestOf({ maxRounds: 3, policies: { onJudgeFailure: "end" } }));
    await world.finished(id);
    expect(await world.debate(id)).toMatchObject({
      round: 1,
      degraded: [{ what: "the judge's assessment of round 1", why: expect.stringContaining("503") }],
      result: { type: "verdict", endedBy: "policy" },
    });
  });
});

it("policies are checked when they come in, and may change while the debate runs", async () => {
  world.models.use(debaters(["p1", "p2"]));
  const pointers = async (policies: object) => {
    const { status, body } = await world.post("/v1/debates", requestOf({ policies }));
    expect(status).toBe(422);
    return (body.errors as { pointer: string }[]).map((e) => e.pointer);
  };
  expect(await pointers({ onJudgeFailure: "fallback" })).toEqual(["/policies/fallbackJudges"]);
  expect(await pointers({ fallbackJudges: ["nobody/x"] })).toEqual(["/policies/fallbackJudges/0"]);
  expect(await pointers({ onContextOverflow: "shrink" })).toEqual(["/policies/onContextOverflow"]);
  expect(await pointers({ onCostLimit: "never" })).toEqual(["/policies/onCostLimit"]);

  const gate = Promise.withResolvers<void>();
  const script = failing(["p1"], isSpeaker);
  world.models.use(async (request) => {
    if (isTurn(request) && !isSpeaker(request)) await gate.promise;
    return script(request);
  });
  const { id } = await world.create(requestOf({ maxRounds: 4 }, 3));
  await world.until(id, (e) => e.type === "turn.started");
  const changed = await world.request(`/v1/debates/${id}`, {
    method: "PATCH",
    headers: { "content-type": "application/merge-patch+json" },
    body: JSON.stringify({ policies: { onParticipantFailure: "end" } }),
  });
  expect(changed.status).toBe(200);
  gate.resolve();
  await world.finished(id);
  expect(await world.debate(id)).toMatchObject({ status: "completed", round: 1, result: { endedBy: "policy" } });
});
