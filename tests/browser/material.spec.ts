/** Material and tools in the form of a debate, with real files. */
import { readFile } from "node:fs/promises";
import type { Page, Request } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pngOf } from "../support/material/images.ts";
import { pdfOf } from "../support/material/pdf.ts";
import { debaters, requestOf } from "../support/world.ts";
import { seriousFaults } from "./pages/axe.ts";
import { type Stage, startStage } from "./stage.ts";

let stage: Stage;
/** A PDF that others wrote, from a public package; it is long. */
let paper: Buffer;
beforeAll(async () => {
  stage = await startStage(undefined, {
    mcp: { servers: { library: { url: "https://mcp.example.org/mcp", headers: {} } }, allowPrivate: false },
  });
  const folder = new URL("test/data/", import.meta.resolve("pdf-parse/package.json"));
  paper = await readFile(new URL("01-valid.pdf", folder));
});
afterAll(() => stage.stop());

interface Handed {
  name: string;
  buffer: Buffer;
}

const fileOf = ({ name, buffer }: Handed) => ({ name, buffer, mimeType: "application/octet-stream" });
const NOTES: Handed = { name: "notes.md", buffer: Buffer.from("# Tolls\n\nA toll is a price that a street asks.") };
const MEGABYTE = 1024 * 1024;

async function opened(address = "/debates/new", options = {}) {
  const open = await stage.open(address, options);
  await open.page.getByLabel("Topic").fill("Should a street cost something?");
  await open.page.getByText("Material and tools").click();
  await open.page.locator("#files").waitFor();
  return open;
}

const choose = (page: Page, ...files: Handed[]) => page.locator("#files").setInputFiles(files.map(fileOf));
const cardOf = (page: Page, name: string) => page.locator(".file").filter({ hasText: name });
const isThere = async (id: string) => (await stage.world.request(`/v1/files/${id}`)).status === 200;
const announced = (page: Page) => page.locator("#announcer").innerText();

/** What the form asks for, as the first estimate has it whose request contains `part`: levels are estimated meanwhile. */
async function estimated(page: Page, part: object, act: () => Promise<unknown>) {
  const isIt = (request: Request) =>
    request.url().endsWith("/v1/estimates") && expect.objectContaining(part).asymmetricMatch(request.postDataJSON());
  const [request] = await Promise.all([page.waitForRequest(isIt), act()]);
  return request.postDataJSON() as Record<string, unknown>;
}

/** The same, after one more character in the topic. */
async function estimatedWith(page: Page, character: string) {
  const topic = page.getByLabel("Topic");
  const longer = (await topic.inputValue()) + character;
  return estimated(page, { topic: longer }, () => topic.fill(longer));
}

async function idsIn(page: Page): Promise<Record<string, string>> {
  const body = await estimatedWith(page, "?");
  const { exhibits = [], retrieval } = body as { exhibits?: { file?: string }[]; retrieval?: { from?: string[] } };
  const ids = [...exhibits.flatMap(({ file }) => file ?? []), ...(retrieval?.from ?? [])];
  const named = await Promise.all(
    ids.map(async (id) => [(await stage.world.request(`/v1/files/${id}`)).body.name, id]),
  );
  return Object.fromEntries(named) as Record<string, string>;
}

test("Chosen files are handed in, shown and started with: the debate has them as exhibits, pages as they were chosen.", async () => {
  stage.world.models.use(debaters(["p1", "p2"]));
  const { page, complaints, close } = await opened();
  await choose(page, NOTES, { name: "streets.pdf", buffer: await pdfOf(4) });
  await cardOf(page, "notes.md").getByText("All speakers read it whole.").waitFor();
  const pdf = cardOf(page, "streets.pdf");
  await pdf.getByText("All speakers read it whole.").waitFor();
  expect(await pdf.innerText()).toMatch(/KB, 4 pages, 4 passages/);
  await expect.poll(() => announced(page)).toContain("streets.pdf is handed in");
  await pdf.getByLabel("Pages").fill("2-3");
  await pdf.getByText("All speakers read these pages.").waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Start the debate" }).click();
  await page.waitForURL(/\/debates\/deb-/);
  const id = /deb-[\w-]+/.exec(page.url())?.[0] ?? "";
  const { exhibits } = await stage.world.debate(id);
  expect(exhibits?.map(({ id: at, title, page: n }) => [at, title, n])).toEqual([
    ["E1", "notes.md, passage 1", undefined],
    ["E2", "streets.pdf, p. 2", 2],
    ["E3", "streets.pdf, p. 3", 3],
  ]);
  expect(complaints).toEqual([]);
  await close();
});

