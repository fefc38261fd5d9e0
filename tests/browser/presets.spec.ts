/** The form begins with a preset, starts it, and saves what it says as one; a page lists them all. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Debate } from "../../domain/shapes/schemas/debate.schema.ts";
import { inEverySize } from "./every-size.ts";
import { openPart } from "./form-parts.ts";
import { type Stage, startStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

test("A preset is chosen in the form and started, and the debate names its version.", async () => {
  const { page, complaints, close } = await stage.open("/debates/new");
  await openPart(page, "Preset");
  await page.getByLabel("Topic").fill("Is chess a sport?");
  await page.getByLabel("Begin with").selectOption("quick");
  await page.waitForURL(/preset=quick/);
  await page.getByText("Two speakers, two rounds and a verdict.").waitFor();
  expect(await page.locator('[name="participants/0/model"]').inputValue()).toMatch(/^(openai|anthropic)\//);
  // A keyboard goes on from there, and what was written stays.
  await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("preset");
  expect(await page.getByLabel("Topic").inputValue()).toBe("Is chess a sport?");
  await page.getByRole("button", { name: "Start the debate" }).click();
  await page.waitForURL(/\/debates\/deb-/);
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const debate = (await stage.world.request(`/v1/debates/${id}`)).body as Debate;
  expect(debate).toMatchObject({ preset: "quick@1", topic: "Is chess a sport?", maxRounds: 2 });
  expect(complaints).toEqual([]);
  await close();
});

test("What the form says is saved as a preset, and saved again as its next version.", async () => {
  const { page, complaints, close } = await stage.open("/debates/new");
  await openPart(page, "Background");
  await page.getByLabel("Tags").fill("mondays");
  await page.getByRole("button", { name: "Save as a preset" }).click();
  await page.locator('[name="preset-name"]').fill("weekly");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved as weekly@1.").waitFor();
  await page.getByLabel("Tags").fill("mondays, often");
  await page.getByRole("button", { name: "Save as a preset" }).click();
  // It asks anew.
  await page.getByText("Saved as weekly@1.").waitFor({ state: "detached" });
  await page.locator('[name="preset-name"]').fill("weekly");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved as weekly@2.").waitFor();
  const { body } = await stage.world.request("/v1/presets/weekly");
  expect(body).toMatchObject({ name: "weekly", version: 2, request: { tags: ["mondays", "often"] } });
  expect((body as { request: object }).request).not.toHaveProperty("topic");
  await page.locator('[name="preset-name"]').fill("quick");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("is built in").waitFor();
  expect(complaints.filter((each) => !each.includes("409"))).toEqual([]);
  await close();
});

test("The page lists presets with the models that they stand for, and what each version changed.", async () => {
  const versions = [2, 3, 3].map((maxRounds, i) => ({ maxRounds, tags: i === 2 ? ["fridays"] : [] }));
  await stage.world.post("/v1/presets", { name: "fridays", request: versions[0] });
  for (const request of versions.slice(1))
    await stage.world.request("/v1/presets/fridays", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ request }),
    });
  await inEverySize(stage, "/presets", async ({ page }) => {
    const quick = page.getByRole("listitem", { name: "quick", exact: true });
    await quick.getByText("Two speakers, two rounds and a verdict.").waitFor();
    expect(await quick.innerText()).not.toContain("usual/");
    await page.getByText("Versions of fridays").click();
    const changes = page.locator(".versions > li");
    await changes.nth(2).waitFor();
    const told = (await changes.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " "));
    expect(told[0]).toMatch(/^Version 3 .* tags: \[\] \["fridays"\]$/);
    expect(told[1]).toMatch(/^Version 2 .* maxRounds: 2 3$/);
  });
  const { page, close } = await stage.open("/presets");
  await page.getByRole("link", { name: "Start a debate from fridays" }).click();
  await page.waitForURL(/preset=fridays/);
  expect(await page.getByLabel("Begin with").inputValue()).toBe("fridays");
  await close();
});
