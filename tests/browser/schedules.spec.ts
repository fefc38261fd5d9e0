/** The page of the schedules: words, next times, pause, and past runs. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { debaters, requestOf } from "../support/world.ts";
import { inEverySize } from "./every-size.ts";
import { type Stage, startStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

test("Schedules tell when they begin debates, pause and resume, and lead to what they began.", async () => {
  const { world } = stage;
  world.models.use(debaters(["p1", "p2"]));
  await inEverySize(stage, "/schedules", async ({ page }) => {
    await page.getByText("There are no schedules yet.").waitFor();
  });
  const request = requestOf({ topic: "Is chess a sport?", maxRounds: 1 });
  const body = { name: "Mondays", request, cron: "0 9 * * 1", timeZone: "Europe/Berlin" };
  const { body: made } = await world.post("/v1/schedules", body);
  const { id } = made as { id: string };
  await world.post(`/v1/schedules/${id}/trigger`);
  const runs = async () => ((await world.request(`/v1/schedules/${id}/runs`)).body as { items: object[] }).items;
  await expect.poll(runs).toMatchObject([{ status: "completed" }]);
  await inEverySize(stage, "/schedules", async ({ page }) => {
    await page.getByText("At 09:00, only on Monday (Europe/Berlin)").waitFor();
    await page.getByText(/^Next in \d+ (days|hours|minutes|seconds): /).waitFor();
    await page.getByText("9 further times").click();
    await page.getByRole("button", { name: "Pause Mondays" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("It begins nothing until it is resumed.").waitFor();
    await page.getByRole("button", { name: "Resume Mondays" }).click();
    await page.getByText(/^Next /).waitFor();
    await page.getByText("Past runs").click();
    await page.getByText("Over", { exact: true }).waitFor();
  });
  const { page, close } = await stage.open("/schedules");
  await page.getByText("Past runs").click();
  await page.locator(".versions a").click();
  await page.getByRole("heading", { name: "Is chess a sport?" }).waitFor();
  await close();
});
