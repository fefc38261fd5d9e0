import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { held } from "../support/held.ts";
import { debaters, requestOf } from "../support/world.ts";
import { contested, controlled, doubted, heard, judged, refined, voted } from "./pictured.ts";
import { isBens, type Stage, startStage } from "./stage.ts";

const AXE = await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

const figureOf = (page: Page, name: string) =>
  page.locator("figure", { has: page.getByRole("heading", { name, exact: true }) });

/** The rows of the first table of numbers in a picture, with single spaces between cells. */
async function numbersOf(page: Page, name: string): Promise<string[]> {
  const figure = figureOf(page, name);
  await figure.getByText("The numbers").first().click();
  const rows = await figure.locator("details").first().locator("tbody tr").allInnerTexts();
  return rows.map((row) => row.replaceAll(/\s+/g, " "));
}

async function boxesOf(bars: Locator) {
  const boxes = await Promise.all((await bars.all()).map((bar) => bar.boundingBox()));
  return boxes.flatMap((box) => box ?? []);
}

async function opened(address: string, options: Parameters<Stage["open"]>[1] = {}) {
  const watched = await stage.open(address, options);
  await watched.page.getByText("In pictures").click();
  await watched.page.locator(".pictures[aria-busy=false] figure").first().waitFor();
  return watched;
}

test("The pictures show what was scored, spent and spoken at once, and each has its numbers beside it.", async () => {
  const { world } = stage;
  const profile = { ttft: 400, tps: 200 };
  world.models.use(debaters(["p1", "p2"], { turn: (_, n) => ({ text: `Speech ${n}.`, profile }) }));
  const { id } = await world.create(requestOf({ mode: "simultaneous" }));
  await world.finished(id);
  const { page, complaints, close } = await opened(`/debates/${id}`);
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
  const sums = await cost.locator("tbody tr").last().locator("td").allInnerTexts();
  const { usage, cost: spent } = await world.debate(id);
  expect(await cost.locator("tbody tr").count()).toBe(7);
  expect(Number(sums[0]?.slice(1))).toBeCloseTo(spent.totalUsd ?? 0, 3);
  expect(sums[1]).toBe((usage.inputTokens + usage.outputTokens).toLocaleString("en"));

  // The second began to wait before the first was done, on a line of its own.
  const begins = await boxesOf(calls.locator("g.voice-1 .wait, g.voice-2 .wait"));
  const ends = await boxesOf(calls.locator("g.voice-1 .fill, g.voice-2 .fill"));
  const [first, second] = begins.toSorted((a, b) => a.x - b.x);
  const firstEnd = Math.min(...ends.map(({ x, width }) => x + width));
  expect(second?.x).toBeLessThan(firstEnd);
  expect(second?.y).not.toBe(first?.y);
  expect(complaints).toEqual([]);
  await close();
});

