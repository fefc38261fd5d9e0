/** Turns that would like to do something to whoever reads them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { debaters, requestOf } from "../../support/world.ts";
import { type Stage, startStage } from "../stage.ts";

/** The longest that is still rendered. */
const WORD = "a".repeat(2_000);
/** Markdown would take half a minute. */
const LIST = `1. ${":\n".repeat(60_000)}`;
const HOSTILE = [
  "<script>window.taken = 1</script>",
  '<img src="x" onerror="window.taken = 2"> and <svg onload="window.taken = 3"></svg>',
  "[a link](javascript:window.taken=4) and [another](https://example.com/fine) and <a href='javascript:window.taken=5'>a third</a>",
  "![a picture](https://tracker.example/pixel.gif)",
  '<iframe srcdoc="<script>parent.taken = 6</script>"></iframe><style>* { display: none }</style>',
  "<form action='https://tracker.example/'><button>Sign in</button></form>",
  "| a | b |\n| --- | --- |\n| 1 | <b onclick='window.taken=7'>2</b> |",
  WORD,
].join("\n\n");

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

test("Scripts, handlers, dangerous links and endless words and lists in a turn stay text, call nobody, and the page stays readable.", async () => {
  const { world } = stage;
  world.models.use(debaters(["p1", "p2"], { turn: (_, n) => ({ text: n === 1 ? HOSTILE : LIST }) }));
  const { id } = await world.create(requestOf({ maxRounds: 1, topic: "<script>window.taken = 8</script> & cars?" }));
  await world.finished(id);
  const { page, complaints, close } = await stage.open("about:blank", { viewport: { width: 390, height: 844 } });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).host));
  await page.goto(`${world.url}/debates/${id}`);
  const turn = page.locator("#g1-r1-t1");
  await turn.getByRole("link", { name: "another" }).waitFor();
  expect(await page.locator("#g1-r1-t2 .prose.raw").textContent()).toBe(LIST);

  expect(await page.evaluate("window.taken")).toBeUndefined();
  expect(await turn.innerText()).toContain("<script>window.taken = 1</script>");
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("<script>window.taken = 8</script> & cars?");
  expect(await turn.locator("script, img, svg, iframe, style, form, button, [onclick]").count()).toBe(0);
  const links = turn.locator("a");
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))).toEqual([
    null,
    "https://example.com/fine",
  ]);
  expect(await turn.getByRole("link", { name: "another" }).getAttribute("rel")).toBe("noopener noreferrer nofollow");
  expect(new Set(asked)).toEqual(new Set([new URL(world.url).host]));
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  expect(complaints).toEqual([]);
  await close();
});
