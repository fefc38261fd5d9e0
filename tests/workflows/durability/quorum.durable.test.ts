/** A round in which all speak at once ends some time after so many have spoken. */
import { Worker } from "@temporalio/worker";
import { expect, inject, it } from "vitest";
import { councilRequest, members } from "../../support/debates/council.ts";
import { assessmentJson, kindOf, verdictJson } from "../../support/models/replies.ts";
import type { ModelRequest } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";
import { IDS, isBens, only, SLOW, slowly } from "./slow-turns.ts";

const world = await useWorld();

const NAMES = ["Ada", "Ben"];
const SIDED = {
  participants: ["for", "against"].map((side, i) => ({ name: NAMES[i], model: "openai/debater", side })),
};
const GRACE = { count: 2, graceSeconds: 0.3 };
const WHY = "2 had spoken, and the others had 0.3 s more";
const round1 = (request: ModelRequest) => /round 1 of/i.test(request.messages.at(-1)?.content ?? "");
const assess = (_: ModelRequest, round: number) => ({ text: assessmentJson(round === 1 ? ["p1", "p3"] : IDS) });

async function requireReplay(id: string): Promise<void> {
  const history = await world.handle(id).fetchHistory();
  await Worker.runReplayHistory({ workflowBundle: { codePath: inject("workflowBundle") } }, history);
}

async function played(request: object) {
  const { id } = await world.create(request);
  const log = await world.finished(id);
  expect(log.at(-1)?.type).toBe("debate.completed");
  await requireReplay(id);
  return { id, log, debate: await world.debate(id), turns: (await world.transcript(id)).turns };
}

const statuses = (turns: { id: string; status: string }[]) =>
  Object.fromEntries(turns.map(({ id, status }) => [id, status]));

it("leaves out who is late, who is not failed, speaks in the next round, and whose cut call is counted", async () => {
  world.models.use(slowly((r) => isBens(r) && round1(r), debaters(IDS, { assess })));
  const { id, log, debate, turns } = await played(
    requestOf({ maxRounds: 2, mode: "simultaneous", limits: { quorum: GRACE } }, 3),
  );
  expect(only(log, "turn.failed")).toMatchObject([{ turnId: "g1-r1-t2", kind: "round_timeout", message: WHY }]);
  expect(only(log, "round.timed_out")).toMatchObject([
    { round: 1, turnIds: ["g1-r1-t2"], degradation: { what: "unfinished turns of round 1: Ben", why: WHY } },
  ]);
  expect(statuses(turns)).toEqual({
    "g1-r1-t1": "whole",
    "g1-r1-t2": "failed",
    "g1-r1-t3": "whole",
    "g1-r2-t1": "whole",
    "g1-r2-t2": "whole",
    "g1-r2-t3": "whole",
  });
  expect(debate.participants.map((p) => p.status)).toEqual(["active", "active", "active"]);
  const { body: costs } = await world.request(`/v1/debates/${id}/costs`);
  expect(costs.total.usage).toEqual(debate.usage);
});

it("waits for all where the others are in time, and sets no timer where nobody is left", async () => {
  world.models.use(debaters(IDS));
  const limits = { quorum: { count: 2, graceSeconds: 60 } };
  const { log, turns } = await played(requestOf({ maxRounds: 1, mode: "simultaneous", limits }, 3));
  expect(only(log, "round.timed_out")).toEqual([]);
  expect(turns.every(({ status }) => status === "whole")).toBe(true);
});

it("holds in a council, whose answer is written from the answers that were in time", async () => {
  world.models.use(members({ instead: ({ kind, name }) => (kind === "proposal" && name === "Ben" ? SLOW : null) }));
  const { debate, turns } = await played(councilRequest({ maxRounds: 2, limits: { quorum: GRACE } }));
  expect(debate.result?.degraded).toMatchObject([{ what: "unfinished turns of round 1: Ben", why: WHY }]);
  expect(turns.filter(({ status, round }) => status === "whole" && round === 1)).toHaveLength(2);
});

it("ends no later than the round's limit does", async () => {
  world.models.use(slowly((r) => isBens(r) && round1(r), debaters(IDS, { assess })));
  const limits = { roundTimeoutSeconds: 1, quorum: { count: 2, graceSeconds: 3_600 } };
  const { log } = await played(requestOf({ maxRounds: 1, mode: "simultaneous", limits }, 3));
  expect(only(log, "round.timed_out")).toMatchObject([{ degradation: { why: "the round's limit of 1 s has passed" } }]);
});