test("A long file is looked up for each turn, unless pages of it are chosen; the others are then exhibits no more.", async () => {
  const { page, close } = await opened();
  await choose(page, NOTES, { name: "paper.pdf", buffer: paper });
  await cardOf(page, "paper.pdf").getByText("Long: passages of it are looked up").waitFor();
  await cardOf(page, "notes.md").getByText("Long: passages of it are looked up").waitFor();
  const ids = await idsIn(page);
  const { "notes.md": notes = "", "paper.pdf": long = "" } = ids;
  const looked = await estimated(page, { retrieval: { from: [notes, long], topK: 5 } }, () =>
    page.getByLabel("Passages for each turn").fill("5"),
  );
  expect(looked).not.toHaveProperty("exhibits");
  const shown = [{ file: notes }, { file: long, pages: "1" }];
  const both = await estimated(page, { exhibits: shown }, () =>
    cardOf(page, "paper.pdf").getByLabel("Pages").fill("1"),
  );
  expect(both).not.toHaveProperty("retrieval");
  await cardOf(page, "paper.pdf").getByLabel("Pages").fill("99");
  await page.locator('[data-at="exhibits/1/pages"][aria-invalid]').waitFor();
  expect(await cardOf(page, "paper.pdf").innerText()).toContain("The file has 14 pages");
  await close();
});

test("An image is an exhibit, beside files that are looked up.", async () => {
  const { page, close } = await opened();
  await choose(page, { name: "chart.png", buffer: pngOf(800, 600) }, { name: "paper.pdf", buffer: paper });
  await cardOf(page, "paper.pdf").getByText("looked up").waitFor();
  expect(await cardOf(page, "chart.png").innerText()).toContain("an image of 800 × 600 pixels");
  const ids = await idsIn(page);
  const asked = await estimatedWith(page, "!");
  expect(asked["exhibits"]).toEqual([{ file: ids["chart.png"] }]);
  expect(asked["retrieval"]).toMatchObject({ from: [ids["paper.pdf"]] });
  await close();
});

test("Files that are refused say why, and nothing starts until they are removed.", async () => {
  const { page, close } = await opened();
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/v1/files")) sent++;
  });
  await choose(
    page,
    { name: "program.txt", buffer: Buffer.from([1, 0, 2]) },
    { name: "broken.pdf", buffer: Buffer.from("%PDF-1.7\nhello") },
    { name: "long.txt", buffer: Buffer.alloc(20 * MEGABYTE + 1, "a ") },
    { name: "blank.html", buffer: Buffer.from("<!doctype html><script>1</script>") },
    NOTES,
  );
  await cardOf(page, "notes.md").getByText("All speakers read it whole.").waitFor();
  expect(await cardOf(page, "program.txt").innerText()).toContain("The content is neither text nor a PDF nor an image");
  expect(await cardOf(page, "broken.pdf").innerText()).toContain("it is a broken PDF");
  expect(await cardOf(page, "long.txt").innerText()).toContain("It is larger than 20 MiB.");
  expect(await cardOf(page, "blank.html").innerText()).toContain("It has no text.");
  expect(sent).toBe(4);
  await page.getByRole("button", { name: "Start the debate" }).click();
  await page.locator(".file:focus").waitFor();
  expect(await page.locator("ul.fault").innerText()).toContain(
    "program.txt was refused. Remove it to go on without it.",
  );
  expect(page.url()).toContain("/debates/new");
  for (const name of ["program.txt", "broken.pdf", "long.txt", "blank.html"])
    await page.getByRole("button", { name: `Remove ${name}` }).click();
  const { body } = await stage.world.request("/v1/files?limit=100");
  expect(body.items.filter(({ name }: { name: string }) => name === "blank.html")).toEqual([]);
  await page.getByRole("button", { name: "Start the debate" }).click();
  await page.waitForURL(/\/debates\/deb-/);
  await close();
});

