/** The list of experiments, the form of one, and the matrix of its answers. */
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ResultRow } from "../../features/experiments/domain/schema.experiment.ts";
import { aloneReply, BASE, createIn, itemsOf, readIn, script, textOf } from "../workflows/experiments/lab.ts";
import { inEverySize } from "./every-size.ts";
import { type Stage, startStage } from "./stage.ts";

const ARMS = [
  { name: "single", baseline: { vote: 1 } },
  { name: "debate", patch: {} },
];
const NAME = "Does debating help?";

let stage: Stage;
let id = "";
beforeAll(async () => {
  stage = await startStage();
  // Alone, the model is wrong about 2 and 3.
  script(stage.world, { alone: (request) => aloneReply(/Is [23] a number/.test(textOf(request)) ? "B" : "A") });
  ({ id } = await createIn(stage.world, { name: NAME, base: BASE, items: itemsOf(6), arms: ARMS }));
  while ((await readIn(stage.world, id)).status !== "completed");
});
afterAll(() => stage.stop());

const rowsOf = async (page: Page) => {
  const rows = await page.locator(".matrix tbody tr").allTextContents();
  return rows.map((row) => /Is \d a number\?/.exec(row)?.[0]);
};

test("The list says how far each experiment is and what it cost, and the navigation leads to it.", async () => {
  await inEverySize(stage, "/debates", async ({ page }) => {
    await page.getByRole("link", { name: "Experiments", exact: true }).click();
    await page.getByRole("link", { name: NAME }).waitFor();
    const facts = (await page.locator(".facts").first().innerText()).replaceAll(/\s+/g, " ");
    expect(facts).toMatch(/^Completed 6 items × 2 arms 12 of 12 cells \$/);
  });
});

test("The matrix has every answer, and its filters leave the rows where arms disagree or are wrong.", async () => {
  const { body } = await stage.world.request(`/v1/experiments/${id}/results?as=json`);
  const { items } = body as { items: ResultRow[] };
  const answers = Map.groupBy(items, ({ item }) => item).entries();
  const disagree = [...answers].flatMap(([item, cells]) =>
    new Set(cells.map(({ answer }) => answer)).size > 1 ? [`Is ${item.slice(1)} a number?`] : [],
  );
  await inEverySize(stage, `/experiments/${id}`, async ({ page }) => {
    await expect.poll(() => rowsOf(page)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Is ${n} a number?`));
    const second = page.locator(".matrix tbody tr").nth(1).getByRole("gridcell").first();
    expect(await second.getByRole("img", { name: "wrong" }).count()).toBe(1);
    await page.getByLabel("Show").selectOption("where arms disagree");
    await expect.poll(() => rowsOf(page)).toEqual(disagree);
    await page.getByLabel("Show").selectOption("where a cell failed");
    await page.getByText("No row fits.").waitFor();
    await page.getByLabel("Show").selectOption("where an answer is wrong");
    await page.getByLabel("Of which arm").selectOption("single");
    await expect.poll(() => rowsOf(page)).toEqual(["Is 2 a number?", "Is 3 a number?"]);
  });
});

test("Arrow keys move between cells, and Enter opens a cell's debate.", async () => {
  const { page, complaints, close } = await stage.open(`/experiments/${id}`);
  const focused = () => page.evaluate("document.activeElement.closest('td').cellIndex");
  await page.locator(".matrix tbody tr").first().locator("a").focus();
  await page.keyboard.press("ArrowLeft");
  expect(await focused()).toBe(1);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  expect(await focused()).toBe(2);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Is 2 a number?" }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test("The form tells what an experiment would cost, and starts it.", async () => {
  const { page, complaints, close } = await stage.open("/experiments");
  await page.getByRole("link", { name: "New experiment" }).click();
  await page.getByLabel("What it is about").fill("Numbers");
  await page.locator("[name=questions]").fill("Is 7 a number? = yes\nIs 8 a number? = yes");
  await page.getByLabel("An answer is").selectOption("yes or no");
  await page.getByLabel("A vote of five answers").uncheck();
  await page.getByRole("button", { name: "What would it cost?" }).click();
  await page.getByText(/^4 cells, likely \d+ calls? for /).waitFor();
  await page.getByRole("button", { name: "Start the experiment" }).click();
  await page.waitForURL(/\/experiments\/exp-/);
  await page.getByRole("heading", { name: "Numbers" }).waitFor();
  await page.getByText(/: \d of 4 cells, /).waitFor();
  const started = await readIn(stage.world, new URL(page.url()).pathname.split("/").at(-1) ?? "");
  expect([started.items, started.arms.map(({ name }) => name)]).toEqual([2, ["one answer", "debate"]]);
  expect(complaints).toEqual([]);
  await close();
});

test("A whole experiment comes from a file, and what is wrong with it is told.", async () => {
  const folder = await mkdtemp(join(tmpdir(), "parley-form-"));
  const file = join(folder, "numbers.json");
  const request = { name: "From a file", base: BASE, items: itemsOf(2), arms: [ARMS[0], ARMS[0]] };
  await inEverySize(stage, "/experiments/new", async ({ page, complaints }) => {
    await writeFile(file, JSON.stringify(request));
    await page.getByLabel("A file").setInputFiles(file);
    await page.getByText("numbers.json: From a file, 2 items, 2 arms.").waitFor();
    await page.getByRole("button", { name: "Start the experiment" }).click();
    await page.getByRole("alert").filter({ hasText: "/arms/1/name" }).waitFor();
    // The browser tells of each refused request.
    expect(complaints.splice(0)).toEqual([expect.stringContaining("422")]);
  });
});
