/** A debate in the queue whose worker goes away. */
import { describe, expect, it } from "vitest";
import { POLL, QUEUED, slow, TIMEOUT, worldWith } from "./limited.ts";

describe("a debate in the queue", () => {
  it("is there again after its worker was away, and a draft waits like any other", { timeout: TIMEOUT }, async () => {
    await using world = await worldWith({ atOnce: 1 }, { workers: false, continueAfterEvents: 60 });
    const workers = await world.openWorkers();
    const first = await world.create(slow());
    const draft = await world.create(slow({ ...QUEUED, start: false }));
    await world.post(`/v1/debates/${draft.id}/validate`);
    const started = await world.post(`/v1/debates/${draft.id}/start`);
    expect(started).toMatchObject({ status: 200, body: { status: "ready", queue: { position: 1 } } });
    await workers.stop();
    const again = await world.openWorkers();
    expect(await world.debate(draft.id)).toMatchObject({ status: "ready", queue: { position: 1 } });
    await world.post(`/v1/debates/${first.id}/stop`, { mode: "abandon" });
    await expect.poll(async () => (await world.debate(draft.id)).status, POLL).toBe("running");
    await again.stop();
  });
});