test("A call that failed, its retry, the limits, changed positions and what was measured are all seen.", async () => {
  const { world } = stage;
  const id = await judged({ world });
  const { page, complaints, close } = await opened(`/debates/${id}`);
  const calls = figureOf(page, "Who spoke when");
  expect(await calls.locator("svg.calls .fails").count()).toBe(1);
  const told = await numbersOf(page, "Who spoke when");
  // 12 turns, one of which took two attempts, 4 assessments, the check of claims and a ballot.
  expect(told.length).toBe(12 + 1 + 4 + 1 + 1);
  expect(told.filter((row) => row.endsWith("tried again"))).toMatchObject([expect.stringMatching(/^Ben Response 1 /)]);
  expect(told.at(-1)).toMatch(/^The judge Ballot, openai\/gpt-5.5 /);

  const cost = figureOf(page, "What it had cost");
  const { usage, cost: spent } = await world.debate(id);
  // Which of the three prices pays for most tokens is decided by who is heard first.
  const share = Math.round(((spent.totalUsd ?? 0) / 3) * 100);
  const [money = "", ofTokens, ...more] = await cost.locator("p").allInnerTexts();
  expect(money).toMatch(new RegExp(`^Cost: \\$\\d\\.\\d{4} of \\$3\\.00, ${share} % of the limit$`));
  // The page adds the calls up in another order: a sum between two ten-thousandths may become either.
  expect(Math.abs(Number(money.slice(7, 13)) - (spent.totalUsd ?? 0))).toBeLessThan(0.0001);
  expect(more).toEqual([]);
  expect(ofTokens).toMatch(/^Tokens: [\d.]+k of 400k, \d+ % of the limit$/);
  const tokens = (usage.inputTokens + usage.outputTokens).toLocaleString("en");
  expect((await numbersOf(page, "What it had cost")).at(-1)?.endsWith(` ${tokens}`)).toBe(true);

  expect(await figureOf(page, "Who held what").locator("li").allInnerTexts()).toEqual([
    "Round 2: Ben left the position that it was to hold, from “Ben has a position on cars.” to “A toll on every car.”, because of E1.",
    expect.stringMatching(/^Round 3: Cleo left the position that it was to hold, from .* unprompted\.$/),
  ]);
  expect(await numbersOf(page, "Who held what")).toEqual([
    "Ada 1–4 Ada has a position on cars. –",
    "Ben 1 Ben has a position on cars. –",
    "Ben 2–4 A toll on every car. E1",
    "Cleo 1–2 Cleo has a position on cars. –",
    "Cleo 3–4 Trams first. unprompted",
  ]);

  // The judge flags rounds 3 and 4; by the words, what was said in them stood in other rounds before.
  const rounds = await numbersOf(page, "Quality, novelty and repetition");
  expect(rounds.map((row) => row.split(" ").slice(0, 4))).toEqual([
    ["1", "8.0", "5.0", "–"],
    ["2", "7.0", "4.0", "–"],
    ["3", "6.0", "3.0", "repeats"],
    ["4", "5.0", "2.0", "repeats"],
  ]);
  expect(rounds[3]).toContain("100 %");
  await expect
    .poll(() => figureOf(page, "Quality, novelty and repetition").innerText())
    .toContain("quality declining, novelty declining");
  expect(complaints).toEqual([]);
  await close();
});

test("Ballots stand by judge and order with what was shown, and other judges' rulings side by side, on a shared page too.", async () => {
  const { world } = stage;
  const id = await contested({ world });
  await world.post(`/v1/debates/${id}/rejudge`, { judge: { model: "openai/judge-a", bothOrders: false } });
  await expect.poll(async () => (await world.debate(id)).rejudgements?.[0]?.status).toBe("completed");
  const shared = await world.post(`/v1/debates/${id}/shares`, { expiresInSeconds: 600 });
  const { pathname } = new URL((shared.body as { url: string }).url);
  for (const address of [`/debates/${id}`, pathname]) {
    const { page, complaints, close } = await opened(address);
    const ballots = figureOf(page, "The ballots");
    expect(await ballots.locator("table.ballots .ballot").allInnerTexts()).toEqual(["Ada", "Ada", "Ben", "Ben"]);
    expect(await ballots.locator("table.ballots th").allInnerTexts()).toEqual([
      "Judge",
      "In the given order",
      "In the reversed order",
      "openai/judge-a",
      "openai/judge-b",
    ]);
    const shown = await ballots.locator("table.ballots td .quiet").allInnerTexts();
    expect(shown[0]).toMatch(/^shown Speaker A: (Ada, Speaker B: Ben|Ben, Speaker B: Ada)$/);
    expect(shown[1]).not.toBe(shown[0]);
    expect(await ballots.locator("p").allInnerTexts()).toEqual([
      "Pairs of judges that name the same winner: 0 %",
      "Judges that name the same winner in both orders: 100 %",
    ]);
    expect((await numbersOf(page, "The ballots"))[0]).toBe("openai/judge-a given Ada 90.0 45.0 It was clearer.");

    const rulings = figureOf(page, "Verdicts side by side");
    await rulings.locator("svg").waitFor();
    expect(await rulings.locator(".ballot").allInnerTexts()).toEqual(["contested", "Ada"]);
    expect((await numbersOf(page, "Verdicts side by side"))[1]).toBe(
      "Rejudgement j1 openai/judge-a Ada 72 – / – 90.0 45.0",
    );
    expect(complaints).toEqual([]);
    await close();
  }
});