it("is refused where it means nothing, and may be changed while the debate runs", async () => {
  const refused = async (changes: object, speakers = 3) =>
    (await world.post("/v1/debates", requestOf({ limits: { quorum: GRACE }, ...changes }, speakers))).body.errors;
  expect(await refused({})).toMatchObject([
    { pointer: "/limits/quorum", detail: expect.stringContaining("sequential") },
  ]);
  expect(await refused({ mode: "simultaneous" }, 2)).toMatchObject([{ pointer: "/limits/quorum/count" }]);
  world.models.use(slowly((r) => isBens(r) && round1(r), debaters(IDS, { assess })));
  const limits = { quorum: { count: 2, graceSeconds: 3_600 } };
  const { id } = await world.create(requestOf({ maxRounds: 1, mode: "simultaneous", limits }, 3));
  await world.until(id, (e) => e.type === "turn.completed");
  const patched = await world.request(`/v1/debates/${id}`, {
    method: "PATCH",
    headers: { "content-type": "application/merge-patch+json" },
    body: JSON.stringify({ limits: { roundTimeoutSeconds: 1 } }),
  });
  expect(patched.status).toBe(200);
  expect(only(await world.finished(id), "round.timed_out")).toHaveLength(1);
});

const PANEL = ["openai/first", "openai/second", "anthropic/claude-slow"];
const judgedBy = (quorum: object, changes: object = {}) =>
  requestOf({
    maxRounds: 1,
    judging: "final-only",
    conclusion: false,
    judge: { model: "openai/judge", panel: PANEL, quorum },
    ...changes,
  });
const isSlows = (request: ModelRequest) => request.model === "claude-slow";
const rule = (id: string) => ({ json: JSON.parse(verdictJson(["p1", "p2"], id)) });

it("lets a panel rule without its slowest judge, whose ballots are named and whose cut calls are counted", async () => {
  world.models.use(slowly(isSlows, debaters(IDS.slice(0, 2), { rule: () => rule("p1") })));
  const { id, log, debate } = await played(judgedBy(GRACE));
  const why = "2 had answered, and the others had 0.3 s more";
  if (debate.result?.type !== "verdict") throw new Error("no verdict");
  expect(debate.result).toMatchObject({ verdict: { winner: { participant: "p1" } }, contested: false });
  expect(debate.result.ballots.filter(({ valid }) => valid)).toHaveLength(4);
  expect(debate.result.degraded).toMatchObject(
    ["given", "reversed"].map((order) => ({ what: `the ballot (${order} order) of ${PANEL[2]}`, why })),
  );
  expect(only(log, "judge.failed")).toMatchObject([
    { kind: "round_timeout", message: why, panelist: PANEL[2] },
    { kind: "round_timeout", message: why, panelist: PANEL[2] },
  ]);
  const { body: costs } = await world.request(`/v1/debates/${id}/costs`);
  expect(costs.total.usage).toEqual(debate.usage);
});

it("lets no panel rule that is below its quorum", async () => {
  const isGone = ({ model }: ModelRequest) => model !== "first" && PANEL.some((name) => name.endsWith(model));
  const script = debaters(IDS.slice(0, 2), { rule: () => rule("p1") });
  world.models.use((request) => (isGone(request) ? { error: { status: 400, message: "no" } } : script(request)));
  const { id } = await world.create(judgedBy({ count: 2, graceSeconds: 60 }));
  await world.until(id, (e) => e.type === "debate.status" && e["status"] === "error");
  expect((await world.debate(id)).result).toBeNull();
  const { debate } = await played(judgedBy({ count: 1, graceSeconds: 60 }));
  expect(debate.result).toMatchObject({ type: "verdict", verdict: { winner: { participant: "p1" } } });
});

it("does without the slowest voters of an audience, before and after", async () => {
  const slow = (request: ModelRequest) => kindOf(request) === "audience" && isSlows(request);
  world.models.use(slowly(slow, debaters(["p1", "p2"])));
  const audience = { voters: 3, models: PANEL, quorum: GRACE };
  const { debate } = await played(requestOf({ format: "oxford", maxRounds: 2, audience, ...SIDED }));
  expect(debate.result).toMatchObject({
    audience: { voters: 3, counted: 2 },
    degraded: [{ what: `the vote of voter 3 (${PANEL[2]}) before the debate` }],
  });
});

it("of a bench is refused where nobody could be late, and in a rejudgement, which waits for all", async () => {
  const refused = async (body: object) => (await world.post("/v1/debates", body)).body.errors;
  const judge = { model: "openai/judge", quorum: GRACE };
  expect(await refused(requestOf({ judge }))).toMatchObject([{ pointer: "/judge/quorum" }]);
  expect(await refused(judgedBy({ count: 3, graceSeconds: 1 }))).toMatchObject([{ pointer: "/judge/quorum/count" }]);
  const audience = { voters: 2, quorum: GRACE };
  expect(await refused(requestOf({ format: "oxford", maxRounds: 2, audience, ...SIDED }))).toMatchObject([
    { pointer: "/audience/quorum/count" },
  ]);
  world.models.use(debaters(["p1", "p2"]));
  const { id } = await world.create(requestOf({ maxRounds: 1 }));
  await world.finished(id);
  const { body } = await world.post(`/v1/debates/${id}/rejudge`, { judge: { ...judge, panel: PANEL } });
  expect(body.errors).toMatchObject([{ pointer: "/judge/quorum" }]);
});
