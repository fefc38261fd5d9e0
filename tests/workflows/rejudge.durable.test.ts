import { expect, test } from "vitest";
import { REJUDGEMENTS } from "../../domain/around/rejudgement/rejudgement-records.ts";
import { historyOf } from "../support/debates/histories.ts";
import { eventually } from "../support/eventually.ts";
import { useWorld } from "../support/use-world.ts";
import { debaters, requestOf } from "../support/world.ts";

const world = await useWorld();

test("The words of an owner for another judge stay out of Temporal.", async () => {
  world.models.use(debaters(["p1", "p2"]));
  const { id } = await world.create(requestOf({ maxRounds: 1 }));
  await world.finished(id);
  await eventually(async () => (await world.debate(id)).status).toBe("completed");
  const judge = { model: "openai/judge", systemPrompt: "You are a strict umpire.", bothOrders: false };
  expect((await world.post(`/v1/debates/${id}/rejudge`, { judge })).status).toBe(202);
  const [stored] = await world.store.records.list({ tenant: "default", debateId: id }, REJUDGEMENTS, {});
  const workflowId = stored?.run?.workflowId ?? "";
  await world.handle(workflowId).result();
  expect(world.models.journal.at(-1)?.system).toContain("umpire");
  const history = await historyOf(world, workflowId);
  expect(history).toContain(JSON.stringify(`"debateId":"${id}"`).slice(1, -1));
  expect(history).not.toContain("umpire");
});
