/** Schedules, which spend under the limit in USD of the key that wrote them. */
import { describe, expect, it } from "vitest";
import { type Caller, debate, POLL, TIMEOUT, useSpenders } from "./spenders.ts";

const { admin, callerOf, keyWith, sold, isCounted } = await useSpenders();

describe("a schedule", () => {
  const runsOf = async ({ ask }: Caller, id: string) => (await ask(`/v1/schedules/${id}/runs`)).body.items;

  it("keeps the limits of the key that wrote it", { timeout: TIMEOUT }, async () => {
    const rarely = { name: "Review", cron: "0 0 1 1 *" };
    const poor = await keyWith(0.01);
    const { body: tooDear } = await poor.ask("/v1/schedules", { ...rarely, request: debate() });
    await poor.ask(`/v1/schedules/${tooDear.id}/trigger`, {});
    await expect
      .poll(() => runsOf(poor, tooDear.id), POLL)
      .toMatchObject([{ status: "failed", reason: expect.stringContaining("limit") }]);
    expect(sold()).toBe(0);
    const caller = await keyWith(20);
    const { body: fits } = await caller.ask("/v1/schedules", { ...rarely, request: debate() });
    expect(fits).not.toHaveProperty("key");
    await caller.ask(`/v1/schedules/${fits.id}/trigger`, {});
    await expect.poll(() => runsOf(caller, fits.id), POLL).toMatchObject([{ status: "completed" }]);
    expect(sold()).toBeGreaterThan(0);
    await isCounted(caller);
    for (const { id } of [tooDear, fits]) await callerOf(admin).ask(`/v1/schedules/${id}`, undefined, "DELETE");
  });
});
