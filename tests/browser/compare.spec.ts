/** The page that compares two debates by their content. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { money } from "../../domain/base/words/figures.words.ts";
import { conclusionOf } from "../support/models/conclusions.ts";
import { verdictJson } from "../support/models/replies.ts";
import { debaters, requestOf } from "../support/world.ts";
import { seriousFaults } from "./pages/axe.ts";
import { type Stage, startStage } from "./stage.ts";

const SIZES = { wide: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };
const LONG = `${"Streets without cars are quieter, safer and better for the shops in them, as nine counts show. ".repeat(9)}The end.`;
const HOSTILE = `<img src=x onerror="document.title='broken'">`;

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

interface Told {
  questions?: string[];
  speech?: string;
  winner?: string;
}

/** A debate with a conclusion, whose cruxes ask these questions. */
async function over(changes: object = {}, { questions = [], speech, winner }: Told = {}): Promise<string> {
  stage.world.models.use(
    debaters(["p1", "p2"], {
      ...(questions.length > 0 && { concludes: (request) => ({ json: askedBy(questions, conclusionOf(request)) }) }),
      ...(winner && { rule: () => ({ text: verdictJson(["p1", "p2"], winner) }) }),
      ...(speech && { turn: (_, n) => ({ text: n === 1 ? speech : `Speech ${n} of this debate.` }) }),
    }),
  );
  const { id } = await stage.world.create(requestOf({ maxRounds: 2, ...changes }));
  await stage.world.finished(id);
  return id;
}

function askedBy(questions: string[], conclusion: ReturnType<typeof conclusionOf>) {
  const [crux] = conclusion.cruxes;
  return { ...conclusion, cruxes: questions.map((question) => ({ ...crux, question })) };
}

async function rowsOf(page: Page, name: string) {
  const rows = await page.locator(`table[aria-label='${name}'] tbody tr`).allInnerTexts();
  return rows.map((row) => row.replaceAll(/\s+/g, " ").trim());
}

