/** What a reader can do with a debate: the dialog of actions, and the pages that it leads to. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nothingFor } from "../support/waits.ts";
import { debaters, requestOf } from "../support/world.ts";
import { type Stage, startStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

async function over(changes: object = {}): Promise<string> {
  const { world } = stage;
  world.models.use(debaters(["p1", "p2"]));
  const { id } = await world.create(requestOf({ maxRounds: 2, ...changes }));
  await world.finished(id);
  return id;
}

const dialogOf = (page: Page) => page.locator("dialog.actions");

async function choose(page: Page, name: string | RegExp) {
  await page.getByRole("button", { name: "Actions" }).click();
  await dialogOf(page).getByRole("button", { name }).click();
}

test("A debate is read as a report, as Markdown, as JSON and as a signed receipt, and its link is copied.", async () => {
  const id = await over();
  const { page, context, complaints, close } = await stage.open(`/debates/${id}`, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.getByRole("button", { name: "Actions" }).click();
  const dialog = dialogOf(page);
  const [report] = await Promise.all([
    context.waitForEvent("page"),
    dialog.getByRole("link", { name: "Report" }).click(),
  ]);
  await report.getByRole("heading", { name: "About this debate" }).waitFor();
  for (const [name, ending] of [
    ["Markdown", "md"],
    ["JSON", "json"],
    ["Receipt", "receipt.json"],
  ]) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("link", { name: name as string }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${id}.${ending}`);
  }
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await dialog.getByText("Copied.").waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(`${stage.world.url}/debates/${id}`);
  expect(await dialog.getByRole("link", { name: "Duplicate and edit" }).getAttribute("href")).toBe(
    `/debates/new?from=${id}`,
  );
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await page.evaluate("document.activeElement.textContent")).toContain("Actions");
  expect(complaints).toEqual([]);
  await close();
});

test("A fork offers models, judge, rounds and a word to the speakers, and changes only what differs.", async () => {
  const id = await over();
  const { page, complaints, close } = await stage.open(`/debates/${id}`, { viewport: { width: 390, height: 844 } });
  await page.locator("#result").waitFor();
  await choose(page, "Fork");
  const dialog = dialogOf(page);
  // Whoever goes back before the cost is known stays there.
  await dialog.getByRole("button", { name: "Back" }).click();
  await nothingFor(600);
  await dialog.getByRole("button", { name: /^Fork/ }).click();
  const cost = dialog.locator(".estimate");
  await cost.getByText(/About \$0\.\d+, about/).waitFor();
  const ofAll = await cost.innerText();
  await dialog.getByLabel("After round").selectOption("1");
  await expect.poll(() => cost.innerText()).not.toBe(ofAll);
  expect(await dialog.getByLabel("Ada’s model").inputValue()).toBe("openai/gpt-5.5");
  await dialog.getByLabel("Ben’s model").fill("openai/gpt-5.5");
  await dialog.getByLabel("Judge’s model").fill("nobody");
  await dialog.getByRole("button", { name: "Start the fork" }).click();
  // What is refused is said at its field, and what was entered stays.
  await dialog.locator(".field:has([name='judge/model']) .fault", { hasText: "must be provider/model" }).waitFor();
  await dialog.locator("output", { hasText: "The fork is not valid" }).waitFor();
  expect(await dialog.getByLabel("Judge’s model").getAttribute("aria-invalid")).toBe("true");
  await dialog.getByLabel("Judge’s model").and(page.locator(":focus")).waitFor();
  expect(await dialog.getByLabel("After round").inputValue()).toBe("1");
  expect(await dialog.getByLabel("Ben’s model").inputValue()).toBe("openai/gpt-5.5");
  await dialog.getByLabel("Judge’s model").fill("anthropic/claude-opus-5");
  await dialog.getByLabel("Rounds in all").fill("3");
  await dialog.getByLabel("A word to the speakers").fill("Think of those who live there.");
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  await dialog.getByRole("button", { name: "Start the fork" }).click();
  await page.getByText("from the end of its round 1").waitFor();
  const fork = page.url().split("/").at(-1) ?? "";
  const { body } = await stage.world.request(`/v1/debates/${fork}/request`);
  const [before] = [(await stage.world.request(`/v1/debates/${id}/request`)).body] as [{ topic: string }];
  expect(body).toMatchObject({
    topic: before.topic,
    maxRounds: 3,
    participants: [
      { model: "openai/gpt-5.5", instructions: "Think of those who live there." },
      { model: "openai/gpt-5.5", instructions: "Think of those who live there." },
    ],
    judge: { model: "anthropic/claude-opus-5" },
  });
  expect(complaints.filter((line) => !line.includes("422"))).toEqual([]);
  await close();
});

test("A fork and a twin are started, each names its original, and the original lists both.", async () => {
  const id = await over();
  const { page, complaints, close } = await stage.open(`/debates/${id}`);
  await page.locator("#result").waitFor();
  await choose(page, "Fork");
  await page.getByLabel("After round").selectOption("1");
  await page.getByRole("button", { name: "Start the fork" }).click();
  await page.getByText("from the end of its round 1").waitFor();
  const fork = page.url().split("/").at(-1) ?? "";
  await page.getByRole("link", { name: "another debate" }).click();
  await page.locator("#result").waitFor();
  await choose(page, "Twin");
  await page.getByRole("button", { name: "Start the twin" }).click();
  await page.getByText("The twin of another debate").waitFor();
  const twin = page.url().split("/").at(-1) ?? "";
  await Promise.all([stage.world.finished(fork), stage.world.finished(twin)]);
  expect(await stage.world.debate(fork)).toMatchObject({ forkedFrom: { id, afterRound: 1 } });

  await page.goto(`${stage.world.url}/debates/${id}`);
  await page.getByText("This debate has 1 fork and 1 twin").click();
  await page.getByRole("link", { name: /^Twin, / }).waitFor();
  await page.getByRole("link", { name: /^Fork after round 1, / }).waitFor();
  expect(await page.locator(".kin").innerText()).toContain("argued better");
  await page.getByRole("link", { name: "Compare with: Twin" }).click();
  await page.locator(".comparison").waitFor();
  expect(page.url()).toContain(`/debates/${id}/compare/${twin}`);
  expect(complaints).toEqual([]);
  await close();
});

test("Another judge is asked, and the ruling appears on the page by itself.", async () => {
  const id = await over();
  const { page, complaints, close } = await stage.open(`/debates/${id}`);
  await choose(page, "Ask another judge");
  await page.getByLabel("The judge’s model").fill("nobody knows this one");
  await page.getByRole("button", { name: "Ask this judge" }).click();
  await dialogOf(page).locator(".fault").filter({ hasText: "must be provider/model" }).waitFor();
  await page.getByLabel("The judge’s model").fill("anthropic/claude-sonnet-5");
  await page.getByRole("button", { name: "Ask this judge" }).click();
  await dialogOf(page).getByText("The judge is at work.").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".rulings li", { hasText: /^anthropic\/claude-sonnet-5: .*(wins|contested|no winner)/ }).waitFor();
  expect(complaints.filter((line) => !line.includes("422"))).toEqual([]);
  await close();
});

test("A debate is rated with stars and a comment, which stand there the next time.", async () => {
  const id = await over();
  const { page, complaints, close } = await stage.open(`/debates/${id}`);
  await choose(page, "Rate");
  await page.getByRole("radio", { name: "4 of 5" }).check();
  await page.getByLabel("Comment").fill("Clear.");
  await page.getByRole("button", { name: "Save the rating" }).click();
  await page.getByText("The rating is saved.").waitFor();
  await page.reload();
  await choose(page, "Rate");
  expect(await page.getByRole("radio", { name: "4 of 5" }).isChecked()).toBe(true);
  expect(await page.getByLabel("Comment").inputValue()).toBe("Clear.");
  expect((await stage.world.transcript(id)).trace.userRating).toMatchObject({ rating: 4, comment: "Clear." });
  expect(complaints).toEqual([]);
  await close();
});

test("Deleting says what is lost, can be left, and then erases the debate.", async () => {
  const id = await over();
  const { page, complaints, close } = await stage.open(`/debates/${id}`);
  await choose(page, "Delete");
  await page.getByText("You cannot undo this.").waitFor();
  await page.getByRole("button", { name: "Back" }).click();
  expect(await stage.world.debate(id)).toMatchObject({ id });
  await dialogOf(page).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete it for good" }).click();
  await page.waitForURL(/\/debates$/);
  expect((await stage.world.request(`/v1/debates/${id}`)).status).toBe(404);
  // What the page still asked for when the debate went is not there any more.
  expect(complaints.filter((line) => !line.includes("404"))).toEqual([]);
  await close();
});

test("A share's reader can read and keep the debate, but changes nothing and sees no other debate.", async () => {
  const id = await over();
  await stage.world.post(`/v1/debates/${id}/twin`);
  const shared = await stage.world.post(`/v1/debates/${id}/shares`, { expiresInSeconds: 600 });
  const { page, close } = await stage.open((shared.body as { url: string }).url);
  await page.getByRole("button", { name: "Actions" }).click();
  const dialog = dialogOf(page);
  const report = await dialog.getByRole("link", { name: "Report" }).getAttribute("href");
  expect(report).toMatch(/^\/shared\/[\w-]+\/transcript\?as=html$/);
  expect((await fetch(`${stage.world.url}${report}`)).status).toBe(200);
  expect(await dialog.getByRole("heading").allInnerTexts()).toEqual(["Actions", "Read and keep"]);
  expect(await page.locator(".relations").count()).toBe(0);
  await close();
});
