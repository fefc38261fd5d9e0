/** Every page by keys alone: what Tab reaches and shows, where dialogs lead, and where the focus is afterwards. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { held } from "../support/held.ts";
import { debaters, requestOf } from "../support/world.ts";
import { BASE, createIn, itemsOf, readIn, script } from "../workflows/experiments/lab.ts";
import { fareModels, fareRequest } from "./fares.ts";
import { tabThrough, tabThroughDialog } from "./pages/tabbing.ts";
import { isBens, type Stage, startStage, UNHURRIED, undecided } from "./stage.ts";

let stage: Stage;
/** Addresses by what they show, with what stands there once it is shown. */
const pages: Record<string, [address: string, shown: string]> = {};
beforeAll(async () => {
  stage = await startStage(undefined, UNHURRIED);
  const { world } = stage;
  world.models.use(fareModels(() => ({ ttft: 0 })));
  const { id: over } = await world.create(fareRequest());
  await world.finished(over);
  world.models.use(debaters(["p1", "p2"]));
  const twin = ((await world.post(`/v1/debates/${over}/twin`)).body as { id: string }).id;
  await world.finished(twin);
  const shared = await world.post(`/v1/debates/${over}/shares`, { expiresInSeconds: 600 });
  await world.post("/v1/presets", { name: "ours", request: { topic: "Is chess a sport?" } });
  await world.post("/v1/schedules", {
    name: "Mondays",
    request: requestOf(),
    cron: "0 9 * * 1",
    timeZone: "Europe/Berlin",
  });
  script(world);
  const arms = [
    { name: "single", baseline: { vote: 1 } },
    { name: "debate", patch: {} },
  ];
  const { id: experiment } = await createIn(world, { name: "Numbers", base: BASE, items: itemsOf(3), arms });
  while ((await readIn(world, experiment)).status !== "completed");
  pages["the list"] = ["/debates", ".debates a"];
  pages["a new debate"] = ["/debates/new", "form.request"];
  pages["over"] = [`/debates/${over}`, ".result"];
  pages["two debates"] = [`/debates/${over}/compare/${twin}`, ".comparison"];
  pages["shared"] = [new URL((shared.body as { url: string }).url).pathname, ".result"];
  pages["experiments"] = ["/experiments", ".debates a"];
  pages["a new experiment"] = ["/experiments/new", "form"];
  pages["an experiment"] = [`/experiments/${experiment}`, ".matrix td"];
  pages["presets"] = ["/presets", ".debates a"];
  pages["schedules"] = ["/schedules", ".debates summary"];
  pages["ratings"] = ["/ratings", "h2"];
  pages["keys"] = ["/keys", "form.request"];
  pages["the guide"] = ["/docs/guide/formats", "h1"];
  pages["the reference"] = ["/docs", "h1"];
});
afterAll(() => stage.stop());

/** Made for each test: what is done with one would change it for the next. */
const PASSING: Record<string, () => Promise<[address: string, shown: string]>> = {
  "waiting for a decision": async () => [`/debates/${await undecided(stage.world)}`, "#pending input"],
  "under way": async () => {
    held(stage.world, isBens);
    const { id } = await stage.world.create(requestOf({ maxRounds: 3 }));
    return [`/debates/${id}`, "#g1-r1-t2"];
  },
};

async function open(name: string, width = 1280) {
  const [address = "", shown = ""] = (await PASSING[name]?.()) ?? pages[name] ?? [];
  const opened = await stage.open(address, { viewport: { width, height: 800 } });
  await opened.page.locator(shown).first().waitFor();
  return opened;
}

const NAMES = [
  "the list",
  "a new debate",
  "over",
  "two debates",
  "shared",
  "experiments",
  "a new experiment",
  "an experiment",
  "presets",
  "schedules",
  "ratings",
  "keys",
  "the guide",
  "the reference",
  "waiting for a decision",
  "under way",
];

/** Opens all that is folded, so that what is in it is met too. */
async function unfold(page: Page) {
  const everything = "document.querySelectorAll('main details').forEach((each) => (each.open = true))";
  await page.evaluate(everything);
  await page.locator("[aria-busy=true]:not(.turn)").first().waitFor({ state: "detached" });
  if ((await page.locator(".pictures[open]").count()) > 0) await page.locator(".pictures figure").first().waitFor();
  await page.evaluate(everything);
}

test.each(NAMES)("Tab leads to all of a page in its order, shows where one is, and to its end: %s.", async (name) => {
  for (const width of [1280, 390]) {
    const { page, close } = await open(name, width);
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
  if (name === "a new debate") await page.locator(".skip").focus();
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
  ["over", "Actions …"],
  ["over", "Share …"],
  ["under way", "Actions …"],
  ["under way", "Share …"],
  ["under way", "Stop …"],
  ["keys", "Create a key"],
])("A dialog has all keys while it is open, and gives the focus back: on the page %s, %s", async (name, button) => {
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
});

test("The audience's view has no controls, and keys scroll it.", async () => {
  const { page, complaints, close } = await stage.open(`${pages["over"]?.[0]}/stage`, {
    viewport: { width: 1280, height: 500 },
  });
  await page.locator("#result").waitFor();
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
  const { page, complaints, close } = await open("over");
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
  const { page, complaints, close } = await open("under way");
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
  const { page, complaints, close } = await open("waiting for a decision");
  await page.locator("#pending input[type=radio]").first().focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Decide" }).focus();
  await page.keyboard.press("Enter");
  await page.locator("#pending").waitFor({ state: "detached" });
  expect(await page.evaluate("document.activeElement.closest('.steer') !== null")).toBe(true);
  expect(complaints).toEqual([]);
  await close();
});