async function expectCalm(page: Page, name: string) {
  for (const colorScheme of ["light", "dark"] as const)
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      expect([size, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([size, viewport.width]);
      expect([colorScheme, size, await seriousFaults(page)]).toEqual([colorScheme, size, []]);
      const { SHOTS } = process.env;
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}-${size}-${colorScheme}.png`, fullPage: true });
    }
}

test("Two debates with other judges are named by them; what differs in answers, cruxes, settings and turns stands side by side.", async () => {
  const first = await over(
    { conclusion: true, limits: { maxCostUsd: 2 } },
    {
      questions: ["Do shops lose trade when cars are kept out?", "Who counts more?"],
      speech: `${HOSTILE} ${LONG}`,
    },
  );
  const second = await over(
    { conclusion: true, limits: { maxCostUsd: 5 }, judge: { model: "anthropic/claude-opus-5", bothOrders: false } },
    { questions: ["Do shops really lose their trade without cars?", "What do buses cost?"] },
  );
  const { page, complaints, close } = await stage.open(`/debates/${first}/compare/${second}`, { viewport: SIZES.wide });
  await page.locator(".comparison").waitFor();
  expect(await page.locator("h1").innerText()).toBe("Should cities ban cars?");
  expect(await page.locator(".comparison > .both h2").allInnerTexts()).toEqual([
    "Judged by gpt-5.5",
    "Judged by claude-opus-5",
  ]);
  expect(await page.locator(".lead").innerText()).toMatch(
    /^The same position wins in both: “.+”; support weak in both\.$/,
  );

  const asked = await page.locator(".both.pair").allInnerTexts();
  expect(asked[0]).toMatch(/Do shops lose trade when cars[^]*Do shops really lose/);
  expect(asked[1]).toMatch(/Who counts more[^]*What do buses cost/);

  expect(await rowsOf(page, "What differs")).toEqual([
    "Judge openai/gpt-5.5 anthropic/claude-opus-5",
    "Cost at most, USD 2 5",
  ]);
  await page.getByText(/^What is equal, \d+ settings$/).click();
  expect(await page.locator("table[aria-label='What is equal']").innerText()).toContain("Ada: model");

  await page.getByText("The turns of both, round by round").click();
  await page.locator(".side-round[open] .pair").first().waitFor();
  const round = page.locator(".side-round").first();
  expect(await round.locator("summary").first().innerText()).toBe("Round 1, 2 turns");
  expect(await round.locator(".pair").count()).toBe(2);
  const folded = round.locator(".folded").first();
  expect(await folded.innerText()).not.toContain("The end.");
  await folded.getByText(/^The whole text/).click();
  await folded.getByText("The end.").waitFor();
  expect(await page.locator(".comparison img").count()).toBe(0);
  await expectCalm(page, "judges");
  expect(complaints).toEqual([]);
  await close();
});

test("Another winner, the scores of both and what each cost stand side by side, with the difference.", async () => {
  const [first, second] = [await over(), await over({ maxRounds: 1 }, { winner: "p1" })];
  const { page, complaints, close } = await stage.open(`/debates/${first}/compare/${second}`);
  await page.locator(".comparison").waitFor();
  expect(await page.locator(".lead").innerText()).toBe(
    "Different positions win: “Ben has a position on cars” in “2 rounds”, “Ada has a position on cars” in “1 round”.",
  );
  expect(await page.locator(".figures").allInnerTexts()).toEqual([
    "Outcome\nBen argued better",
    "Outcome\nAda argued better",
  ]);
  const [cost, less] = await Promise.all(
    [first, second].map(async (id) => (await stage.world.debate(id)).cost.totalUsd),
  );
  expect(await rowsOf(page, "Scores and cost")).toEqual([
    "Ada, of 100 60 70 +10",
    "Ben, of 100 70 60 −10",
    "Quality, of 100 72 72 0",
    `Cost ${money(cost)} ${money(less)} −${money((cost ?? 0) - (less ?? 0))}`,
  ]);
  await page.getByText("By criterion").click();
  expect(await rowsOf(page, "By criterion")).toContain("Logic, mean of 10 6.5 6.5 0");
  expect(complaints).toEqual([]);
  await close();
});

test("Different topics are said first, and a debate without a result says so.", async () => {
  const first = await over({ topic: "Should cities ban bikes?" });
  const { id: second } = await stage.world.create(requestOf({ start: false }));
  const { page, complaints, close } = await stage.open(`/debates/${first}/compare/${second}`);
  await page.locator(".comparison").waitFor();
  expect(await page.locator(".comparison > .warn").innerText()).toContain("Their topics are different");
  expect(await page.locator(".lead").innerText()).toMatch(/has no answer yet\.$/);
  expect(await page.locator(".comparison > .both").innerText()).toContain("ban bikes");
  expect(complaints).toEqual([]);
  await close();
});

test("From the page of a debate, its fork is chosen already; the rounds that the fork took over are folded.", async () => {
  const id = await over();
  const { body } = await stage.world.post(`/v1/debates/${id}/fork`, { afterRound: 1 });
  const fork = (body as { id: string }).id;
  await stage.world.finished(fork);
  const { page, complaints, close } = await stage.open(`/debates/${id}`);
  await page.locator("#result").waitFor();
  await page.getByRole("button", { name: "Actions" }).click();
  const dialog = page.locator("dialog.actions");
  await dialog.getByRole("button", { name: "Compare" }).click();
  expect(await page.getByLabel("The other debate").inputValue()).toBe(fork);
  await dialog.getByRole("button", { name: "Compare" }).click();
  await page.locator(".comparison").waitFor();
  expect(await page.locator(".comparison > .both h2").allInnerTexts()).toEqual(["The original", "Fork at round 1"]);
  await page.getByText("The turns of both, round by round").click();
  await page.locator(".side-round").nth(1).waitFor();
  const rounds = await page.locator(".side-round > summary").allInnerTexts();
  expect(rounds).toEqual(["Round 1, the same words in both", "Round 2, 2 turns"]);
  expect(await page.evaluate("[...document.querySelectorAll('.side-round')].map(({ open }) => open)")).toEqual([
    false,
    true,
  ]);
  expect(complaints).toEqual([]);
  await close();
});

test("A debate is compared with another judge's ruling on it, and its turns are not told twice.", async () => {
  const id = await over();
  await stage.world.post(`/v1/debates/${id}/rejudge`, { judge: { model: "anthropic/claude-sonnet-5" } });
  const { page, complaints, close } = await stage.open(`/debates/${id}`);
  await page.getByRole("link", { name: "Compare the verdict with that of anthropic/claude-sonnet-5" }).click();
  await page.locator(".comparison").waitFor();
  expect(page.url()).toContain(`/debates/${id}/compare/j1`);
  expect(await page.locator(".comparison > .both h2").allInnerTexts()).toEqual([
    "Judged by gpt-5.5 at first",
    "Rejudged by claude-sonnet-5",
  ]);
  expect(await page.locator(".comparison").innerText()).toContain("Both judged the same turns");
  await expectCalm(page, "rejudged");
  expect(complaints).toEqual([]);
  await close();
});
