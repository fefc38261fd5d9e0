/** The form on a server that chooses a panel where nobody names a judge. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stage, startStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage(undefined, { defaultPanel: 3 });
});
afterAll(() => stage.stop());

test("A new debate leaves its judge open, and the panel is chosen beside its participants.", async () => {
  const { page, complaints, close } = await stage.open("/debates/new");
  await page.getByText("(when left empty, a panel of different families)").waitFor();
  const judge = page.getByLabel("Judge’s model");
  expect(await judge.inputValue()).toBe("");
  await page.getByLabel("Topic").fill("Should cities ban cars?");
  const models = page.getByLabel("Model", { exact: true });
  await models.nth(0).fill("openai/gpt-5.5");
  await models.nth(1).fill("anthropic/claude-sonnet-5");
  await page.getByRole("button", { name: "Keep as a draft" }).click();
  await page.waitForURL(/\/debates\/deb-/);
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  expect((await stage.world.debate(id)).judge?.panel).toHaveLength(3);
  expect(complaints).toEqual([]);
  await close();
});
