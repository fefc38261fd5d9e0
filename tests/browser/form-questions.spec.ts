/** The form asks three questions, says what answers cost, speaks to people, and keeps its button in sight. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inEverySize } from "./every-size.ts";
import { chooseFormat, openPart } from "./form-parts.ts";
import { type Stage, startStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

const PHONE = { viewport: { width: 390, height: 844 } };
const levelOf = (page: Page, name: string) => page.locator(`[data-level="${name}"]`);
const minutesIn = (text: string) => {
  const [, figure, unit] = /about ([\d.]+) (s|min)$/.exec(text) ?? [];
  return Number(figure) / (unit === "s" ? 60 : 1);
};
const dollarsIn = (text: string) => Number(/\$([\d.]+)/.exec(text)?.[1]);

/** Names of the API that say nothing to people. */
const WORDS_OF_THE_API = [
  "usual/",
  "every-round",
  "final-only",
  "simultaneous",
  "sequential",
  "answers-and-reasons",
  "control arm",
  "controlArm",
  "skipIfUnanimous",
  "bothOrders",
  "orderCheck",
  "earlyStopScore",
  "maxRounds",
  "With poll",
  "With vote",
  "With exhibits",
  "quorum",
  "labels",
  "webhook",
];

test("Three questions come first, and everything else is folded by noun.", async () => {
  await inEverySize(stage, "/debates/new", async ({ page }) => {
    await page.locator(".question").nth(2).waitFor();
    const questions = await page.locator(".question > legend").allInnerTexts();
    expect(questions).toEqual(["What should be debated?", "Who debates?", "How thorough?"]);
    const parts = page.locator(".parts > details");
    const nouns = await parts.locator("> summary strong").allInnerTexts();
    expect(nouns).toEqual([
      "Format",
      "Material and tools",
      "Background",
      "Rounds",
      "Judging",
      "Checks",
      "Limits",
      "Prompts",
      "Notifications",
      "Preset",
    ]);
    expect(await page.locator(".parts > details[open]").count()).toBe(0);
    // Between the first question and the button, the keyboard meets the topic first.
    await page.getByLabel("Topic").and(page.locator(":focus")).waitFor();
  });
});

test("Each level says its cost and its time, costs rise, and the chosen one is what is sent.", async () => {
  const { page, complaints, close } = await stage.open("/debates/new");
  await page.getByLabel("Topic").fill("Should cities ban cars?");
  await chooseFormat(page, "dialectic");
  for (const at of [0, 1]) await page.locator(`[name="participants/${at}/model"]`).fill("openai/gpt-5.5");
  await page.locator('[name="judge/model"]').fill("openai/gpt-5.5");
  const costs: number[] = [];
  for (const name of ["quick", "usual", "thorough"]) {
    const figures = levelOf(page, name).locator(".figures");
    await figures.filter({ hasText: /^about \$[\d.]+, about [\d.]+ (s|min)$/ }).waitFor();
    costs.push(dollarsIn(await figures.innerText()));
  }
  expect(costs).toEqual(costs.toSorted((a, b) => a - b));
  expect(new Set(costs).size).toBe(3);
  expect(await levelOf(page, "usual").locator("input").isChecked()).toBe(true);
  // The arrows of the keyboard choose too.
  await levelOf(page, "usual").locator("input").press("ArrowRight");
  expect(await levelOf(page, "thorough").locator("input").isChecked()).toBe(true);
  await expect
    .poll(async () => dollarsIn(await page.locator(".estimate strong").innerText()))
    .toBe(dollarsIn(await levelOf(page, "thorough").locator(".figures").innerText()));
  await page.getByRole("button", { name: "Keep as a draft" }).click();
  await page.waitForURL(/\/debates\/deb-/);
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const { body } = await stage.world.request(`/v1/debates/${id}/request`);
  expect(body).toMatchObject({ format: "dialectic", maxRounds: 5 });
  expect(complaints).toEqual([]);
  await close();
});

