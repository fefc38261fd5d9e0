/** What asking for another judge leaves behind when something dies on the way; what judges do: tests/workflows. */

import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { judgeShown, MOST_REJUDGEMENTS, type Rejudgement } from "../../domain/around/rejudgement/rejudgement.ts";
import { REJUDGEMENTS } from "../../domain/around/rejudgement/rejudgement-records.ts";
import { configOf } from "../../domain/play/beginning/configure.beginning.ts";
import { DebateRequest } from "../../domain/rules/request/debate-request.ts";
import type { DebateRecord } from "../../store/port/debates.port.ts";
import { addRejudgement } from "../../store/records/rejudgements.records.ts";
import { catalogue, demoRequest } from "./requests.ts";
import { createWorld, postOf, problemOf, storeDebate, unreachableTemporal, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const over = () => storeDebate(world.store, { state: { status: "completed", wholeTurns: 2 } });
const keyOf = ({ tenant, id }: DebateRecord) => ({ tenant, debateId: id });
const BODY = { judge: { model: "demo/judge" } };
const JUDGE = configOf(DebateRequest.parse(demoRequest({ judge: BODY.judge })), catalogue).judge;

function stored(id: string, changes: Partial<Rejudgement> = {}): Rejudgement {
  if (!JUDGE) throw new Error("no judge");
  const usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0, calls: 0 };
  const at = new Date().toISOString();
  const none = { result: null, error: null, usage, costUsd: 0, warnings: [], completedAt: null };
  return { id, status: "running", judge: judgeShown(JUDGE), ...none, createdAt: at, ...changes };
}

test("While Temporal is away nobody is asked to rule: 503, and nothing of it is left.", async () => {
  const record = await over();
  const app = world.appWith({ temporal: unreachableTemporal(), settings: { commandTimeoutMs: 500 } });
  const response = await app.request(`/v1/debates/${record.id}/rejudge`, postOf(BODY));
  expect([response.status, (await problemOf(response)).type]).toEqual([503, "/problems/unavailable"]);
  expect(await world.store.records.list(keyOf(record), REJUDGEMENTS, {})).toEqual([]);
  const debate = (await (await world.get(`/v1/debates/${record.id}`)).json()) as object;
  expect(debate).not.toHaveProperty("rejudgements");
});

test("A request that died before it started its workflow is taken up under its Idempotency-Key, not repeated.", async () => {
  const record = await over();
  const key = `died-${record.id}`;
  const run = {
    workflowId: `${record.id}-rejudge-1-died`,
    judge: JUDGE as NonNullable<typeof JUDGE>,
    keyHash: createHash("sha256").update(key).digest("hex"),
  };
  await addRejudgement(world.store, keyOf(record), { rejudgement: stored("j1"), run });
  const response = await world.post(`/v1/debates/${record.id}/rejudge`, BODY, { "idempotency-key": key });
  expect([response.status, await response.json()]).toMatchObject([202, { id: "j1" }]);
  expect(await world.store.records.list(keyOf(record), REJUDGEMENTS, {})).toHaveLength(1);
  const { type, status } = await world.temporal.workflow.getHandle(run.workflowId).describe();
  expect([type, status.name]).toEqual(["rejudgeWorkflow", "RUNNING"]);
  const other = await world.post(`/v1/debates/${record.id}/rejudge`, BODY, { "idempotency-key": `${key}-2` });
  expect(await other.json()).toMatchObject({ id: "j2" });
});

test("Simultaneous requests get rejudgements of their own, up to the limit of a debate.", async () => {
  const record = await over();
  const answers = await Promise.all([1, 2, 3].map(() => world.post(`/v1/debates/${record.id}/rejudge`, BODY)));
  const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { id: string }).id));
  expect(ids.toSorted()).toEqual(["j1", "j2", "j3"]);
  await addRejudgement(world.store, keyOf(record), {
    rejudgement: stored(`j${MOST_REJUDGEMENTS}`, { status: "failed" }),
  });
  const response = await world.post(`/v1/debates/${record.id}/rejudge`, BODY);
  expect([response.status, (await problemOf(response)).type]).toEqual([409, "/problems/conflict"]);
  const shown = (await (await world.get(`/v1/debates/${record.id}`)).json()) as { rejudgements: { id: string }[] };
  expect(shown.rejudgements.map(({ id }) => id)).toEqual([...ids.toSorted(), `j${MOST_REJUDGEMENTS}`]);
});

test("A debate in which nobody said anything has nothing to rule on.", async () => {
  const record = await storeDebate(world.store, { state: { status: "cancelled" } });
  const response = await world.post(`/v1/debates/${record.id}/rejudge`, BODY);
  expect([response.status, (await problemOf(response)).type]).toEqual([409, "/problems/conflict"]);
});
