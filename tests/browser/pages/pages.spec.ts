/** Every page and state: whether everybody can use it, how it fits a phone, and what it weighs. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeKey } from "../../api/access/keys.ts";
import { importConcluded } from "../../support/debates/concluded.ts";
import { CONCLUSION } from "../../support/debates/conclusions.ts";
import { debaters, requestOf } from "../../support/world.ts";
import { at, createFixtures, type Fixtures, once, PAGES, type PageOf, unfold } from "../every-page.ts";
import { type Stage, startStage, UNHURRIED } from "../stage.ts";
import { seriousFaults } from "./axe.ts";

const MOST_BYTES = 110_000;
const SCHEMES = ["light", "dark"] as const;

let stage: Stage;
let fixtures: Fixtures;
beforeAll(async () => {
  stage = await startStage(undefined, UNHURRIED);
  fixtures = createFixtures(stage.world);
});
afterAll(() => stage.stop());

const inMarkdown = once(async () => {
  const { world } = stage;
  const text =
    "# A heading\n\nSome *words*, a [link](https://example.com) and\n\n- a list\n\n| a | b |\n|---|---|\n| 1 | 2 |";
  world.models.use(debaters(["p1", "p2"], { turn: () => ({ text }) }));
  const { id } = await world.create(requestOf({ maxRounds: 2 }));
  await world.finished(id);
  return id;
});

const withExhibits = once(async () =>
  importConcluded(stage.world, { from: await inMarkdown(), conclusion: CONCLUSION, end: "00" }),
);

const drafted = once(async () => {
  const exhibits = [{ title: "Counts", text: "900 cars a day." }];
  const judge = { model: "openai/judge", criteria: [{ name: "Evidence", weight: 1 }] };
  const participants = [{ name: "Ada", model: "openai/gpt-5.5" }, { name: "Ben" }];
  return (await stage.world.create({ exhibits, judge, participants, start: false })).id;
});

const asking = once(async () => {
  const { world } = stage;
  world.models.use(debaters(["p1", "p2"], { ask: () => ["Which city?"] }));
  const { id } = await world.create(requestOf({ clarifications: { enabled: true } }));
  await world.until(id, (e) => e.type === "phase.started" && e["phase"] === "awaiting_answers");
  return id;
});

/** Pages, and states of them that only this file shows. */
const STATES: Record<string, PageOf> = {
  ...PAGES,
  "a draft that is edited": { address: async () => `/debates/${await drafted()}/edit`, shown: ".field .fault" },
  "turns in Markdown": { address: async () => `/debates/${await inMarkdown()}`, shown: ".result" },
  "a conclusion with exhibits": { address: async () => `/debates/${await withExhibits()}`, shown: ".conclusion" },
  "waiting for answers": { address: async () => `/debates/${await asking()}`, shown: "#pending textarea" },
  "a share that is over": at("/shared/no.token", "h1"),
};
const NAMES = Object.keys(STATES);

async function stateOf(name: string) {
  const { address, shown } = STATES[name] as PageOf;
  return { address: await address(fixtures), shown };
}

test.each(NAMES)("axe finds no serious fault in either colour scheme, and it fits a phone: %s.", async (name) => {
  const { address, shown } = await stateOf(name);
  const { page, close } = await stage.open(address, { viewport: { width: 390, height: 844 } });
  await page.locator(shown).first().waitFor();
  await unfold(page);
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    expect([colorScheme, await seriousFaults(page)]).toEqual([colorScheme, []]);
  }
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  await close();
});

const noteWhenShown = (shown: string) => `new MutationObserver((_, own) => {
  if (!document.querySelector(${JSON.stringify(shown)})) return;
  own.disconnect();
  globalThis.shownAt = performance.now();
}).observe(document, { childList: true, subtree: true })`;

/**
 * Of what the page had asked for when the last answer came that the view waited for. What a page asks for once its view
 * stands there comes in sooner or later, as the machine has time.
 */
