/** The conclusion on the page: what the person who asked sees first, at a desk and on a phone. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agents, dialecticRequest } from "../support/agents.ts";
import { CLAIM_EXHIBITS, claimManner } from "../support/debates/claims.ts";
import { importConcluded } from "../support/debates/concluded.ts";
import { CONCLUSION, CONTESTED } from "../support/debates/conclusions.ts";
import { cast, skepticRequest } from "../support/debates/skeptic.ts";
import { held } from "../support/held.ts";
import { debaters, requestOf } from "../support/world.ts";
import { seriousFaults } from "./pages/axe.ts";
import { contested } from "./pictured.ts";
import { isBens, type Stage, startStage } from "./stage.ts";

const DESK = { viewport: { width: 1280, height: 850 } };
const PHONE = { viewport: { width: 390, height: 844 } };
const HOSTILE = `<img src=x onerror="document.title='taken'"> [a](javascript:alert(1)) **bold**`;

let stage: Stage;
/** Ids by what they came to. */
const ids: Record<string, string> = {};
beforeAll(async () => {
  stage = await startStage();
  const { world } = stage;
  const over = async (request: object) => {
    const { id } = await world.create(request);
    await world.finished(id);
    return id;
  };
  world.models.use(debaters(["p1", "p2"]));
  const verdict = await over(requestOf({ maxRounds: 1 }));
  const divided = await contested({ world });
  world.models.use(debaters(["p1", "p2"], claimManner));
  ids["claims"] = await over(requestOf({ exhibits: CLAIM_EXHIBITS, conclusion: true }));
  world.models.use(agents({}));
  const solution = await over(dialecticRequest({}, ["architect", "security"]));
  world.models.use(cast());
  const answer = await over(skepticRequest({}));
  const noMotion = { ...CONCLUSION, answer: { ...CONCLUSION.answer, stance: null } };
  const hostile = { ...CONCLUSION, answer: { text: HOSTILE, stance: "for" as const } };
  const kinds = [
    { kind: "verdict", from: verdict, conclusion: CONCLUSION },
    { kind: "contested", from: divided, conclusion: CONTESTED },
    { kind: "solution", from: solution, conclusion: noMotion },
    { kind: "answer", from: answer, conclusion: noMotion },
    { kind: "hostile", from: verdict, conclusion: hostile },
  ];
  for (const [i, { kind, from, conclusion }] of kinds.entries())
    ids[kind] = await importConcluded(world, { from, conclusion, end: `0${i}` });
});
afterAll(() => stage.stop());

const bottomOf = async (page: Page, text: string) => {
  const box = await page.locator(".result").getByText(text, { exact: true }).first().boundingBox();
  return (box?.y ?? Number.NaN) + (box?.height ?? 0);
};

test("At a desk the first screen has the answer, its support, what decides it, what would change it and the next steps.", async () => {
  const { page, complaints, close } = await stage.open(`/debates/${ids["verdict"]}`, DESK);
  await page.locator("#result").waitFor();
  // Only an import has this line, and the debate stands for one that ran here.
  await page.locator(".imported").evaluate((line) => line.remove());
  const { answer, cruxes, wouldChange, nextSteps } = CONCLUSION;
  const texts = [answer.text, ...cruxes.map(({ question }) => question), wouldChange[0]?.observation ?? ""];
  for (const text of texts) expect([text, (await bottomOf(page, text)) <= 850]).toEqual([text, true]);
  expect(await bottomOf(page, nextSteps[0]?.action ?? "")).toBeLessThanOrEqual(850);
  expect(await page.locator(".support").innerText()).toBe(
    "For the motion. Support: moderate. 5 of 6 ballots name Ada. The winner leads by 6.4 of 100 on average. 3 judges of 2 model families ruled.",
  );
  expect(complaints).toEqual([]);
  await close();
});