test("A file that was handed in here is deleted when it is removed; one from before is only left out.", async () => {
  const before = await stage.world.request("/v1/files?name=old.md", {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: "An old note.",
  });
  const old = before.body.id as string;
  const { page, close } = await opened();
  await page.getByLabel("A file from before").selectOption(old);
  await choose(page, NOTES);
  await cardOf(page, "notes.md").getByText("All speakers read it whole.").waitFor();
  const { "notes.md": own = "", "old.md": chosen } = await idsIn(page);
  expect(chosen).toBe(old);
  const deleted = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.getByRole("button", { name: "Remove notes.md" }).click();
  expect((await deleted).status()).toBe(204);
  expect(await page.evaluate("document.activeElement.id")).toBe("files");
  await expect.poll(() => announced(page)).toContain("notes.md is removed.");
  await page.getByRole("button", { name: "Remove old.md" }).click();
  await page.getByLabel("A file from before").selectOption(old);
  expect([await isThere(own), await isThere(old)]).toEqual([false, true]);
  await close();
});

test("Files that are dropped anywhere on the page open the part and are handed in.", async () => {
  const { page, close } = await stage.open("/debates/new");
  await page.getByLabel("Topic").fill("Should a street cost something?");
  const drag = (type: string) =>
    page.evaluate(
      `((type) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(["A toll is a price."], "dropped.txt"));
        document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
      })("${type}")`,
    );
  await drag("dragover");
  await page.locator(".drop.over").waitFor();
  await drag("drop");
  await cardOf(page, "dropped.txt").getByText("All speakers read it whole.").waitFor();
  expect(await page.locator(".drop.over").count()).toBe(0);
  expect(Object.keys(await idsIn(page))).toEqual(["dropped.txt"]);
  await close();
});

test("The part works from the keyboard: the button for files, then the way to remove one.", async () => {
  const { page, close } = await stage.open("/debates/new");
  // Asked for early: the browser learns of it in its own time.
  const chooser = page.waitForEvent("filechooser");
  await page.locator("summary", { hasText: "Material and tools" }).focus();
  await page.keyboard.press("Enter");
  await page.locator("#files").waitFor();
  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.activeElement.id")).toBe("files");
  await page.keyboard.press("Space");
  await (await chooser).setFiles([fileOf(NOTES)]);
  await cardOf(page, "notes.md").getByText("All speakers read it whole.").waitFor();
  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe("Remove notes.md");
  await page.keyboard.press("Enter");
  await cardOf(page, "notes.md").waitFor({ state: "detached" });
  await close();
});

test("Another debate and tools stand in the request, and a draft shows them again.", async () => {
  const { world } = stage;
  world.models.use(debaters(["p1", "p2"]));
  const { id } = await world.create(requestOf({ topic: "Are tolls fair?", maxRounds: 1, conclusion: true }));
  await world.finished(id);
  const { page, complaints, close } = await opened();
  await page.getByRole("button", { name: "Add another debate" }).click();
  await page.keyboard.type(id);
  for (const i of [0, 1]) await page.locator(`[name="participants/${i}/model"]`).fill("openai/gpt-5.5");
  await page.getByLabel("Search the web").check();
  await page.getByLabel("Only pages of these domains").fill("who.int, europa.eu");
  await page.getByLabel("Use the server library").check();
  await page.getByLabel("Most calls of a turn").fill("3");
  await page.getByRole("button", { name: "Keep as a draft" }).click();
  await page.waitForURL(/\/debates\/deb-/);
  const draft = /deb-[\w-]+/.exec(page.url())?.[0] ?? "";
  const storedRequest = async () => (await world.request(`/v1/debates/${draft}/request`)).body;
  const asked = {
    exhibits: [{ debate: id }],
    tools: [
      { type: "web_search", allowedDomains: ["who.int", "europa.eu"] },
      { type: "mcp", server: "library" },
    ],
    maxToolCalls: 3,
  };
  expect(await storedRequest()).toMatchObject(asked);
  await page.goto(`${world.url}/debates/${draft}/edit`);
  await page.locator('[name="exhibits/0/debate"]').waitFor();
  expect(await page.getByLabel("Only pages of these domains").inputValue()).toBe("who.int, europa.eu");
  await page.getByLabel("Use the server library").uncheck();
  await page.getByRole("button", { name: "Save the draft" }).click();
  await page.getByText("Saved.", { exact: true }).waitFor();
  expect(await storedRequest()).toMatchObject({ ...asked, tools: asked.tools.slice(0, 1) });
  expect(complaints).toEqual([]);
  await close();
});

