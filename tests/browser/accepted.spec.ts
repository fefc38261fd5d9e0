/** A command that waits in line. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { debaters, requestOf } from "../support/world.ts";
import { type Stage, startStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage(undefined, { workers: false, places: { commands: { atOnce: 0, waiting: 0 } } });
});
afterAll(() => stage.stop());

test.each([1280, 1000, 390])(
  "At %i pixels, the page says over its whole width that an answer was accepted.",
  async (width) => {
    const { world } = stage;
    const workers = await world.openWorkers();
    world.models.use(debaters(["p1", "p2"], { ask: () => ["Which city?"] }));
    const { id } = await world.create(requestOf({ clarifications: { enabled: true, maxIterations: 1 } }));
    await world.until(id, ({ type }) => type === "clarification.asked");
    // Nobody carries it out.
    await workers.stop();
    const { page, complaints, close } = await stage.open(`/debates/${id}`, { viewport: { width, height: 844 } });
    await page.getByLabel("Which city?").fill("All of them.");
    await page.getByRole("button", { name: "Send the answers" }).click();
    const line = await page.getByText("Accepted. Very many commands came at once").boundingBox();
    const bar = await page.locator(".status").boundingBox();
    expect(line?.width).toBeGreaterThan(0.8 * (bar?.width ?? 0));
    expect(complaints).toEqual([]);
    await close();
  },
);
