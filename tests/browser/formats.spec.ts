/** Formats of one file and one line, on the real stack of a copied Parley: asked for in the page's form, debated to their end. */
import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Client, createClient } from "../../api/client/index.ts";
import { endProcess } from "../../infra/local/base/processes.ts";
import { addFormats } from "../support/added-formats.ts";
import { type Copy, copyOfProduct } from "../support/recipes.ts";
import { addressOf, spawnParley } from "../support/servers/parley.ts";
import { chooseFormat, openPart } from "./form-parts.ts";

let copy: Copy;
let dataDir: string;
let server: ChildProcess;
let url: string;
let client: Client;
let browser: Browser;
beforeAll(async () => {
  copy = await copyOfProduct();
  await addFormats(copy);
  dataDir = await mkdtemp(join(tmpdir(), "parley-formats-data-"));
  server = spawnParley({ dataDir, server: join(copy.folder, "infra/server.ts"), env: { LOG_LEVEL: "warn" } });
  server.stderr?.pipe(process.stderr);
  url = await addressOf(server);
  client = createClient({ baseUrl: url });
  browser = await chromium.launch({ executablePath: inject("chromium"), args: ["--no-sandbox", "--disable-gpu"] });
});
afterAll(async () => {
  await browser?.close();
  if (server?.pid) await endProcess(server.pid, 20_000);
  await Promise.all([copy[Symbol.asyncDispose](), rm(dataDir, { recursive: true, force: true })]);
});

/** Opens the form, chooses the format, lets `fill` do the rest, and answers the debate once it is over. */
async function debated(format: string, fill: (page: Page) => Promise<void>) {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  await page.goto(`${url}/debates`);
  await page.getByText("New debate").click();
  await page.getByLabel("Topic").fill("Should the old bridge be rebuilt?");
  await chooseFormat(page, format);
  await openPart(page, "Rounds");
  await fill(page);
  await page.getByRole("button", { name: "Start the debate" }).click();
  await page.waitForURL(/\/debates\/deb-/);
  await page.locator(".result").waitFor({ timeout: 150_000 });
  expect(complaints).toEqual([]);
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await page.close();
  return client.get(id);
}

test("The example of the guide is debated from the form to a verdict, with an option of its protocol.", async () => {
  const debate = await debated("devils-advocate", async (page) => {
    await page.getByRole("spinbutton", { name: "Rounds" }).fill("2");
    await page.getByRole("button", { name: "Add a participant" }).click();
    await openPart(page, "Judging");
    await page.getByLabel("When the judge assesses").selectOption("final-only");
    expect(await page.getByLabel("How the speakers of a round take turns").count()).toBe(0);
  });
  expect(debate).toMatchObject({
    status: "completed",
    format: "devils-advocate",
    round: 2,
    assessments: [],
    result: { type: "verdict" },
  });
  expect(debate.participants).toHaveLength(3);
});

test("A second format of proposer and skeptic is debated from the form to an answer: it has roles and no judge.", async () => {
  const debate = await debated("red-team", async (page) => {
    await page.getByLabel("Judge’s model").waitFor({ state: "detached" });
    expect(await page.getByLabel("Role").count()).toBe(3);
    await page.getByLabel("The skeptic’s score").fill("9.5");
  });
  expect(debate).toMatchObject({ status: "completed", format: "red-team", judge: null, result: { type: "answer" } });
  expect(debate.participants.map(({ role }) => role)).toEqual(["proposer", "skeptic", "synthesizer"]);
});

test("A second dialectic is debated from the form to a solution, and ends when the judge is confident.", async () => {
  const debate = await debated("committee", async (page) => {
    await page.getByRole("spinbutton", { name: "Rounds" }).fill("3");
    expect(await page.getByLabel("Role").first().locator("option").count()).toBeGreaterThan(3);
    await page.getByLabel("What may end the debate early").selectOption("quality");
    await page.getByLabel("How confident the judge must be").fill("50");
  });
  // The demo model's judge has a confidence of 60 after the first round.
  expect(debate).toMatchObject({ status: "completed", format: "committee", round: 1, result: { type: "solution" } });
  expect(debate.evaluations).toMatchObject([{ round: 1, confidence: 60 }]);
});

test("A council of the demo is asked for in the form: it has neither sides nor roles nor a mode, and ends in a ranking.", async () => {
  const debate = await debated("council", async (page) => {
    await page.getByRole("spinbutton", { name: "Rounds" }).fill("3");
    await page.getByRole("button", { name: "Add a participant" }).click();
    expect(await page.getByLabel("Role").count()).toBe(0);
    expect(await page.getByLabel("Side").count()).toBe(0);
    expect(await page.getByLabel("How the speakers of a round take turns").count()).toBe(0);
  });
  expect(debate).toMatchObject({ status: "completed", format: "council", round: 3, degraded: [] });
  const { result } = debate;
  if (result?.type !== "council") throw new Error("no council");
  expect(result.council.rankings).toHaveLength(3);
  expect(result.council.ranking.map(({ place }) => place)[0]).toBe(1);
  expect(result.conclusion?.answer.text).toContain("small first step");
});
