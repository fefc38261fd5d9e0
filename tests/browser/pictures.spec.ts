import { afterAll, beforeAll, expect, test } from "vitest";
import { debaters, requestOf } from "../support/world.ts";
import { type Stage, startStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

test("The pictures show what was scored, spent and spoken at once, and each has its numbers beside it.", async () => {
  const { world } = stage;
  const profile = { ttft: 400, tps: 200 };
  world.models.use(debaters(["p1", "p2"], { turn: (_, n) => ({ text: `Speech ${n}.`, profile }) }));
  const { id } = await world.create(requestOf({ mode: "simultaneous" }));
  await world.finished(id);
  const { page, complaints, close } = await stage.open(`/debates/${id}`);
  await page.getByText("In pictures").click();
  const [scores, cost, calls] = ["Scores over the rounds", "What it had cost", "Who spoke when"].map((name) =>
    page.locator("figure", { hasText: name }),
  );
  if (!scores || !cost || !calls) return expect.unreachable();

  // The scripted judge gives the first 6 and the second 7, in every round and criterion.
  await scores.getByText("The numbers").click();
  expect(await scores.locator("tbody tr").allInnerTexts()).toEqual(["1\t6.0\t7.0", "2\t6.0\t7.0"]);
  expect(await scores.locator("polyline").count()).toBe(2);
  await scores.getByLabel("Criterion").selectOption("novelty");
  expect(await scores.locator("tbody tr").allInnerTexts()).toEqual(["1\t6.0\t7.0", "2\t6.0\t7.0"]);

  await cost.getByText("The numbers").click();
  const sums = await cost.locator("tbody td").allInnerTexts();
  const { turns, assessments } = await world.transcript(id);
  const total = [...turns, ...assessments].reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
  expect(sums.length).toBe(6);
  expect(Number(sums.at(-1)?.slice(1))).toBeCloseTo(total, 3);

  const bars = await calls.locator("g.voice-1 .fill, g.voice-2 .fill").all();
  const boxes = await Promise.all(bars.map((bar) => bar.boundingBox()));
  const [ada, ben] = boxes.toSorted((a, b) => (a?.x ?? 0) - (b?.x ?? 0));
  if (!ada || !ben) return expect.unreachable();
  expect(ben.x).toBeLessThan(ada.x + ada.width);
  expect(ben.y).not.toBe(ada.y);
  expect(complaints).toEqual([]);
  await close();
});
