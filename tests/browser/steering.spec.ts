/** The owner's choices that are asked for first, and what stays in sight. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { held } from "../support/held.ts";
import { debaters, requestOf } from "../support/world.ts";
import { isBens, type Stage, startStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

test("Beginning anew is asked for first; what was said stays in sight, and the draft can be edited and started.", async () => {
  const { world } = stage;
  const script = debaters(["p1", "p2"], { turn: (_, n) => ({ text: `Speech ${n} has its own words.` }) });
  world.models.use((request) => (isBens(request) ? { error: { status: 401 } } : script(request)));
  const { id } = await world.create(requestOf({ maxRounds: 1 }));
  await world.until(id, (e) => e.type === "debate.status" && e["status"] === "error");
  const { page, complaints, close } = await stage.open(`/debates/${id}`);
  await page.getByText("Speech 1").waitFor();
  await page.getByRole("button", { name: "Begin anew …" }).click();
  await page.getByRole("button", { name: "Leave it as it is" }).click();
  expect((await world.debate(id)).status).toBe("error");
  await page.getByRole("button", { name: "Begin anew …" }).click();
  await page.getByRole("button", { name: "Begin anew “Try again”" }).click();
  await page.getByText("Before it began anew: 1 turn").waitFor();
  expect(await page.getByText("Speech 1").isVisible()).toBe(true);
  expect(await page.getByRole("link", { name: "Edit this draft" }).getAttribute("href")).toBe(`/debates/${id}/edit`);

  world.models.use(script);
  await page.getByRole("button", { name: "Check the draft" }).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.locator("#result").waitFor();
  expect(await page.locator("#g2-r1-t2").count()).toBe(1);
  expect(await page.locator(".earlier #g1-r1-t1").count()).toBe(1);
  expect(await page.locator("#round-1").count()).toBe(1);
  expect(complaints).toEqual([]);
  await close();
});

test("Questions are skipped one by one or all at once; what was written is sent.", async () => {
  const { world } = stage;
  const ask = () => ["Which city?", "By which year?", "Who pays?"];
  world.models.use(debaters(["p1", "p2"], { ask }));
  const { id } = await world.create(requestOf({ maxRounds: 1, clarifications: { enabled: true, maxIterations: 1 } }));
  const { page, complaints, close } = await stage.open(`/debates/${id}`);
  const first = page.locator(".question", { hasText: "Which city?" });
  await first.getByRole("button", { name: "Skip" }).click();
  await first.waitFor({ state: "detached" });
  await page.getByLabel("By which year?").fill("2030.");
  await page.getByRole("button", { name: "Skip all" }).click();
  await page.locator("#result").waitFor();
  const { questions } = await world.transcript(id);
  const answers = Object.fromEntries(questions.map(({ text, answer }) => [text, answer]));
  expect(answers).toEqual({ "Which city?": null, "By which year?": "2030.", "Who pays?": null });
  expect(await page.locator(".questions").innerText()).toContain("not answered");
  expect(complaints).toEqual([]);
  await close();
});

test("The sticky line says who speaks and how far it is, and a reader who scrolled away jumps back to the end.", async () => {
  const { world } = stage;
  const text = "A street is a room that all of us share. ".repeat(60);
  const { release } = held(world, (request) => isBens(request) && JSON.stringify(request).includes("round 2"), {
    turn: () => ({ text }),
  });
  const { id } = await world.create(requestOf({ maxRounds: 2, mode: "sequential" }));
  const { page, complaints, close } = await stage.open(`/debates/${id}`, { viewport: { width: 390, height: 844 } });
  const status = page.locator(".status");
  await status.getByText("Ben speaks").waitFor();
  // Ben speaks in round 1 too.
  await expect.poll(() => status.innerText()).toMatch(/round 2 of 2, 1 done\s+under a minute left/);
  const jump = page.getByRole("button", { name: "Jump to live" });
  await jump.click();
  await jump.waitFor({ state: "detached" });
  await page.evaluate("scrollTo(0, 0)");
  await jump.waitFor();
  release();
  await status.getByRole("link", { name: /argued better|contested/ }).waitFor();
  await jump.waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
  await close();
});
