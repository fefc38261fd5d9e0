/** A page of 500 turns is drawn in pieces, and leads to each. Its time is measured by `npm run bench -- long-page`. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drawPictures, ROUNDS, readThrough, SPEAKERS, storeLongDebate } from "./long-page.ts";
import { type Stage, startStage } from "./stage.ts";

/** The turns' frames without their texts, with what is found of each round, are one piece. */
const MOST_ADDED = 5_500;
/** The table of all calls is one piece. */
const MOST_DRAWN = 6_000;
/** The status line is above what a link leads to. */
const NEAR_PX = 150;

let stage: Stage;
let address = "";
beforeAll(async () => {
  stage = await startStage();
  address = await storeLongDebate(stage.world);
});
afterAll(() => stage.stop());

test("Five hundred turns and their pictures are shown whole, a piece at a time.", async () => {
  const { page, work } = await readThrough(stage, address);
  expect(await page.locator("article.turn .prose strong").count()).toBe(ROUNDS * SPEAKERS * 4);
  expect(Math.max(...work.pieces)).toBeLessThan(MOST_ADDED);
  // The browser draws what is in sight; a search goes there, and a printout has every turn.
  await page.evaluate("scrollTo(0, 0)");
  expect(await distanceFromTop(page, "#g1-r44-t7")).toBeGreaterThan(10_000);
  expect(await page.evaluate("find('it was speech 7 of round 44')")).toBe(true);
  await expect.poll(() => distanceFromTop(page, "#g1-r44-t7")).toBeLessThan(1_000);
  const hidden =
    "[...document.querySelectorAll('.turn')].filter((turn) => getComputedStyle(turn).contentVisibility !== 'visible').length";
  expect(await page.evaluate(hidden)).toBeGreaterThan(0);
  await page.emulateMedia({ media: "print" });
  expect(await page.evaluate(hidden)).toBe(0);
  await page.emulateMedia({ media: "screen" });

  const { pieces } = await drawPictures(page);
  const calls = page.locator("figure", { hasText: "Who spoke when" });
  expect(await calls.locator("svg.calls .fill").count()).toBe(ROUNDS * SPEAKERS);
  expect(await calls.locator("tbody tr").count()).toBe(ROUNDS * (SPEAKERS + 1));
  expect(Math.max(...pieces)).toBeLessThan(MOST_DRAWN);
});

test("The address of a turn opens the page at that turn, and links lead to each round.", async () => {
  const { page, complaints } = await stage.open(`${address}#g1-r30-t5`);
  await page.locator(".raw").first().waitFor({ state: "detached" });
  await expect.poll(() => distanceFromTop(page, "#g1-r30-t5")).toBeLessThan(NEAR_PX);
  await page.getByRole("link", { name: `round ${ROUNDS} of` }).click();
  await page.getByRole("navigation", { name: "Rounds" }).getByRole("link", { name: "40", exact: true }).click();
  await expect.poll(() => distanceFromTop(page, "#round-40")).toBeLessThan(NEAR_PX);
  expect(complaints).toEqual([]);
});

/** Of the window, in either direction. */
async function distanceFromTop(page: Page, selector: string): Promise<number> {
  return Math.abs((await page.locator(selector).boundingBox())?.y ?? Number.POSITIVE_INFINITY);
}