test("By default, a more thorough debate costs more and takes longer, and a judge without a price is named.", async () => {
  await using priced = new AsyncDisposableStack();
  const own = priced.adopt(await startStage(undefined, { defaultJudge: null }), (it) => it.stop());
  const { page, close } = await own.open("/debates/new");
  const found: { cost: number; minutes: number }[] = [];
  for (const name of ["quick", "usual", "thorough"]) {
    const figures = levelOf(page, name).locator(".figures", { hasText: /^about \$[\d.]+, about [\d.]+ (s|min)$/ });
    await figures.waitFor();
    const text = await figures.innerText();
    found.push({ cost: dollarsIn(text), minutes: minutesIn(text) });
  }
  const [quick, usual, thorough] = found;
  expect(quick?.cost).toBeLessThan(usual?.cost ?? 0);
  expect(usual?.cost).toBeLessThan(thorough?.cost ?? 0);
  expect(quick?.minutes).toBeLessThan(usual?.minutes ?? 0);
  expect(usual?.minutes).toBeLessThan(thorough?.minutes ?? 0);
  await close();

  // This server's usual judge has no price that is known.
  const unknown = await stage.open("/debates/new");
  const dearest = levelOf(unknown.page, "thorough").locator(".figures");
  await dearest.filter({ hasText: /^cost unknown, about [\d.]+ (s|min)$/ }).waitFor();
  await unknown.page.getByText(/^Cost unknown: .*openai\/judge/).waitFor();
  await unknown.close();
});

test("What is set otherwise is the reader's own, and a level takes it back.", async () => {
  const { page, close } = await stage.open("/debates/new");
  await openPart(page, "Rounds");
  await page.getByRole("spinbutton", { name: "Rounds" }).fill("7");
  await levelOf(page, "own").waitFor();
  expect(await levelOf(page, "own").locator("input").isChecked()).toBe(true);
  await levelOf(page, "quick").click();
  expect(await page.getByRole("spinbutton", { name: "Rounds" }).inputValue()).toBe("2");
  await levelOf(page, "own").waitFor({ state: "detached" });
  // Another format keeps how thorough it is.
  await chooseFormat(page, "oxford");
  expect(await levelOf(page, "quick").locator("input").isChecked()).toBe(true);
  await close();
});

test("Every format says when to use it and what it costs, and Parley can choose.", async () => {
  const { page, complaints, close } = await stage.open("/debates/new");
  await openPart(page, "Format");
  const choices = page.locator('.choice:has(input[name="format"])');
  expect(await choices.first().locator("strong").innerText()).toBe("Choose for me");
  expect(await choices.first().locator("input").isChecked()).toBe(true);
  const { items } = (await stage.world.request("/v1/formats")).body as { items: { title: string; when: string }[] };
  expect(await choices.count()).toBe(items.length + 1);
  for (const { title, when } of items) {
    const choice = page.getByRole("radio", { name: title, exact: true }).locator("xpath=..");
    expect(await choice.locator(".when").innerText()).toBe(when);
    await choice
      .locator(".figures")
      .filter({ hasText: /(\$|costs nothing|cost unknown).*, about/ })
      .waitFor();
  }
  expect(complaints).toEqual([]);
  await close();
});

test("No part of the form, for any kind of format, has words of the API.", async () => {
  const { page, close } = await stage.open("/debates/new?preset=decision");
  await page.locator(".parts").waitFor();
  for (const format of ["auto", "oxford", "dialectic", "proposer-skeptic", "question", "council"]) {
    await chooseFormat(page, format);
    await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
    const text = await page.evaluate<string>(
      "document.querySelector('main').innerText + [...document.querySelectorAll('main :is(input, textarea)')].map(({ value, type }) => type === 'radio' ? '' : value).join('\\n')",
    );
    expect(text).toContain("Everything else");
    expect([format, WORDS_OF_THE_API.filter((word) => text.includes(word))]).toEqual([format, []]);
  }
  await close();
});

test("On a phone the button to start is in sight at both ends of the form, and hides no field that has the focus.", async () => {
  const { page, close } = await stage.open("/debates/new", PHONE);
  const start = page.getByRole("button", { name: "Start the debate" });
  await page.locator(".estimate strong").waitFor();
  const inSight = async () => {
    const box = await start.boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= PHONE.viewport.height;
  };
  expect(await inSight()).toBe(true);
  await openPart(page, "Format");
  await page.locator(".parts").evaluate("(part) => part.scrollIntoView()");
  expect(await inSight()).toBe(true);
  await page.evaluate("scrollTo(0, document.body.scrollHeight)");
  expect(await inSight()).toBe(true);
  // By the keyboard through the whole form: what has the focus is never under the bar.
  await page.getByLabel("Topic").focus();
  for (let at = 0; at < 25; at++) {
    await page.keyboard.press("Tab");
    const isHidden = await page.evaluate<boolean>(`(() => {
      const bar = document.querySelector(".bar");
      const at = document.activeElement;
      if (bar.contains(at) || at === document.body) return false;
      return at.getBoundingClientRect().top >= bar.getBoundingClientRect().top && Boolean(at.compareDocumentPosition(bar) & 4);
    })()`);
    expect([at, isHidden]).toEqual([at, false]);
  }
  await close();
});
