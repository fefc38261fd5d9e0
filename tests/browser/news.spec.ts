/** What a screen reader is told of a debate while it is spoken: each turn and change once, and never a piece of text. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { held } from "../support/held.ts";
import { kindOf } from "../support/models/replies.ts";
import { requestOf } from "../support/world.ts";
import { isBens, type Stage, startStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

/**
 * `heard`: each time that something changes in a place that a screen reader reads by itself, the words that are in it then.
 * `pieces`: how many pieces of turns came.
 */
const LISTEN = `globalThis.heard = [];
  globalThis.pieces = 0;
  const listen = EventSource.prototype.addEventListener;
  EventSource.prototype.addEventListener = function (type, ...rest) {
    if (type === "turn.delta") listen.call(this, type, () => (pieces += 1));
    return listen.call(this, type, ...rest);
  };
  new MutationObserver((changes) => {
    const live = "[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log], [role=timer], output";
    const places = changes.map(({ target }) => (target instanceof Element ? target : target.parentElement)?.closest(live));
    for (const place of new Set(places.filter(Boolean))) heard.push(place.textContent.trim());
  }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ["role", "aria-live"] });`;

const heardOn = async (page: Page) => (await page.evaluate<string[]>("heard")).filter((words) => words !== "");

const SENTENCE = "A street is a room that all of us share, and it has walls. ";
const SPOKEN = { text: SENTENCE.repeat(6), profile: { ttft: 0, tps: 80, chunkSize: 6 } };

test("A whole debate is told turn by turn, with its rounds and its end, and never by pieces of text.", async () => {
  const { world } = stage;
  const { release } = held(world, (request) => kindOf(request) === "turn", { turn: () => SPOKEN });
  const { id } = await world.create(requestOf({ maxRounds: 2 }));
  const { page, complaints, close } = await stage.open("about:blank");
  await page.addInitScript(LISTEN);
  await page.goto(`${world.url}/debates/${id}`);
  await page.locator("#g1-r1-t1").waitFor();
  release();
  await page.getByRole("heading", { name: "argued better" }).waitFor();
  await expect.poll(async () => (await heardOn(page)).at(-1)).toMatch(/The debate is over: /);
  const heard = await heardOn(page);
  const told = heard.flatMap((words) => words.split(/(?<=[.!?]) (?=[A-Z])/));
  const times = (sentence: RegExp) => told.filter((each) => sentence.test(each)).length;
  expect([times(/^Ada has spoken\.$/), times(/^Ben has spoken\.$/)]).toEqual([2, 2]);
  expect([times(/^Round 2\.$/), times(/^The debate is over: /)]).toEqual([1, 1]);
  expect(told.join(" ")).not.toContain("A street is a room");
  expect(await page.evaluate("pieces")).toBeGreaterThan(told.length);
  // Four turns, two rounds with their assessments, the judges at the end, and the end.
  expect(told.length).toBeLessThanOrEqual(12);
  expect(complaints).toEqual([]);
  await close();
});

test("Whoever comes while two speak at once is not told what was said before.", async () => {
  const { world } = stage;
  const { release } = held(world, isBens);
  const { id } = await world.create(requestOf({ maxRounds: 1, mode: "simultaneous" }));
  await world.until(id, (event) => event.type === "turn.completed");
  const { page, complaints, close } = await stage.open("about:blank");
  await page.addInitScript(LISTEN);
  await page.goto(`${world.url}/debates/${id}`);
  await page.locator("#g1-r1-t2[aria-busy=true]").waitFor();
  release();
  await page.getByRole("heading", { name: "argued better" }).waitFor();
  await expect.poll(async () => (await heardOn(page)).join(" ")).toContain("The debate is over: ");
  const told = (await heardOn(page)).join(" ");
  expect(told).toContain("Ben has spoken.");
  expect(told).not.toContain("Ada has spoken.");
  expect(complaints).toEqual([]);
  await close();
});
