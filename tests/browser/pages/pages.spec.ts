/** Every page and state: whether everybody can use it, how it fits a phone, and what it weighs. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeKey } from "../../api/access/keys.ts";
import { importConcluded } from "../../support/debates/concluded.ts";
import { CONCLUSION } from "../../support/debates/conclusions.ts";
import { held } from "../../support/held.ts";
import { debaters, requestOf } from "../../support/world.ts";
import { ARMS, BASE, createIn, itemsOf, readIn, script } from "../../workflows/experiments/lab.ts";
import { isBens, type Stage, startStage, UNHURRIED, undecided } from "../stage.ts";
import { seriousFaults } from "./axe.ts";

const MOST_BYTES = 110_000;
const SCHEMES = ["light", "dark"] as const;

let stage: Stage;
/** Addresses by the state that they show, with what stands there once it is shown. */
const states: Record<string, [address: string, shown: string]> = {};
beforeAll(async () => {
  stage = await startStage(undefined, UNHURRIED);
  const { world } = stage;
  states["the list"] = ["/debates", ".debates a"];
  states["a new debate"] = ["/debates/new", "form.request"];
  states["a draft that is edited"] = [`/debates/${await drafted()}/edit`, ".field .fault"];
  states["keys"] = ["/keys", "form.request"];
  states["no such debate"] = ["/debates/deb-20261121-051254-7K2M9Q", "h1"];
  states["over"] = [`/debates/${await finished()}`, ".result"];
  const concluded = { from: await finished([]), conclusion: CONCLUSION, end: "00" };
  states["over, with a conclusion"] = [`/debates/${await importConcluded(stage.world, concluded)}`, ".conclusion"];
  states["two debates"] = [`/debates/${await finished([])}/compare/${await finished([])}`, ".comparison"];
  states["waiting for answers"] = [`/debates/${await asking()}`, "#pending textarea"];
  states["waiting for a decision"] = [`/debates/${await undecided(stage.world)}`, "#pending input"];
  const shared = await world.post(`/v1/debates/${await finished()}/shares`, { expiresInSeconds: 600 });
  states["shared"] = [new URL((shared.body as { url: string }).url).pathname, ".result"];
  states["a share that is over"] = ["/shared/no.token", "h1"];
  states["an audience"] = [`${(states["over"] ?? [""])[0]}/stage`, "#result"];
  states["experiments"] = ["/experiments", "h1"];
  states["a new experiment"] = ["/experiments/new", "h1"];
  states["an experiment"] = [`/experiments/${await experimented()}`, ".matrix td"];
  states["presets"] = ["/presets", ".debates li"];
  states["schedules"] = ["/schedules", "h1"];
  states["ratings"] = ["/ratings", "h2"];
  states["the guide"] = ["/docs/guide/formats", "h1"];
  states["the reference"] = ["/docs", "h1"];
  held(world, isBens);
  const { id } = await world.create(requestOf({ maxRounds: 3 }));
  states["under way"] = [`/debates/${id}`, "#g1-r1-t2"];
});
afterAll(() => stage.stop());

async function finished(tags = ["cities"]): Promise<string> {
  const { world } = stage;
  const text =
    "# A heading\n\nSome *words*, a [link](https://example.com) and\n\n- a list\n\n| a | b |\n|---|---|\n| 1 | 2 |";
  world.models.use(debaters(["p1", "p2"], { turn: () => ({ text }) }));
  const { id } = await world.create(requestOf({ maxRounds: 2, tags }));
  await world.finished(id);
  return id;
}

async function experimented(): Promise<string> {
  script(stage.world);
  const { id } = await createIn(stage.world, {
    name: "Numbers",
    base: BASE,
    items: itemsOf(2),
    arms: ARMS.slice(0, 2),
  });
  while ((await readIn(stage.world, id)).status !== "completed");
  return id;
}

async function drafted(): Promise<string> {
  const exhibits = [{ title: "Counts", text: "900 cars a day." }];
  const judge = { model: "openai/judge", criteria: [{ name: "Evidence", weight: 1 }] };
  const participants = [{ name: "Ada", model: "openai/gpt-5.5" }, { name: "Ben" }];
  return (await stage.world.create({ exhibits, judge, participants, start: false })).id;
}

async function asking(): Promise<string> {
  const { world } = stage;
  world.models.use(debaters(["p1", "p2"], { ask: () => ["Which city?"] }));
  const { id } = await world.create(requestOf({ clarifications: { enabled: true } }));
  await world.until(id, (e) => e.type === "phase.started" && e["phase"] === "awaiting_answers");
  return id;
}

const NAMES = [
  "the list",
  "a new debate",
  "a draft that is edited",
  "keys",
  "no such debate",
  "over",
  "over, with a conclusion",
  "two debates",
  "waiting for answers",
  "waiting for a decision",
  "shared",
  "a share that is over",
  "under way",
];

/** Pages whose states have their own tests. */
const FEATURES = [
  "an audience",
  "experiments",
  "a new experiment",
  "an experiment",
  "presets",
  "schedules",
  "ratings",
  "the guide",
  "the reference",
];

test.each(NAMES)("axe finds no serious fault in either colour scheme, and it fits a phone: %s.", async (name) => {
  const [address = "", shown = ""] = states[name] ?? [];
  const { page, close } = await stage.open(address, { viewport: { width: 390, height: 844 } });
  await page.locator(shown).first().waitFor();
  for (const summary of await page.locator("summary").all()) await summary.click();
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

test.each([...NAMES, ...FEATURES])("The first view of a page is under 110 KB on the line: %s.", async (name) => {
  const [address = "", shown = ""] = states[name] ?? [];
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
  const { page, close } = await stage.open("/debates");
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
  const [address = ""] = states["under way"] ?? [];
  const { page, close } = await stage.open(address);
  await page.locator("#g1-r1-t2").waitFor();
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
  const [address = ""] = states["over"] ?? [];
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
