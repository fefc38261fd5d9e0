/** The form begins with a preset, starts it, and saves what it says as one. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Debate } from "../../domain/shapes/schemas/debate.schema.ts";
import { type Stage, startStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

test("A preset is chosen in the form and started, and the debate names its version.", async () => {
  const { page, complaints, close } = await stage.open("/debates/new");
  await page.getByLabel("Begin with").selectOption("quick");
  await page.waitForURL(/preset=quick/);
  await page.getByText("Two speakers, two rounds and a verdict.").waitFor();
  expect(await page.locator('[name="participants/0/model"]').inputValue()).toBe("usual/speaker-1");
  await page.getByLabel("Topic").fill("Is chess a sport?");
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
