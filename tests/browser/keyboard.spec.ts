/** Every page by keys alone: what Tab reaches and shows, where dialogs lead, and where the focus is afterwards. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFixtures, type Fixtures, PAGES, type PageName, unfold } from "./every-page.ts";
import { tabThrough, tabThroughDialog } from "./pages/tabbing.ts";
import { type Stage, startStage, UNHURRIED } from "./stage.ts";

let stage: Stage;
let fixtures: Fixtures;
beforeAll(async () => {
  stage = await startStage(undefined, UNHURRIED);
  fixtures = createFixtures(stage.world);
  await stage.world.post("/v1/presets", { name: "ours", request: { topic: "Is chess a sport?" } });
});
afterAll(() => stage.stop());

async function open(name: PageName, { width = 1280, height = 800, made = fixtures } = {}) {
  const { address, shown } = PAGES[name];
  const opened = await stage.open(await address(made), { viewport: { width, height } });
  await opened.page.locator(shown).first().waitFor();
  return opened;
}

/** For what is done with a page that would change it for the next test. */
const anew = () => ({ made: createFixtures(stage.world) });

const { stage: _hasNoControls, ...WORKED } = PAGES;
const NAMES = Object.keys(WORKED) as PageName[];

test.each(NAMES)("Tab leads to all of a page in its order, shows where one is, and to its end: %s.", async (name) => {
  for (const width of [1280, 390]) {
    const { page, close } = await open(name, { width });
    await unfold(page);
    const { stops, amiss } = await tabThrough(page);
    expect([name, width, amiss]).toEqual([name, width, []]);
    expect(stops[0]).toBe("a “Skip to the content”");
    await close();
  }
});

test.each(NAMES)("The first link skips what stands above the content: %s.", async (name) => {
  const { page, close } = await open(name);
  // The form has the focus in its first field already.
  if (name === "form") await page.locator(".skip").focus();
  else await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await page.evaluate("document.activeElement.id")).toBe("content");
  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.activeElement.closest('#content') !== null")).toBe(true);
  await close();
});

/** Opens what a button opens, by keys; the dialog. */
async function openByKeys(page: Page, name: string) {
  await page.getByRole("button", { name }).first().focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  return dialog;
}

const IS_IN_DIALOG = "document.activeElement.closest('dialog[open]') !== null";
const focused = (page: Page) => page.evaluate<string>("document.activeElement.textContent.trim()");

test.each([
  ["debate", "Actions …"],
  ["debate", "Share …"],
  ["running", "Actions …"],
  ["running", "Share …"],
  ["running", "Stop …"],
  ["keys", "Create a key"],
] as const)(
  "A dialog has all keys while it is open, and gives the focus back: on the page %s, %s",
  async (name, button) => {
    const { page, complaints, close } = await open(name);
    const dialog = await openByKeys(page, button);
    expect(await page.evaluate(IS_IN_DIALOG)).toBe(true);
    const { stops, amiss } = await tabThroughDialog(page);
    expect([name, button, amiss]).toEqual([name, button, []]);
    expect(stops.length).toBeGreaterThan(1);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    expect(await focused(page)).toBe(button);
    expect(complaints).toEqual([]);
    await close();
  },
);

test("The audience's view has no controls, and keys scroll it.", async () => {
  const { page, complaints, close } = await open("stage", { height: 500 });
  // What is drawn later lies below.
  const scrolled = async () => {
    await page.keyboard.press("End");
    return page.evaluate("scrollY + innerHeight >= document.documentElement.scrollHeight - 2");
  };
  await expect.poll(scrolled).toBe(true);
  expect(await page.locator("main :is(button, input, select, textarea):visible").count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

test("Each action's form is opened, left and sent by keys.", async () => {
  const { page, complaints, close } = await open("debate");
  const dialog = await openByKeys(page, "Actions …");
  await dialog.getByRole("heading", { name: "Remove" }).waitFor();
  for (const name of ["Fork", "Twin", "Compare", "Ask another judge", "Rate", "Delete"]) {
    await dialog.getByRole("button", { name }).focus();
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Back" }).waitFor();
    expect([name, await page.evaluate("document.activeElement.tagName")]).toEqual([name, "H2"]);
    const { amiss } = await tabThroughDialog(page);
    expect([name, amiss]).toEqual([name, []]);
    await dialog.getByRole("button", { name: "Back" }).focus();
    await page.keyboard.press("Enter");
  }
  await dialog.getByRole("button", { name: "Rate" }).focus();
  await page.keyboard.press("Enter");
  await dialog.getByRole("radio").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await dialog.locator("output", { hasText: /./ }).waitFor();
  expect(await page.evaluate(IS_IN_DIALOG)).toBe(true);
  expect(complaints).toEqual([]);
  await close();
});

test("The focus stays near a command that is gone once it was given, and in the list of links that lost one.", async () => {
  const { page, complaints, close } = await open("running", anew());
  await page.getByRole("button", { name: "Pause", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Pausing after the work in flight").waitFor();
  expect(await page.evaluate("document.activeElement.closest('.commands') !== null")).toBe(true);
  const dialog = await openByKeys(page, "Share …");
  await dialog.getByRole("button", { name: "Create and copy" }).focus();
  await page.keyboard.press("Enter");
  await dialog.getByText(/It is on until /).waitFor();
  await dialog.getByRole("button", { name: "Revoke" }).focus();
  await page.keyboard.press("Enter");
  await dialog.getByText("Revoked: the link does not work any more.").waitFor();
  expect(await page.evaluate(IS_IN_DIALOG)).toBe(true);
  expect(complaints).toEqual([]);
  await close();
});

test("What a reader sends to a debate that waits leaves the focus with the commands.", async () => {
  const { page, complaints, close } = await open("waiting for a decision", anew());
  await page.locator("#pending input[type=radio]").first().focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Decide" }).focus();
  await page.keyboard.press("Enter");
  await page.locator("#pending").waitFor({ state: "detached" });
  expect(await page.evaluate("document.activeElement.closest('.steer') !== null")).toBe(true);
  expect(complaints).toEqual([]);
  await close();
});
