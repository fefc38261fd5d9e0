import { describe, expect, it } from "vitest";
import { patchOf, whole } from "../../support/debates/drafts.ts";
import { openWorld, useWorld } from "../../support/use-world.ts";
import { debaters } from "../../support/world.ts";

const world = await useWorld();

describe("a draft", () => {
  it("keeps its long texts whole through changes", async () => {
    const topic = "t".repeat(9_000);
    const { id } = await world.create(whole({ context: "c".repeat(350_000), start: false }));
    expect((await patchOf(world, id, { topic })).status).toBe(200);
    const { debate } = await world.transcript(id);
    expect(debate.topic).toBe(topic);
    expect(debate.context).toHaveLength(350_000);
    const { events } = await world.handle(id).fetchHistory();
    expect(JSON.stringify(events).length).toBeLessThan(60_000);
  });

  it("carries its changes when its workflow continues as new", async () => {
    await using brief = await openWorld({ continueAfterEvents: 20 });
    brief.models.use(debaters(["p1", "p2"]));
    const { id } = await brief.create(whole({ start: false }));
    for (let n = 1; n <= 8; n++) {
      const changed = await brief.request(`/v1/debates/${id}`, {
        method: "PATCH",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ metadata: { n: String(n) } }),
      });
      expect(changed.status).toBe(200);
    }
    await brief.post(`/v1/debates/${id}/validate`);
    await brief.post(`/v1/debates/${id}/start`);
    expect((await brief.finished(id)).at(-1)?.type).toBe("debate.completed");
    expect((await brief.debate(id)).metadata).toEqual({ n: "8" });
    const found = brief.client.workflow.list({ query: `WorkflowId = "${id}"` });
    const runs: string[] = [];
    for await (const run of found) runs.push(run.runId);
    expect(runs.length).toBeGreaterThan(1);
  });
});
