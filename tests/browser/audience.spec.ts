/** The audience's view of a debate: large text without controls. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { kindOf } from "../support/models/replies.ts";
import { debaters, requestOf } from "../support/world.ts";
import { isBens, type Stage, startStage } from "./stage.ts";

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
  const [speech, ruling] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const script = debaters(["p1", "p2"], { turn: (_, n) => ({ text: n === 1 ? "A bench is a room." : long }) });
  world.models.use(async (request) => {
    if (isBens(request)) await speech.promise;
    if (kindOf(request) !== "turn") await ruling.promise;
    return script(request);
  });
  const { id } = await world.create(requestOf({ maxRounds: 1 }));
  const { page, complaints, close } = await stage.open(`/debates/${id}/stage`, SIZE);
  await page.locator("#g1-r1-t1").getByText("A bench").first().waitFor();
  const size = "parseFloat(getComputedStyle(document.querySelector('.prose')).fontSize)";
  expect(await page.evaluate(size)).toBeGreaterThan(24);
  expect(await page.locator(CONTROLS).locator("visible=true").count()).toBe(0);
  const before = await page.evaluate("scrollY");
  speech.resolve();
  await expect.poll(() => page.evaluate("scrollY")).toBeGreaterThan((before as number) + 720);
  ruling.resolve();
  const verdict = page.getByRole("heading", { name: /argued better|contested/ });
  await verdict.waitFor();
  expect(await page.locator(CONTROLS).locator("visible=true").count()).toBe(0);
  const { y = Number.NaN } = (await verdict.boundingBox()) ?? {};
  expect(y).toBeGreaterThan(0);
  expect(y).toBeLessThan(720);
  expect(complaints).toEqual([]);
  await close();
});

test("A debate that is over is shown from its result on, also to a share's readers.", async () => {
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
