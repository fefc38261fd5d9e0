/** A question on the page: who answered what in which round, at a desk, on a phone and in a German report. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { answering, questionRequest } from "../support/debates/question.ts";
import { chooseFormat } from "./form-parts.ts";
import { seriousFaults } from "./pages/axe.ts";
import { type Stage, startStage } from "./stage.ts";

const DESK = { viewport: { width: 1280, height: 850 } };
const PHONE = { viewport: { width: 390, height: 844 } };
const ROWS = [
  ["Voter 1", "yes ✗", "no ✓"],
  ["Voter 2", "no ✓", "no ✓"],
  ["Voter 3", "no ✓", "no ✓"],
];

let stage: Stage;
let id: string;
beforeAll(async () => {
  stage = await startStage();
  const { world } = stage;
  world.models.use(answering(({ round, model }) => (round === 1 && model === "one" ? "A" : "B")));
  ({ id } = await world.create(questionRequest({ expected: "no", language: "de" })));
  await world.finished(id);
});
afterAll(() => stage.stop());

test.each([
  ["At a desk", DESK],
  ["On a phone", PHONE],
])("%s the page shows the answer and all answers by round, without a serious fault.", async (_, at) => {
  const { page, complaints, close } = await stage.open(`/debates/${id}`, at);
  await page.getByRole("heading", { name: "no", exact: true }).waitFor();
  await page.locator("table.answers").waitFor();
  const rows = await page.locator("table.answers tbody tr").all();
  expect(await Promise.all(rows.map((row) => row.locator("td, th").allInnerTexts()))).toEqual(ROWS);
  expect(await page.locator("table.answers meter").count()).toBe(2);
  expect(await page.getByText("1 from wrong to right").count()).toBe(1);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  expect(await seriousFaults(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

test("The report has the same table in the debate's language.", async () => {
  const { page, complaints, close } = await stage.open(`/v1/debates/${id}/transcript?as=html`, DESK);
  const rows = await page.locator("table.answers tbody tr").all();
  expect(await Promise.all(rows.map((row) => row.locator("td, th").allInnerTexts()))).toEqual(ROWS);
  expect(await page.getByText("1 von falsch zu richtig").count()).toBe(1);
  expect(complaints).toEqual([]);
  await close();
});

test("A question is asked in the form, with its options and the known answer.", async () => {
  stage.world.models.use(answering(() => "A"));
  const { page, complaints, close } = await stage.open("/debates/new", DESK);
  await page.getByLabel("Topic").fill("Is seven a prime?");
  await chooseFormat(page, "question");
  await page.locator('[name="answers/type"]').selectOption("choice");
  await page.locator('[name="answers/options"]').fill("yes, no");
  await page.locator('[name="expected"]').fill("yes");
  for (const [at, model] of ["openai/one", "openai/two"].entries())
    if ((await page.locator(`[name="participants/${at}/model"]`).count()) > 0)
      await page.locator(`[name="participants/${at}/model"]`).fill(model);
  expect(await page.locator('[name="participants/0/position"]').count()).toBe(0);
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("heading", { name: "yes", exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});