test("On a phone the first screen has the answer and its support.", async () => {
  const { page, close } = await stage.open(`/debates/${ids["verdict"]}`, PHONE);
  await page.locator("#result").waitFor();
  expect(await bottomOf(page, CONCLUSION.answer.text)).toBeLessThan(844);
  const support = await page.locator(".support").boundingBox();
  expect((support?.y ?? Number.NaN) + (support?.height ?? 0)).toBeLessThan(844);
  await close();
});

test("The answer comes first, then the ruling, who took part, and what was said; each kind of result has its ruling.", async () => {
  const rulings = {
    verdict: /argued better/,
    contested: /contested/,
    solution: /^The solution$/,
    answer: /^The answer in full$/,
  };
  for (const [kind, ruling] of Object.entries(rulings)) {
    const { page, close } = await stage.open(`/debates/${ids[kind]}`);
    await page.locator("#g1-r1-t1").waitFor({ state: "attached" });
    const [first, second] = await page.locator("#result h2").allInnerTexts();
    expect([kind, first, ruling.test(second ?? "")]).toEqual([kind, "The answer", true]);
    const places = await page.evaluate<number[]>(
      `["#result", ".ruling", ".cast", ".story"].map((name) => document.querySelector(name).getBoundingClientRect().top)`,
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    await close();
  }
});

test("Turns and exhibits that it names are links that lead to them, and the evidence's status is told in words.", async () => {
  const { page, close } = await stage.open(`/debates/${ids["verdict"]}`);
  const conclusion = page.locator(".conclusion");
  await conclusion.waitFor();
  await page.locator("#g1-r1-t1").waitFor({ state: "attached" });
  await conclusion.getByRole("link", { name: "round 1, turn 2" }).first().click();
  await page.waitForURL(/#g1-r1-t2$/);
  expect(await page.locator("#g1-r1-t2:target").count()).toBe(1);
  await conclusion.getByRole("link", { name: "E1" }).first().click();
  await page.getByText("Source: Chamber").waitFor();
  for (const words of [
    "An exhibit supports it, as the judge reads it",
    "An exhibit contradicts it, as the judge reads it",
    "Not verified by any exhibit",
  ])
    expect(await conclusion.getByText(`${words}:`, { exact: true }).count()).toBe(1);
  await close();
});

test("Claims stand under the conclusion with what the exhibits say of them, and their passages, on the page and in the report.", async () => {
  for (const path of [`/debates/${ids["claims"]}`, `/v1/debates/${ids["claims"]}/transcript?as=html`]) {
    const { page, complaints, close } = await stage.open(path);
    const claims = page.locator(".claims li");
    await claims.first().waitFor();
    const said = await claims.allInnerTexts();
    expect([path, said.map((text) => text.slice(0, text.indexOf(":")))]).toEqual([
      path,
      [
        "An exhibit supports it, as the judge reads it",
        "An exhibit contradicts it, as judges of two families read it",
        ...Array(3).fill("Not verified by any exhibit"),
      ],
    ]);
    expect(said[0]).toContain("Fine Dust fell by eleven");
    expect(said[2]).toContain("what was quoted for it stands in no such exhibit");
    expect(said[3]).toContain("there is no such exhibit: E9");
    expect(await claims.nth(1).getByRole("link", { name: "E2" }).first().getAttribute("href")).toBe("#E2");
    expect(await seriousFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  }
});

test("A contested verdict is told as contested: nobody wins, and the answer stands on no side.", async () => {
  const { page, close } = await stage.open(`/debates/${ids["contested"]}`);
  await page.locator(".conclusion").waitFor();
  const text = await page.locator(".conclusion").innerText();
  expect(text).toContain("Support: contested. The two orders of the labels have different winners.");
  expect(text).not.toMatch(/\bwins?\b|the motion\./);
  expect(await page.locator(".status").innerText()).toContain("The verdict is contested");
  await close();
});

test("What a model wrote is text: it makes no element, and runs nothing, also in the report.", async () => {
  for (const address of [`/debates/${ids["hostile"]}`, `/v1/debates/${ids["hostile"]}/transcript?as=html`]) {
    const { page, complaints, close } = await stage.open(address);
    await page.locator(".conclusion").waitFor();
    expect(await page.locator(".conclusion .lead").innerText()).toBe(HOSTILE);
    expect(await page.locator(".conclusion img").count()).toBe(0);
    expect(await page.title()).not.toBe("taken");
    expect(complaints).toEqual([]);
    await close();
  }
});

test("A share's readers and an audience see the answer as its owner does.", async () => {
  const { body } = await stage.world.post(`/v1/debates/${ids["verdict"]}/shares`, { expiresInSeconds: 600 });
  const shared = new URL((body as { url: string }).url).pathname;
  for (const address of [shared, `${shared}/stage`, `/debates/${ids["verdict"]}/stage`]) {
    const { page, complaints, close } = await stage.open(address, DESK);
    await page.getByRole("heading", { name: "The answer", level: 2 }).waitFor();
    expect(await page.locator(".lead").first().innerText()).toBe(CONCLUSION.answer.text);
    expect(await bottomOf(page, CONCLUSION.answer.text)).toBeLessThan(850);
    expect(await page.locator(".support").innerText()).toContain("Support: moderate.");
    expect(complaints).toEqual([]);
    await close();
  }
});

test.each(["verdict", "contested", "solution", "answer"])(
  "axe finds no serious fault in it in either colour scheme, and it fits a phone, on the page and in the report: %s.",
  async (kind) => {
    for (const address of [`/debates/${ids[kind]}`, `/v1/debates/${ids[kind]}/transcript?as=html`]) {
      const { page, close } = await stage.open(address, { ...PHONE, bypassCSP: true });
      await page.locator(".conclusion").waitFor();
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect([address, colorScheme, await seriousFaults(page)]).toEqual([address, colorScheme, []]);
      }
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
      await close();
    }
  },
);

test("The list has the answer's first sentence, and who argued better.", async () => {
  const { page, close } = await stage.open("/debates");
  const row = page.locator(".debates li", { has: page.locator(`a[href="/debates/${ids["verdict"]}"]`) });
  await row.waitFor();
  expect(await row.locator(".answer").innerText()).toBe(
    "Close the centre to private cars, with exemptions for deliveries.",
  );
  expect(await row.locator(".facts").innerText()).toMatch(/(Ada|Ben) argued better/);
  await close();
});

test("A debate that ends while it is read shows its result above the story: who followed is taken there, nobody else is moved.", async () => {
  const { world } = stage;
  const long = "A street is a room that all of us share. ".repeat(80);
  const { release } = held(world, isBens, { turn: (_, n) => ({ text: n === 1 ? long : "Not of all of us." }) });
  const { id } = await world.create(requestOf({ maxRounds: 1 }));
  const [follower, reader] = [await stage.open(`/debates/${id}`, DESK), await stage.open(`/debates/${id}`, DESK)];
  for (const { page } of [follower, reader]) {
    await page.locator("#g1-r1-t2").waitFor();
    await page.locator("#g1-r1-t1[data-settled]").waitFor();
  }
  await reader.page.locator("#g1-r1-t1").evaluate((node: { scrollIntoView(): void }) => node.scrollIntoView());
  await follower.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
  const placeOf = async (page: Page, name: string) => (await page.locator(name).boundingBox())?.y ?? Number.NaN;
  const before = await placeOf(reader.page, "#g1-r1-t1");
  release();
  for (const { page } of [follower, reader]) await page.locator("#result").waitFor();
  await expect.poll(() => placeOf(follower.page, "#result-title")).toBeLessThan(200);
  expect(await placeOf(follower.page, "#result-title")).toBeGreaterThan(0);
  expect(Math.abs((await placeOf(reader.page, "#g1-r1-t1")) - before)).toBeLessThan(3);
  expect([...follower.complaints, ...reader.complaints]).toEqual([]);
  await Promise.all([follower.close(), reader.close()]);
});