const BYTES_OF_FIRST_VIEW = `(() => {
  const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  const last = Math.max(...all.map(({ responseEnd }) => responseEnd).filter((end) => end <= shownAt));
  return all.filter(({ startTime }) => startTime < last).reduce((sum, { transferSize }) => sum + transferSize, 0);
})()`;

test.each(NAMES)("The first view of a page is under 110 KB on the line: %s.", async (name) => {
  const { address, shown } = await stateOf(name);
  const { page, close } = await stage.open("about:blank");
  await page.addInitScript(noteWhenShown(shown));
  await page.goto(`${stage.world.url}${address}`);
  await page.locator(shown).first().waitFor();
  const bytes = await page.evaluate<number>(BYTES_OF_FIRST_VIEW);
  expect(bytes).toBeGreaterThan(name === "a share that is over" ? 0 : 10_000);
  expect(bytes).toBeLessThan(MOST_BYTES);
  await close();
});

test("The filters of the list stand in its address, and only what fits them is shown.", async () => {
  const { address } = await stateOf("list");
  const { page, close } = await stage.open(address);
  await page.locator(".debates .topic").first().waitFor();
  const all = await page.locator(".debates .topic").count();
  await page.getByLabel("Tag").first().fill("cities");
  await page.getByLabel("Tag").first().press("Tab");
  await page.waitForURL(/tag=cities/);
  await page.locator(".debates .topic").nth(2).waitFor({ state: "detached" });
  expect(all).toBeGreaterThan(2);
  await page.reload();
  await page.locator(".debates .topic").first().waitFor();
  expect(await page.locator(".debates .topic").count()).toBe(2);
  await close();
});

test("A page is worked by the keyboard alone, and what comes meanwhile leaves the focus where it is.", async () => {
  const { address, shown } = await stateOf("running");
  const { page, close } = await stage.open(address);
  await page.locator(shown).waitFor();
  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the content");
  await page.getByText("Speak as the owner").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Half a rem");
  await stage.world.post(address.replace("/debates", "/v1/debates") + "/interjections", { text: "From elsewhere." });
  await page.getByText("From elsewhere.").waitFor();
  await page.keyboard.type("ark");
  expect(await page.evaluate("document.activeElement.value")).toBe("Half a remark");
  await close();
});

test("A phone's form of a new debate has every field that a desk's has.", async () => {
  const namesOf = (fields: unknown[]) => fields.map((field) => (field as { name: string }).name);
  const fieldsAt = async (width: number) => {
    const { page, close } = await stage.open("/debates", { viewport: { width, height: 844 } });
    await page.getByText("New debate").click();
    await page.getByLabel("Topic").waitFor();
    await page.getByText("More about participant 2").click();
    const names = await page.locator("form.request :is(input, select, textarea):visible").evaluateAll(namesOf);
    await close();
    return names;
  };
  const onDesk = await fieldsAt(1280);
  expect(onDesk).toContain("participants/1/position");
  expect(await fieldsAt(390)).toEqual(onDesk);
});

/** Last: from the first key on nobody is answered without one. */
test("Once there are keys, a page asks for one, keeps it from scripts and addresses, and forgets it at the end.", async () => {
  const { address } = await stateOf("debate");
  const { token } = await makeKey(stage.world.store);
  // The other process's key is known within 5 seconds.
  while ((await stage.world.request("/v1/debates")).status !== 401);
  const { page, context, complaints, close } = await stage.open(address);
  await page.getByLabel("API key").fill("prl_000000000000_wrong");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").filter({ hasText: "is unknown" }).waitFor();
  expect(await page.getByText("Loading").count()).toBe(0);
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByLabel("API key").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator(".result").waitFor();
  expect(page.url()).toBe(`${stage.world.url}${address}`);
  expect(await context.cookies()).toMatchObject([{ name: "parley_session", httpOnly: true, sameSite: "Strict" }]);
  expect(await page.evaluate("document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })")).toBe("{}");
  expect(complaints.filter((line) => !line.includes("401"))).toEqual([]);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("API key").waitFor();
  expect(await context.cookies()).toEqual([]);
  await close();
});
