import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BASE, createIn, itemsOf, over, script } from "../workflows/experiments/lab.ts";
import { type Stage, startStage } from "./stage.ts";

const AXE = await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

test("The page of an experiment shows its arms with their intervals, compares them, and leads to its debates.", async () => {
  const { world } = stage;
  script(world);
  const { id, links } = await createIn(world, {
    name: "Does debating help?",
    base: BASE,
    items: itemsOf(4),
    arms: [
      { name: "single", baseline: { vote: 1 } },
      { name: "vote of 3", baseline: { vote: 3 } },
      { name: "debate", patch: {} },
    ],
  });
  await over(world, id);
  for (const width of [1280, 390]) {
    const { page, complaints, close } = await stage.open(links.watch, { viewport: { width, height: 900 } });
    await page.getByText("Completed: 12 of 12 cells").waitFor();
    expect(await page.locator("figure svg circle").count()).toBe(3);
    const rows = await page.getByRole("group", { name: "The arms" }).locator("tbody tr").allInnerTexts();
    expect(rows[1]?.replaceAll(/\s+/g, " ")).toMatch(/^vote of 3 100\.0 % 51\.0–100\.0 % 100\.0 % 100\.0 % 4 0 0 12 /);
    expect(await page.getByText("4 items are a small sample").count()).toBe(1);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await page.evaluate(AXE);
    const found = await page.evaluate("axe.run().then(({ violations }) => violations.map(({ id }) => id))");
    expect(found).toEqual([]);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/experiment-${width}.png`, fullPage: true });
    await page.getByText("All debates of this experiment").click();
    await page.getByText("Is 4 a number?").first().waitFor();
    expect(complaints).toEqual([]);
    await close();
  }
});
