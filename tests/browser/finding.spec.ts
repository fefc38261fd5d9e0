/** What whoever has never seen the pages looks for is in sight where they land, or two clicks away, by words that they read there. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ResultRow } from "../../features/experiments/domain/schema.experiment.ts";
import { aloneReply, BASE, createIn, itemsOf, readIn, script } from "../workflows/experiments/lab.ts";
import { fareModels, fareRequest } from "./fares.ts";
import { type Stage, startStage } from "./stage.ts";

const NAME = "Does debating help?";
const ARMS = [
  { name: "single", baseline: { vote: 1 } },
  { name: "debate", patch: {} },
];

let stage: Stage;
let topic = "";
/** Items about which the arms disagree. Who wins a debate depends on the order of the labels, which is drawn. */
let apart = 0;
beforeAll(async () => {
  stage = await startStage();
  const { world } = stage;
  world.models.use(fareModels(() => ({ ttft: 0 })));
  const debate = await world.create(fareRequest({ conclusion: true }));
  topic = debate.topic;
  await world.finished(debate.id);
  script(world, { alone: () => aloneReply("B") });
  const { id } = await createIn(world, { name: NAME, base: BASE, items: itemsOf(4), arms: ARMS });
  while ((await readIn(world, id)).status !== "completed");
  const { items } = (await world.request(`/v1/experiments/${id}/results?as=json`)).body as { items: ResultRow[] };
  const answers = Map.groupBy(items, ({ item }) => item).values();
  apart = [...answers].filter((cells) => new Set(cells.map(({ answer }) => answer)).size > 1).length;
});
afterAll(() => stage.stop());

/** All of it lies on the screen, without scrolling. */
async function inSight(place: Locator): Promise<boolean> {
  await place.waitFor();
  const box = await place.boundingBox();
  const size = place.page().viewportSize();
  return box !== null && size !== null && box.y >= 0 && box.y + box.height <= size.height;
}

const openDebate = (page: Page) => page.getByRole("link", { name: topic }).click();

describe.each([
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])("On a screen of $width × $height", (viewport) => {
  test("the list leads to the answer, why it is supported and what it cost, in one click.", async () => {
    const { page, close } = await stage.open("/debates", { viewport });
    await openDebate(page);
    const answer = page.locator("#result .conclusion");
    expect(await inSight(answer.locator(".lead").first())).toBe(true);
    expect(await inSight(answer.getByText(/ballots give this answer/))).toBe(true);
    expect(await inSight(page.locator(":visible", { hasText: /^\$\d\.\d+ of \$5\.00$/ }).last())).toBe(true);
    await close();
  });

  test("the debate leads to another judge in two clicks.", async () => {
    const { page, close } = await stage.open("/debates", { viewport });
    await openDebate(page);
    await page.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("button", { name: "Ask another judge" }).click();
    expect(await inSight(page.getByLabel("The judge’s model"))).toBe(true);
    await close();
  });

  test("an experiment leads to where its arms disagree, in one choice.", async () => {
    const { page, close } = await stage.open("/experiments", { viewport });
    await page.getByRole("link", { name: NAME }).click();
    await page.getByLabel("Show").selectOption("where arms disagree");
    await expect.poll(() => page.locator(".matrix tbody tr").count()).toBe(apart);
    await close();
  });
});
