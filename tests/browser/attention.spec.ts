/** How a page calls its owner. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { held } from "../support/held.ts";
import { kindOf } from "../support/models/replies.ts";
import { requestOf, type World } from "../support/world.ts";
import { type Stage, startStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

/** Stands for a tab behind another one, and keeps the notifications that a page shows. */
const BEHIND = `
  Object.defineProperty(document, "hidden", { get: () => globalThis.isBehind === true });
  globalThis.shown = [];
  globalThis.asked = 0;
  globalThis.Notification = class {
    static requestPermission() { asked += 1; return Promise.resolve("granted"); }
    constructor(words) { shown.push(words); }
    addEventListener() {}
  };
`;
const iconOf = (page: Page) => page.locator("link[rel=icon]").getAttribute("href");

/** The participants' questions are held back until `release`. */
async function asking(world: World) {
  const { release } = held(world, (request) => kindOf(request) === "questions", { ask: () => ["Which city?"] });
  const { id } = await world.create(requestOf({ maxRounds: 1, clarifications: { enabled: true, maxIterations: 1 } }));
  return { id, release };
}

test("The title and the icon are marked while the debate waits for its owner, and no longer.", async () => {
  const { world } = stage;
  const { id, release } = await asking(world);
  const { page, complaints, close } = await stage.open(`/debates/${id}`);
  await page.locator(".status").waitFor();
  const plain = await iconOf(page);
  expect(await page.title()).not.toContain("(!)");
  release();
  await page.getByLabel("Which city?").waitFor();
  expect(await page.title()).toMatch(/^\(!\) /);
  expect(await iconOf(page)).not.toBe(plain);
  await page.getByRole("button", { name: "Skip", exact: true }).click();
  await page.getByRole("heading", { name: /argued better|contested/ }).waitFor();
  expect(await page.title()).not.toContain("(!)");
  expect(await iconOf(page)).toBe(plain);
  expect(complaints).toEqual([]);
  await close();
});

test("A notification is asked for by a click only, and shown when the page is behind others.", async () => {
  const { world } = stage;
  const { id, release } = await asking(world);
  const { page, complaints, close } = await stage.open("about:blank");
  await page.addInitScript(BEHIND);
  await page.goto(`${world.url}/debates/${id}`);
  await page.getByRole("button", { name: "Actions" }).click();
  expect(await page.evaluate("asked")).toBe(0);
  await page.getByRole("button", { name: "Notify me" }).click();
  await page.getByText("You get a notification").waitFor();
  expect(await page.evaluate("asked")).toBe(1);
  await page.evaluate("globalThis.isBehind = true");
  release();
  await expect.poll(() => page.evaluate("shown")).toEqual(["The participants ask the owner questions."]);
  expect(complaints).toEqual([]);
  await close();
});
