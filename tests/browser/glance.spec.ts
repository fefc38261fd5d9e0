/** What stands beside the story, or in a bar that unfolds: who speaks, the answer, scores, cost and the commands. */
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importConcluded } from "../support/debates/concluded.ts";
import { CONCLUSION } from "../support/debates/conclusions.ts";
import { held } from "../support/held.ts";
import { kindOf } from "../support/models/replies.ts";
import { debaters, requestOf } from "../support/world.ts";
import { inEverySize } from "./every-size.ts";
import { type Stage, startStage } from "./stage.ts";

const TEXT = "A street is a room that all of us share, and it has walls. ".repeat(40);

let stage: Stage;
let over = "";
beforeAll(async () => {
  stage = await startStage();
  const { world } = stage;
  world.models.use(debaters(["p1", "p2"], { turn: () => ({ text: TEXT }) }));
  const { id: from } = await world.create(requestOf({ maxRounds: 2 }));
  await world.finished(from);
  over = `/debates/${await importConcluded(world, { from, conclusion: CONCLUSION, end: "00" })}`;
});
afterAll(() => stage.stop());

test("The answer, its support, the scores by round and the cost stay in view beside the story.", async () => {
  await inEverySize(stage, over, async ({ page }) => {
    const glance = page.getByRole("complementary", { name: "At a glance" });
    await page.locator(".raw").first().waitFor({ state: "detached" });
    await page.locator("#g1-r2-t2").scrollIntoViewIfNeeded();
    const more = page.getByRole("button", { name: "More at a glance" });
    if (page.viewportSize()?.width === 390) {
      expect(await glance.getByText("Scores by round").isVisible()).toBe(false);
      await more.focus();
      await page.keyboard.press("Enter");
      expect(await page.getByRole("button", { name: "Less at a glance" }).getAttribute("aria-expanded")).toBe("true");
    } else expect(await more.isVisible()).toBe(false);
    for (const words of ["Close the centre to private cars, with exemptions for deliveries.", "Support: moderate"])
      expect(await inView(glance.getByText(words))).toBe(true);
    expect(await inView(glance.getByText(/^[\d,]+ tokens in \d+ calls$/))).toBe(true);
    const table = glance.getByRole("table", { name: "Scores of 10 by round" });
    expect(await table.getByRole("columnheader").allInnerTexts()).toEqual(["1", "2"]);
    expect(await table.getByRole("rowheader").allInnerTexts()).toEqual(["Ada", "Ben"]);
    expect(await inView(table)).toBe(true);
    for (const name of ["Share", "Actions"]) expect(await inView(glance.getByRole("button", { name }))).toBe(true);
  });
});

test("Who speaks now, and the commands, stay in view while the story grows.", async () => {
  const { world } = stage;
  const { release } = held(world, (request) => kindOf(request) === "assessment", { turn: () => ({ text: TEXT }) });
  const { id } = await world.create(requestOf({ maxRounds: 2, overlap: "off" }));
  await inEverySize(stage, `/debates/${id}`, async ({ page }) => {
    const glance = page.getByRole("complementary", { name: "At a glance" });
    await page.locator("#g1-r1-t2.whole").waitFor();
    await page.locator("#g1-r1-t2").scrollIntoViewIfNeeded();
    for (const name of ["Pause", "Stop", "Share", "Actions"])
      expect([name, await inView(glance.getByRole("button", { name }))]).toEqual([name, true]);
    expect(await inView(glance.getByText("Under way: judging"))).toBe(true);
  });
  release();
  await world.finished(id);
});

/** Whether all of it is within the window. */
async function inView(locator: Locator): Promise<boolean> {
  const box = await locator.boundingBox();
  const window = locator.page().viewportSize();
  if (!box || !window) return false;
  const { x, y, width, height } = box;
  return x >= 0 && y >= 0 && x + width <= window.width && y + height <= window.height;
}
