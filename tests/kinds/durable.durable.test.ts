/** Durable: on the real Temporal, since it asks about histories, time-outs, retries of the server or versions of workers. */
import { expect, it } from "vitest";
import { useWorld } from "../support/use-world.ts";
import { debaters, requestOf } from "../support/world.ts";

// So few events in a run of the workflow that the debate takes several.
const world = await useWorld({ continueAfterEvents: 20 });

it("a debate that goes on in another run of its workflow asks for no reply twice", async () => {
  world.models.use(debaters(["p1", "p2"]));
  const { id } = await world.create(requestOf({ maxRounds: 2 }));
  await world.finished(id);
  const { raw, runId } = await world.handle(id).describe();
  expect(runId).not.toBe(raw.workflowExecutionInfo?.firstRunId);
  expect((await world.transcript(id)).turns).toHaveLength(4);
  expect(world.models.journal).toHaveLength((await world.debate(id)).usage.calls);
});
