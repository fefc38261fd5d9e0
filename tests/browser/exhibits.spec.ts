/** Exhibits and look-ups in the page: files that were handed in, passages, a search of the web, and a real MCP server. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Exhibit } from "../../domain/shapes/schemas/exhibit.schema.ts";
import type { FileInfo } from "../../domain/shapes/schemas/file.schema.ts";
import { factOf, pdfOf } from "../support/material/pdf.ts";
import { openAiSearch } from "../support/models/searches.ts";
import { PROGRAM } from "../support/tools.ts";
import { debaters, type Manner, requestOf } from "../support/world.ts";
import { inEverySize } from "./every-size.ts";
import { type Stage, startStage } from "./stage.ts";

const PLANTED = '<img src="x" onerror="window.taken = 1"><script>window.taken = 2</script>';
const NOTES = `The ferry to the island sails twice a day.\n\nMarkets lose their customers where cities ban cars. ${PLANTED}`;
const REMARK = {
  title: "A remark",
  text: "Streets are scarce, and  whoever drives\nuses them up.",
  source: "City lab",
};
const QUOTED = "streets are scarce, and whoever drives uses them up";
const SLOW = { name: "library__trigger-long-running-operation", input: { duration: 2, steps: 1 } };

/** Of one piece of work, on a machine that does much else. */
const MOST_MS = 3_000;

let stage: Stage;
let pdf: FileInfo;
let notes: FileInfo;
beforeAll(async () => {
  stage = await startStage(undefined, { mcp: { servers: { library: PROGRAM }, allowPrivate: false } });
  pdf = await upload("streets.pdf", await pdfOf(4));
  notes = await upload("notes.txt", NOTES);
});
afterAll(() => stage.stop());

async function upload(name: string, bytes: string | Buffer): Promise<FileInfo> {
  const path = `/v1/files?name=${encodeURIComponent(name)}`;
  const { body } = await stage.world.request(path, { method: "POST", body: bytes as Buffer<ArrayBuffer> });
  return body as FileInfo;
}

/** Ada searches the web, Ben calls tools, and both are shown passages of the notes. The judge checks one claim. */
async function begin(manner: Manner = {}): Promise<string> {
  const { participants, ...request } = requestOf({ maxRounds: 1 }) as { participants: object[] };
  const page = { url: "javascript:window.taken=3", title: "Good news" };
  stage.world.models.use(
    debaters(["p1", "p2"], {
      turn: (asked) => {
        if (asked.api === "responses")
          return { events: openAiSearch(`The remark says "${QUOTED}" [E1], not so E90 and **[E2]**.`, page) };
        if (asked.toolResults.length > 0) return { text: "Nothing of that is in exhibit E1." };
        const failing = { name: "library__get-sum", input: { a: "no number" } };
        return { calls: [SLOW, { name: "library__echo", input: { message: `Found. ${PLANTED}` } }, failing] };
      },
      checks: () => {
        const claim = { claim: "Streets are scarce.", turnIds: ["g1-r1-t1"], refs: ["E1"], why: "It says so." };
        const quotes = [{ ref: "E1", text: "Streets are scarce" }];
        return { json: { claims: [{ ...claim, status: "supported", quotes }] }, usage: { input: 300, output: 40 } };
      },
      ...manner,
    }),
  );
  const [ada, ben] = participants;
  const { id } = await stage.world.create({
    ...request,
    participants: [
      { ...ada, tools: [{ type: "web_search" }] },
      { ...ben, tools: [{ type: "mcp", server: "library" }] },
    ],
    exhibits: [REMARK, { file: pdf.id, pages: "2-3" }],
    retrieval: { from: [notes.id], topK: 2 },
  });
  return id;
}

async function finished(): Promise<string> {
  const id = await begin();
  await stage.world.finished(id);
  return id;
}

async function exhibitsOf(id: string): Promise<Exhibit[]> {
  return (await stage.world.debate(id)).exhibits ?? [];
}

async function openAll(page: Page): Promise<void> {
  // While the page grows, a click may begin on one thing and end on another.
  await page.locator("#result").waitFor();
  await page.getByText("Exhibits (").click();
  await page.locator(".exhibit").first().waitFor();
  for (const summary of await page.locator(".lookups summary, .exhibit > summary").all()) await summary.click();
}

const lookupsOf = (page: Page, turn: string) => page.locator(`#${turn} .lookups`);