test("Answers without the debate stand beside its result, with what most gave and whether the debate differs.", async () => {
  const id = await controlled({ world: stage.world });
  const { page, close } = await opened(`/debates/${id}`);
  const result = page.locator(".result");
  await result.getByRole("heading", { name: "Answers without the debate" }).waitFor();
  expect(await result.innerText()).toContain("2 of 3 gave the most frequent answer.");
  expect(await result.innerText()).toContain("The debate's answer is another one.");
  const rows = page.getByRole("group", { name: "Answers without the debate" }).locator("tbody tr");
  expect((await rows.allInnerTexts()).map((row) => row.split(/\s*\t\s*/))).toEqual([
    ["Ban cars.", "2"],
    ["Price cars.", "1"],
  ]);
  await close();
});

test("An audience's votes stand in the result with its net swing, and as a picture.", async () => {
  const { page, close } = await opened(`/debates/${await heard({ world: stage.world })}`);
  expect(await numbersOf(page, "Votes on the motion")).toEqual(["Before 0 5 0", "After 5 0 0"]);
  const text = await page.locator(".result").innerText();
  expect(text).toContain("Net swing towards the motion: +5 of 5 voters");
  expect(text).toContain("5 moved from undecided to for");
  expect(await page.locator(".story").innerText()).toContain("Voter 5 votes after the debate: for");
  await close();
});

test("Votes on a motion, a skeptic's scores and the calls of a dialectic have their pictures.", async () => {
  const { world } = stage;
  const motion = await opened(`/debates/${await voted({ world })}`);
  expect(await numbersOf(motion.page, "Votes on the motion")).toEqual(["Before 0 3 0", "After 3 0 0"]);
  const votes = (await numbersOf(motion.page, "Who spoke when")).filter((row) => row.includes("Vote"));
  expect(votes.map((row) => row.split(" ").slice(0, 5).join(" ")).toSorted()).toEqual(
    ["after", "before"].flatMap((when) =>
      ["a", "b", "c"].map((judge) => `The judge Vote ${when}, openai/judge-${judge}`),
    ),
  );
  await motion.close();
  const proposal = await opened(`/debates/${await doubted({ world })}`);
  expect(await numbersOf(proposal.page, "The skeptic's score of each proposal")).toEqual([
    "1 4 not ready yet",
    "2 5 not ready yet",
    "3 6 ready for the answer",
  ]);
  await proposal.close();
  const id = await refined({ world });
  const solution = await opened(`/debates/${id}`);
  const told = await numbersOf(solution.page, "Who spoke when");
  expect(told.length).toBe((await world.debate(id)).usage.calls);
  expect(told.at(-1)).toMatch(/^The judge Solution /);
  await solution.close();
});

test("Nothing of the pictures is loaded before somebody opens them, and they grow while the debate goes on.", async () => {
  const { world } = stage;
  const { release } = held(world, isBens, { turn: (_, n) => ({ text: `Speech ${n}.` }) });
  const { id } = await world.create(requestOf({ maxRounds: 1 }));
  const { page, close } = await stage.open("about:blank");
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await page.goto(`${world.url}/debates/${id}`);
  await page.locator("#g1-r1-t2.speaking").waitFor();
  expect(loaded.filter((url) => /drawings|pictures\/|figures\//.test(url))).toEqual([]);
  await page.getByText("In pictures").click();
  const calls = figureOf(page, "Who spoke when");
  await calls.getByText("The numbers").click();
  await calls.getByRole("row", { name: /^Ben .* still/ }).waitFor();
  release();
  await calls.getByRole("row", { name: /^The judge Ballot/ }).waitFor();
  // What somebody opened stays open.
  expect(await calls.getByRole("row", { name: /^Ben .* whole/ }).count()).toBe(1);
  await close();
});

test("The pictures have no serious fault of access and fit a phone, in both colour schemes.", async () => {
  const { world } = stage;
  for (const id of [
    await judged({ world }),
    await contested({ world }),
    await controlled({ world }),
    await heard({ world }),
  ]) {
    const { page, close } = await opened(`/debates/${id}`, { viewport: { width: 390, height: 844 } });
    for (const summary of await page.locator("figure summary").all()) await summary.click();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(AXE);
      const faults = await page.evaluate<string[]>(
        "axe.run().then(({ violations }) => violations.filter(({ impact }) => ['serious', 'critical'].includes(impact)).map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target).join(', ')))",
      );
      expect([id, colorScheme, faults]).toEqual([id, colorScheme, []]);
    }
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await close();
  }
});
