/** The report: the page of a debate as a file, opened where no script runs and nothing can be fetched. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agents, dialecticRequest } from "../support/agents.ts";
import { cast, skepticRequest } from "../support/debates/skeptic.ts";
import { debaters, requestOf } from "../support/world.ts";
import { seriousFaults } from "./pages/axe.ts";
import { type Stage, startStage, undecided } from "./stage.ts";

const SAID =
  "# A heading\n\nSome *words*, a [link](https://example.com/source) and\n\n- a list\n\n| a | b |\n|---|---|\n| 1 | 2 |";

let stage: Stage;
let folder: string;
/** Files by the kind of debate that they tell of. */
const files: Record<string, string> = {};
beforeAll(async () => {
  stage = await startStage();
  folder = await mkdtemp(join(tmpdir(), "parley-report-"));
  const makers = { judged, oxford, dialectic, skeptic, stopped: () => undecided(stage.world) };
  for (const [kind, make] of Object.entries(makers)) files[kind] = await saved(kind, await make());
});
afterAll(async () => {
  await stage.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A report as somebody saves it. */
async function saved(name: string, id: string): Promise<string> {
  const { text } = await stage.world.request(`/v1/debates/${id}/transcript?as=html`);
  const path = join(folder, `${name}.html`);
  await writeFile(path, text);
  return pathToFileURL(path).href;
}

async function over(request: object): Promise<string> {
  const { id } = await stage.world.create(request);
  await stage.world.finished(id);
  return id;
}

/** By a panel, in both orders. */
function judged(): Promise<string> {
  stage.world.models.use(debaters(["p1", "p2"], { turn: () => ({ text: SAID }) }));
  const judge = { model: "openai/judge", panel: ["openai/one", "openai/two", "anthropic/three"], bothOrders: true };
  return over(requestOf({ judge, controlArm: true, context: "A city of a million.", tags: ["cities"] }));
}

function oxford(): Promise<string> {
  stage.world.models.use(debaters(["p1", "p2"]));
  const { participants, ...request } = requestOf({ format: "oxford", maxRounds: 3 }) as { participants: object[] };
  const sides = ["for", "against"];
  return over({ ...request, participants: participants.map((p, i) => ({ ...p, side: sides[i] })) });
}

function dialectic(): Promise<string> {
  stage.world.models.use(agents({}));
  return over(dialecticRequest({}, ["architect", "security", "usability"]));
}

function skeptic(): Promise<string> {
  stage.world.models.use(cast());
  return over(skepticRequest({ context: "Only the inner city." }));
}

const open = (kind: string, options: BrowserContextOptions = {}) =>
  stage.open(files[kind] ?? "", { javaScriptEnabled: false, ...options });

test("A saved report tells the whole debate without a script: the head, the verdict, pictures, costs, and last what was said.", async () => {
  const { page, complaints, close } = await open("judged");
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Should cities ban cars?");
  expect(await page.getByRole("heading", { level: 2 }).allInnerTexts()).toEqual([
    expect.stringMatching(/argued better|contested/),
    "In pictures",
    "Costs",
    "About this debate",
    "Round 1 of 2",
    "Round 2 of 2",
  ]);
  expect(await page.locator("article.turn").count()).toBe(4);
  const turn = page.locator("#g1-r1-t1");
  await turn.scrollIntoViewIfNeeded();
  await expect.poll(() => turn.locator(".prose em").innerText()).toBe("words");
  expect(await turn.getByRole("link", { name: "link" }).getAttribute("rel")).toBe("noopener noreferrer nofollow");
  const result = page.locator(".result");
  for (const name of ["Scores of 100", "Answers without the debate"])
    expect(await result.getByRole("heading", { name, exact: true }).count()).toBe(1);
  expect(await result.locator("summary", { hasText: "Ballots" }).count()).toBe(1);
  expect(complaints).toEqual([]);
  await close();
});

test("Every picture in it is seen once, has a name, and has its numbers in a table that opens without a script.", async () => {
  for (const width of [1280, 390]) {
    const { page, close } = await open("judged", { viewport: { width, height: 900 } });
    const figures = page.locator("figure:visible");
    const captions = await figures.locator("h3").allInnerTexts();
    expect(captions.length).toBeGreaterThanOrEqual(3);
    expect(captions).toContain("Scores over the rounds");
    expect(new Set(captions).size).toBe(captions.length);
    for (const figure of await figures.all()) {
      expect(
        await figure.locator("svg[role=img], [role=group][aria-label]").first().getAttribute("aria-label"),
      ).toMatch(/\w/);
      for (const summary of await figure.locator("summary").all()) await summary.click();
      expect(await figure.locator("tbody tr:visible").count()).toBeGreaterThan(0);
    }
    expect(await page.locator("select, button, input").count()).toBe(0);
    await close();
  }
});

test.each(["judged", "oxford", "dialectic", "skeptic", "stopped"])(
  "axe finds no serious fault in a report in either colour scheme, and it fits a phone: %s.",
  async (kind) => {
    // axe itself is a script.
    const options = { viewport: { width: 390, height: 844 }, javaScriptEnabled: true };
    const { page, close } = await open(kind, options);
    for (const summary of await page.locator("summary:visible").all()) await summary.click();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect([colorScheme, await seriousFaults(page)]).toEqual([colorScheme, []]);
    }
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await close();
  },
);

test("On paper all that opens is open, colours are those of paper, and nothing is cut off.", async () => {
  const { page, close } = await open("judged", { colorScheme: "dark", javaScriptEnabled: true });
  await page.emulateMedia({ media: "print" });
  expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 255, 255)");
  for (const name of ["A city of a million.", "Reasons"])
    expect(await page.getByText(name, { exact: true }).first().isVisible()).toBe(true);
  for (const details of await page.locator("details:visible").all())
    expect((await details.boundingBox())?.height).toBeGreaterThan(45);
  expect((await page.pdf({ format: "A4" })).length).toBeGreaterThan(20_000);
  await close();
});