test("What is looked up is seen while it is looked up, then with what was found, and the same after a reload.", async () => {
  const id = await begin();
  const { page, complaints, close } = await stage.open(`/debates/${id}`);
  const bens = lookupsOf(page, "g1-r1-t2");
  await bens.getByText("under way").first().waitFor();
  await page.locator("#result").waitFor();
  const summary = bens.locator("summary");
  expect(await summary.innerText()).toMatch(/^Looked up \(4\) · E\d.* · 1 failed$/);
  await summary.click();
  const lines = await bens.getByRole("listitem").allInnerTexts();
  expect(lines).toEqual([
    expect.stringMatching(/^Search of the files[^]*Should cities ban cars\?[^]*found E\d/),
    expect.stringMatching(/^library: trigger-long-running-operation · [^]*"duration"[^]* · found E\d.* \(2\.\d s\)$/),
    expect.stringMatching(/^library: echo[^]*onerror[^]*found E\d/),
    expect.stringMatching(/^library: get-sum[^]*failed: /),
  ]);
  expect(await page.locator(".exhibits > summary").innerText()).toBe(`Exhibits (${(await exhibitsOf(id)).length})`);
  const shown = await page.locator(".story").innerText();
  await page.reload();
  await page.locator("#result").waitFor();
  await bens.locator("summary").click();
  await expect.poll(() => page.locator(".story").innerText()).toBe(shown);
  expect(complaints).toEqual([]);
  await close();
});

