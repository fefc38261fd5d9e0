/** The page of an experiment of 1,000 items by 9 arms is drawn in pieces, and keys lead through it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ITEMS_COUNT, storeLargeExperiment } from "./large-experiment.ts";
import { WATCH, type Work } from "./long-page.ts";
import { type Stage, startStage } from "./stage.ts";

const PIECE = 25;
/** Elements of a piece: rows of nine cells, with what stands in each. */
const MOST_ADDED = 2_000;

let stage: Stage;
let id = "";
beforeAll(async () => {
  stage = await startStage();
  id = await storeLargeExperiment(stage.world);
});
afterAll(() => stage.stop());

/** The focused cell as a screen reader counts: its row, from the head on, and its column; null: the focus is elsewhere. */
const HERE = `(() => {
  const cell = document.activeElement.closest(".matrix td");
  return cell && [Number(cell.parentElement.ariaRowIndex), cell.cellIndex];
})()`;

test("A thousand items by nine arms are drawn a piece at a time, to the end.", { timeout: 180_000 }, async () => {
  const { page, complaints, close } = await stage.open("about:blank");
  await page.addInitScript(WATCH);
  await page.goto(`${stage.world.url}/experiments/${id}`);
  const rows = page.locator(".matrix tbody tr");
  await rows.nth(PIECE - 1).waitFor();
  expect(await rows.count()).toBeLessThan(8 * PIECE);
  for (const more = page.locator(".more"); (await more.count()) > 0; ) {
    const before = await rows.count();
    await page.mouse.wheel(0, 100_000);
    await expect.poll(() => rows.count()).toBeGreaterThan(before);
  }
  await expect.poll(() => rows.count()).toBe(ITEMS_COUNT);
  const { pieces } = await page.evaluate<Work>("work");
  expect(Math.max(...pieces)).toBeLessThan(MOST_ADDED);
  await page.getByLabel("Show").selectOption("where an answer is wrong");
  await page.getByLabel("Of which arm").selectOption("vote of 1");
  await page.getByText("100 of 1,000 rows").waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test("Tab stops once in a thousand rows, keys lead to their end, and Tab leads on.", { timeout: 180_000 }, async () => {
  const { page, complaints, close } = await stage.open(`/experiments/${id}`);
  await page.locator(".matrix td").first().waitFor();
  const here = () => page.evaluate<[row: number, column: number] | null>(HERE);
  await page.getByLabel("Of which arm").focus();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    return here();
  };
  expect(await press("Tab")).toEqual([2, 1]);
  expect(await press("End", "ArrowDown")).toEqual([3, 9]);
  expect(await press("Home", "PageDown", "ArrowRight", "ArrowUp")).toEqual([12, 2]);
  expect(await press("Shift+Tab")).toBeNull();
  expect(await press("Tab")).toEqual([12, 2]);
  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.activeElement.className")).toBe("more");
  await page.keyboard.press("Shift+Tab");
  // The rows below come as the focus comes near them.
  await expect.poll(() => press("Control+End")).toEqual([ITEMS_COUNT + 1, 9]);
  expect(await press("Control+Home")).toEqual([2, 1]);
  expect(await page.locator(".matrix").getAttribute("aria-rowcount")).toBe(String(ITEMS_COUNT + 1));
  expect(complaints).toEqual([]);
  await close();
});
