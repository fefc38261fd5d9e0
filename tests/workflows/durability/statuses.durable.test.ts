import { describe, expect, it } from "vitest";
import { openWorld } from "../../support/use-world.ts";
import { requestOf } from "../../support/world.ts";
import { ben, failedOnce, failingOnce } from "./failing-once.ts";

describe("a participant's status", () => {
  it("outlives the worker that noted it, and the next worker's attempt ends it", async () => {
    await using own = await openWorld({ workers: false });
    failingOnce(own, { error: { status: 429, retryAfter: 2 } });
    const first = await own.openWorkers();
    const { id } = await own.create(requestOf({ maxRounds: 1 }));
    await own.until(id, failedOnce);
    await first.stop();
    expect(await ben(own, id)).toMatchObject({ status: "rate_limited", attempt: 2 });
    const second = await own.openWorkers();
    await own.until(id, (e) => e.type === "turn.restarted");
    await expect.poll(() => ben(own, id)).toMatchObject({ status: "active" });
    await own.finished(id);
    await second.stop();
  });
});
