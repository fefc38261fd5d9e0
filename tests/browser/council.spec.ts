/** A council on the page: the chair's answer and the ranking as a table, at a desk, on a phone and in the report. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { CHAIRED, councilRequest, members } from "../support/debates/council.ts";
import { seriousFaults } from "./pages/axe.ts";
import { type Stage, startStage } from "./stage.ts";

const DESK = { viewport: { width: 1280, height: 850 } };
const PHONE = { viewport: { width: 390, height: 844 } };
const RANKS = { Ada: [["Cleo"], ["Ben"]], Ben: [["Cleo"], ["Ada"]], Cleo: [["Ada", "Ben"]] };
const ROWS = [
  ["1", "Cleo", "openai/gpt-5.5 (3)", "2", "1.00"],
  ["2", "Ada", "openai/gpt-5.5", "0.5", "0.25"],
  ["2", "Ben", "openai/gpt-5.5 (2)", "0.5", "0.25"],
];

let stage: Stage;
let id: string;
beforeAll(async () => {
  stage = await startStage();
  const { world } = stage;
  world.models.use(members({ ranks: RANKS }));
  ({ id } = await world.create(councilRequest({ conclusion: true })));
  await world.finished(id);
});
afterAll(() => stage.stop());

test.each([
  ["At a desk", DESK],
  ["On a phone", PHONE],
])("%s the page shows the chair's answer and the ranking as a table, without a serious fault.", async (_, at) => {
  const { page, complaints, close } = await stage.open(`/debates/${id}`, at);
  const table = page.locator("table.ranking");
  await table.waitFor();
  const rows = await table.locator("tbody tr").all();
  expect(await Promise.all(rows.map((row) => row.locator("td, th").allInnerTexts()))).toEqual(ROWS);
  for (const text of [CHAIRED.answer, ...CHAIRED.consensus, ...CHAIRED.contradictions, ...CHAIRED.blindSpots])
    expect(await page.getByText(text).count()).toBeGreaterThan(0);
  await page.getByText("Who ranked how, and why").click();
  // With the reasons below the table, and in round 2 of the story.
  for (const kind of ["#result li", ".story .note"])
    for (const text of ["Ada ranks: Cleo > Ben", "Cleo ranks: Ada = Ben"])
      expect([kind, await page.locator(kind, { hasText: text }).isVisible()]).toEqual([kind, true]);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  expect(await seriousFaults(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

test("The report has the same table, without a script.", async () => {
  const { page, complaints, close } = await stage.open(`/v1/debates/${id}/transcript?as=html`, DESK);
  const rows = await page.locator("table.ranking tbody tr").all();
  expect(await Promise.all(rows.map((row) => row.locator("td, th").allInnerTexts()))).toEqual(ROWS);
  expect(complaints).toEqual([]);
  await close();
});
