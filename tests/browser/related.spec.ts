/** Past debates on the same question, on the page of a debate. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { debaters, requestOf } from "../support/world.ts";
import { seriousFaults } from "./pages/axe.ts";
import { type Stage, startStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

async function over(topic: string): Promise<string> {
  stage.world.models.use(debaters(["p1", "p2"]));
  const { id } = await stage.world.create(requestOf({ topic, maxRounds: 1 }));
  await stage.world.finished(id);
  return id;
}

test("They are read when the list is opened, lead to their pages, and say where they differ.", async () => {
  const past = await over("Should libraries lend tools?");
  await over("Is chess a sport?");
  const id = await over("Should libraries lend tools?");
  const { page, complaints, close } = await stage.open(`/debates/${id}`, { viewport: { width: 390, height: 844 } });
  const reads: string[] = [];
  page.on("request", (request) => reads.push(new URL(request.url()).pathname));
  const list = page.locator(".related");
  await list.locator("summary").waitFor();
  expect(reads).not.toContain(`/v1/debates/${id}/related`);
  await list.locator("summary").click();
  const link = list.getByRole("link", { name: "Should libraries lend tools?" });
  await link.waitFor();
  expect(await list.locator("li").count()).toBe(1);
  expect(await list.innerText()).toContain("The same position wins in both.");
  expect(await seriousFaults(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  if (process.env["SHOTS"]) await list.screenshot({ path: "/tmp/related.png" });
  await link.click();
  await page.waitForURL(new RegExp(`/debates/${past}$`));
  expect(complaints).toEqual([]);
  await close();
});

test("A debate that nobody asked before says so.", async () => {
  const id = await over("May a poem rhyme?");
  const { page, close } = await stage.open(`/debates/${id}`);
  await page.getByText("Past debates on the same question").click();
  await page.getByText(/None of your \d+ completed debates? asks the same/).waitFor();
  await close();
});
