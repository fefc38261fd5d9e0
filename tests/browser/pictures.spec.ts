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
  const figure = (name: string) => page.locator("figure", { hasText: name });
  const [scores, cost, calls] = [
    figure("Scores over the rounds"),
    figure("What it had cost"),
    figure("Who spoke when"),
  ];

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
  const [first, second] = boxes.flatMap((box) => box ?? []).toSorted((a, b) => a.x - b.x);
  expect(second?.x).toBeLessThan((first?.x ?? 0) + (first?.width ?? 0));
  expect(second?.y).not.toBe(first?.y);
  expect(complaints).toEqual([]);
  await close();
});