test("A draft’s files keep their order and their places, and saving it changes nothing of them.", async () => {
  const { world } = stage;
  const added = async (name: string, text: string) => {
    const headers = { "content-type": "application/octet-stream" };
    return (await world.request(`/v1/files?name=${name}`, { method: "POST", headers, body: text })).body.id as string;
  };
  const [first, second] = [await added("first.txt", "First."), await added("second.txt", "Second.")];
  const exhibits = [{ title: "A remark", text: "A toll needs a gate." }, { file: first }];
  const retrieval = { from: [second], topK: 3 };
  const { id } = await world.create({ topic: "Tea?", exhibits, retrieval, start: false });
  const { page, close } = await stage.open(`/debates/${id}/edit`);
  await cardOf(page, "first.txt").getByText("All speakers read it whole.").waitFor();
  await cardOf(page, "second.txt").getByText("passages of it are looked up").waitFor();
  await page.getByLabel("Topic").fill("Tea, or coffee?");
  await page.getByRole("button", { name: "Save the draft" }).click();
  await page.getByText("Saved.", { exact: true }).waitFor();
  const { body } = await world.request(`/v1/debates/${id}/request`);
  expect(body).toMatchObject({ topic: "Tea, or coffee?", exhibits, retrieval });
  await close();
});

test("The estimate beside the form has what exhibits and tools cost.", async () => {
  const { page, close } = await opened();
  for (const i of [0, 1]) await page.locator(`[name="participants/${i}/model"]`).fill("openai/gpt-5.5");
  await page.locator('[name="judge/model"]').fill("openai/gpt-5.5");
  const dollars = async (act: () => Promise<unknown>) => {
    const before = await page.locator(".estimate").innerText();
    await act();
    await expect.poll(() => page.locator(".estimate").innerText()).not.toBe(before);
    return Number(/About \$([\d.]+)/.exec(await page.locator(".estimate").innerText())?.[1]);
  };
  await page.getByText(/^About \$/).waitFor();
  const alone = Number(/About \$([\d.]+)/.exec(await page.locator(".estimate").innerText())?.[1]);
  const withFile = await dollars(() =>
    choose(page, { name: "long.txt", buffer: Buffer.from("A toll is a price. ".repeat(2_000)) }),
  );
  const withSearch = await dollars(() => page.getByLabel("Search the web").check());
  expect(withFile).toBeGreaterThan(alone);
  expect(withSearch).toBeGreaterThan(withFile);
  await close();
});

test("A tool that a model lacks is told beside its box.", async () => {
  const { page, close } = await opened();
  await page.getByLabel("Model").first().fill("ollama/llama3.2");
  await page.getByLabel("Search the web").check();
  await page.locator('[data-at="tools/0"][aria-invalid]').waitFor();
  await close();
});

test.each(["light", "dark"] as const)("It fits a phone and everybody can use it (%s).", async (colorScheme) => {
  const { page, close } = await opened("/debates/new", { colorScheme, viewport: { width: 390, height: 844 } });
  await choose(
    page,
    { name: "a-very-long-name-of-a-report-that-nobody-would-shorten-2026.pdf", buffer: await pdfOf(2) },
    { name: "broken.pdf", buffer: Buffer.from("%PDF-1.7\nhello") },
  );
  await cardOf(page, "broken.pdf").getByText("is a broken PDF").waitFor();
  await page.getByLabel("Search the web").check();
  await page.getByRole("button", { name: "Add a text" }).click();
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  expect(await seriousFaults(page)).toEqual([]);
  await close();
});
