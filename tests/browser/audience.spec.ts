/** The audience's view of a debate: large text without controls. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { debaters, requestOf } from "../support/world.ts";
import { held, isBens, type Stage, startStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

const CONTROLS = "button, input, select, textarea, summary, form";
const SIZE = { viewport: { width: 1280, height: 720 } };

test("An audience follows the debate in large text, without anything to press, to its verdict.", async () => {
  const { world } = stage;
  const long = "A bench is a room that all of us share. ".repeat(40);
  const { release } = held(world, isBens, { turn: (_, n) => ({ text: n === 1 ? "A bench is a room." : long }) });
  const { id } = await world.create(requestOf({ maxRounds: 1 }));
  const { page, complaints, close } = await stage.open(`/debates/${id}/stage`, SIZE);
  await page.locator("#g1-r1-t1").getByText("A bench").first().waitFor();
  const size = "parseFloat(getComputedStyle(document.querySelector('.prose')).fontSize)";
  expect(await page.evaluate(size)).toBeGreaterThan(24);
  expect(await page.locator(CONTROLS).locator("visible=true").count()).toBe(0);
  const before = await page.evaluate("scrollY");
  release();
  const verdict = page.getByRole("heading", { name: /wins|contested/ });
  await verdict.waitFor();
  expect(await page.locator(CONTROLS).locator("visible=true").count()).toBe(0);
  await expect.poll(async () => (await verdict.boundingBox())?.y).toBeLessThan(720);
  expect(await page.evaluate("scrollY")).toBeGreaterThan((before as number) + 720);
  expect(complaints).toEqual([]);
  await close();
});

test("A debate that is over is shown from its beginning, also to a share's readers.", async () => {
  const { world } = stage;
  world.models.use(debaters(["p1", "p2"], { turn: () => ({ text: "A bench is a room." }) }));
  const { id } = await world.create(requestOf({ maxRounds: 1, metadata: { client: "Bluebird" } }));
  await world.finished(id);
  const shared = await world.post(`/v1/debates/${id}/shares`, { expiresInSeconds: 600 });
  const address = `${new URL((shared.body as { url: string }).url).pathname}/stage`;
  for (const at of [`/debates/${id}/stage`, address]) {
    const { page, complaints, close } = await stage.open(at, SIZE);
    await page.locator("#result").waitFor();
    expect(await page.evaluate("scrollY")).toBe(0);
    expect(await page.locator(CONTROLS).locator("visible=true").count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  }
  expect((await fetch(`${world.url}/shared/no.token/stage`)).status).toBe(404);
});
