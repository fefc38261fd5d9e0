/** A round in which all speak at once ends some time after so many have spoken. */
import { Worker } from "@temporalio/worker";
import { expect, inject, it } from "vitest";
import { councilRequest, members } from "../../support/debates/council.ts";
import { assessmentJson } from "../../support/models/replies.ts";
import type { ModelRequest } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";
import { IDS, isBens, only, SLOW, slowly } from "./slow-turns.ts";

const world = await useWorld();

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
