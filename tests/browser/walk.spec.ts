/**
 * A debate as a screen reader goes through it: Chromium's accessibility tree of the page, kept beside this file. Read it from top
 * to bottom; `npm run browser -- walk.spec.ts -u` writes it anew.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { fareModels, fareRequest } from "./fares.ts";
import { type Stage, startStage } from "./stage.ts";

let stage: Stage;
let id = "";
beforeAll(async () => {
  stage = await startStage();
  stage.world.models.use(fareModels(() => ({ ttft: 0 })));
  ({ id } = await stage.world.create(fareRequest()));
  await stage.world.finished(id);
});
afterAll(() => stage.stop());

/** What is another at each run: times, dates, the debate's id, and whom it puts first before a blinded judge. */
function alike(tree: string): string {
  return tree
    .replaceAll(
      /Speaker A: (?:Maya Okafor|Jonas Lind), Speaker B: (?:Maya Okafor|Jonas Lind)/g,
      "Speaker A: ONE, Speaker B: OTHER",
    )
    .replaceAll(/deb-\d{8}-\d{6}-\w{6}/g, "deb-ID")
    .replaceAll(/\b\d+(?:\.\d+)? (?:s|ms)\b/g, "N s")
    .replaceAll(/(?:N s ?)+/g, "N s")
    .replaceAll(/\b(?:\w{3,9} \d{1,2}, \d{4}|\d{1,2} \w{3,9} \d{4})(?:,? (?:at )?\d{1,2}:\d{2}(?: [AP]M)?)?/g, "DATE");
}

const UNFOLD = "document.querySelectorAll('main details').forEach((each) => (each.open = true))";

test("The tree of a debate that is over tells its story in order.", async () => {
  const { page, complaints, close } = await stage.open(`/debates/${id}`);
  await page.locator(".raw").first().waitFor({ state: "detached" });
  await page.locator("#result").waitFor();
  await page.locator(".pictures").waitFor();
  // All that is folded, with the pictures, whose numbers in tables differ at each run.
  await page.evaluate(UNFOLD);
  await page.locator(".pictures[aria-busy=false] figure").first().waitFor();
  const tree = await page.locator("body").ariaSnapshot();
  await expect(`${alike(tree)}\n`).toMatchFileSnapshot("walk.aria.txt");
  expect(complaints).toEqual([]);
  await close();
});