test("A citation leads by the keyboard to its passage, which names who cites it and what rests on it, and leads back.", async () => {
  const { page, complaints, close } = await stage.open(`/debates/${await finished()}`);
  const turn = page.locator("#g1-r1-t1");
  const link = turn.getByRole("link", { name: "E1", exact: true });
  await link.focus();
  await page.keyboard.press("Enter");
  const remark = page.locator("#E1");
  await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("E1");
  expect((await remark.boundingBox())?.y).toBeLessThan(page.viewportSize()?.height ?? 0);
  expect(await remark.innerText()).toContain("Source: City lab");
  // What was quoted stands out in the passage.
  expect(await remark.locator("mark").allTextContents()).toEqual([REMARK.text.slice(0, -1)]);
  expect(await remark.getByRole("listitem").allInnerTexts()).toEqual([
    `Ada's response in round 1 · “${QUOTED}”`,
    "Ben's response in round 1",
    "An exhibit supports it, as the judge reads it: Streets are scarce. (Ada's response in round 1)",
  ]);
  await remark.getByRole("link", { name: "Ben's response in round 1" }).click();
  await page.waitForURL(/#g1-r1-t2$/);
  await page.goBack();
  await page.waitForURL(/#E1$/);
  expect(await turn.locator(".missing").innerText()).toContain("E90");
  expect(await turn.locator(".foot").innerText()).toMatch(/ · there is no such exhibit: E90$/);
  expect(await turn.locator("strong a.cite").getAttribute("href")).toBe("#E2");
  expect(await page.locator("#g1-r1-t2 .prose a").allInnerTexts()).toEqual(["E1"]);
  expect(complaints).toEqual([]);
  await close();
});

test("An address with an exhibit opens it.", async () => {
  const { page, close } = await stage.open(`/debates/${await finished()}#E1`);
  await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("E1");
  expect(await page.locator("#E1").isVisible()).toBe(true);
  await close();
});

test("Exhibits are searched by words, and a page of a PDF is read around its passage.", async () => {
  const id = await finished();
  const { page, complaints, close } = await stage.open(`/debates/${id}`);
  await page.getByText("Exhibits (").click();
  const exhibits = page.locator(".exhibit");
  await page.getByLabel("Search the exhibits").fill("FIGURE page 3");
  await page.getByText(`1 of ${(await exhibitsOf(id)).length} exhibits`).waitFor();
  expect(await exhibits.locator("summary").first().innerText()).toContain("E3: streets.pdf, p. 3");
  expect(new Set(await exhibits.locator("mark").allTextContents())).toEqual(new Set(["figure", "page", "3"]));
  await exhibits.getByText("All of page 3").click();
  const whole = exhibits.locator(".page");
  await whole.getByText("Chapter 3").waitFor();
  expect(await whole.innerText()).toContain(factOf(3));
  await page.getByLabel("Search the exhibits").fill("nowhere to be found");
  await page.getByText("0 of").waitFor();
  expect(await exhibits.count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

test("Nothing that files, tools or searches say is carried out, and no address that is not of the web is a link.", async () => {
  const id = await finished();
  const { page, complaints, close } = await stage.open(`/debates/${id}`);
  await openAll(page);
  const all = page.locator(".exhibits, .lookups");
  const text = (await all.allInnerTexts()).join("\n");
  expect(text).toContain(PLANTED);
  expect(text).toContain("javascript:window.taken=3");
  expect(await all.locator("img, script, [onerror]").count()).toBe(0);
  expect(await page.locator("a[href^='javascript']").count()).toBe(0);
  expect(await page.evaluate("window.taken")).toBeUndefined();
  expect(complaints).toEqual([]);
  await close();
});

test("The timeline has what was looked up beside who spoke.", async () => {
  const { page, complaints, close } = await stage.open(`/debates/${await finished()}`);
  await page.getByText("In pictures").click();
  const figure = page.locator("figure", { hasText: "Who spoke when" });
  await figure.locator("summary").click();
  const rows = await figure.locator("tbody tr").allInnerTexts();
  const cells = rows.map((row) => row.split(/\t/).map((cell) => cell.trim()));
  expect(cells.filter(([who]) => who === "Ben").map(([, what]) => what)).toEqual(
    expect.arrayContaining(["Search of the files", "Trigger long running operation", "Echo", "Get sum", "Response"]),
  );
  expect(cells.find(([, what]) => what === "Trigger long running operation")?.[5]).toMatch(/^2\.\d s$/);
  expect(cells.find(([, what]) => what === "Echo")?.[6]).toMatch(/^E\d+$/);
  expect(await figure.locator("rect.looked").count()).toBeGreaterThanOrEqual(4);
  expect(complaints).toEqual([]);
  await close();
});

test("Whoever has a share link reads the exhibits and what was looked up, and nothing of the owner's files.", async () => {
  const { world } = stage;
  const id = await finished();
  const { body } = await world.post(`/v1/debates/${id}/shares`, { expiresInSeconds: 3_600 });
  const { page, complaints, close } = await stage.open("about:blank");
  const texts: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/shared/")) texts.push(response.text());
  });
  await page.goto(new URL((body as { url: string }).url, world.url).href);
  await page.locator("#g1-r1-t1").getByRole("link", { name: "E1", exact: true }).click();
  await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("E1");
  expect(await lookupsOf(page, "g1-r1-t2").locator("summary").innerText()).toContain("Looked up (4)");
  expect(await page.getByText("All of page").count()).toBe(0);
  const heard = (await Promise.all(texts)).join("\n");
  expect(heard).toContain("streets.pdf, p. 3");
  for (const file of [pdf, notes]) expect(heard).not.toContain(file.id);
  expect(complaints).toEqual([]);
  await close();
});

test("Two thousand exhibits are listed, searched and led to without blocking the page for long.", async () => {
  const id = await finished();
  const { page, complaints, close } = await stage.open("about:blank");
  await page.addInitScript(
    "window.pieces = []; new PerformanceObserver((list) => pieces.push(...list.getEntries().map((it) => it.duration))).observe({ type: 'longtask', buffered: true })",
  );
  const { body } = await stage.world.request(`/v1/debates/${id}`);
  const text = "A street is a room that all of us share. ".repeat(50);
  const exhibits = Array.from({ length: 2_000 }, (_, i) => ({
    id: `E${i + 1}`,
    title: `Page ${i}`,
    text: `${text}${i}`,
  }));
  await page.route(`**/v1/debates/${id}`, (route) => route.fulfill({ json: { ...(body as object), exhibits } }));
  await page.goto(`${stage.world.url}/debates/${id}`);
  await page.getByText("Exhibits (2000)").click();
  await page.locator(".exhibit").nth(1_999).waitFor();
  await page.getByLabel("Search the exhibits").fill("street room");
  const status = page.locator(".exhibits [role=status]");
  await status.filter({ hasText: "2,000 of 2,000 exhibits" }).waitFor();
  await page.getByLabel("Search the exhibits").fill("Page 1777");
  // E1777 is another one.
  await status.filter({ hasText: /^2 of 2,000 exhibits/ }).waitFor();
  await page.locator("#g1-r1-t1").getByRole("link", { name: "E2", exact: true }).click();
  await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("E2");
  const pieces = await page.evaluate<number[]>("pieces");
  expect(Math.max(0, ...pieces)).toBeLessThan(MOST_MS);
  expect(complaints).toEqual([]);
  await close();
});

test("axe finds no fault in it on a desk and on a phone, and it fits.", async () => {
  await inEverySize(stage, `/debates/${await finished()}`, async ({ page }) => {
    await openAll(page);
    await page.locator("#E1").waitFor();
  });
});
