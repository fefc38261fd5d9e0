/** The result as JSON on the page: a folded block, at a desk, on a phone and in the report. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { OUTPUT, RULING, shaping } from "../support/debates/output.ts";
import { debaters, requestOf } from "../support/world.ts";
import { seriousFaults } from "./pages/axe.ts";
import { type Stage, startStage } from "./stage.ts";

const DESK = { viewport: { width: 1280, height: 850 } };
const PHONE = { viewport: { width: 390, height: 844 } };

let stage: Stage;
let id: string;
beforeAll(async () => {
  stage = await startStage();
  const { world } = stage;
  const value = { ...RULING, winner: `<b>Ben</b> ${"long ".repeat(60)}` };
  world.models.use(shaping(debaters(["p1", "p2"]), { json: value }));
  ({ id } = await world.create(requestOf({ maxRounds: 1, output: OUTPUT })));
  await world.finished(id);
});
afterAll(() => stage.stop());

test.each([
  ["At a desk", DESK, "page"],
  ["On a phone", PHONE, "page"],
  ["In the report", DESK, "report"],
])("%s the value is folded, and shown as text on a click, without a serious fault.", async (_, at, where) => {
  const path = where === "page" ? `/debates/${id}` : `/v1/debates/${id}/transcript?as=html`;
  const { page, complaints, close } = await stage.open(path, at);
  const block = page.locator("details.output");
  await block.waitFor();
  expect(await block.locator("pre").isVisible()).toBe(false);
  await block.locator("summary").click();
  expect(await block.locator("pre").innerText()).toContain('"winner": "<b>Ben</b> long');
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  expect(await seriousFaults(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});
