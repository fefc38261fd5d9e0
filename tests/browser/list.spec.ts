/** The list of debates: search, order, tags, who argued better, what the demo made. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { debaters, requestOf } from "../support/world.ts";
import { type Stage, startStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
  const { world } = stage;
  world.models.use(debaters(["p1", "p2"]));
  for (const tag of ["cities", "tea & coffee"])
    await world.finished((await world.create(requestOf({ maxRounds: 1, tags: [tag], topic: `Of ${tag}?` }))).id);
  await world.create({ start: false });
});
afterAll(() => stage.stop());

test("Words and the order stand in the page’s address and go to the API, also after a reload.", async () => {
  const { page, close } = await stage.open("/debates");
  await page.locator(".topic").first().waitFor();
  const asked = (query: Record<string, string>) =>
    page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      return (
        pathname === "/v1/debates" && Object.entries(query).every(([name, value]) => searchParams.get(name) === value)
      );
    });
  // Nobody presses a key to search.
  const words = asked({ q: "cars trams" });
  await page.getByLabel("Words").pressSequentially("cars trams");
  expect(new URL((await words).url()).searchParams.has("sort")).toBe(false);
  await page.waitForURL(/\/debates\?q=cars\+trams$/);
  const both = asked({ q: "cars trams", sort: "oldest" });
  await page.getByLabel("Order").selectOption("oldest first");
  await both;
  await page.waitForURL(/\?q=cars\+trams&sort=oldest$/);
  const again = asked({ q: "cars trams", sort: "oldest" });
  await page.reload();
  await again;
  await close();
});

test("A row says who argued better, and its tags lead to the debates that have them.", async () => {
  const { page, complaints, close } = await stage.open("/debates");
  const row = page.getByRole("listitem").filter({ hasText: "Of cities?" });
  await row.waitFor();
  expect(await row.locator(".facts").innerText()).toMatch(/(Ada|Ben) argued better/);
  await page.getByRole("link", { name: "A draft without a topic" }).waitFor();
  await page.getByRole("link", { name: "tea & coffee", exact: true }).click();
  await page.waitForURL(/\?tag=tea\+%26\+coffee$/);
  await page.locator(".topic").first().waitFor();
  expect(await page.locator(".topic").allInnerTexts()).toEqual(["Of tea & coffee?"]);
  expect(await page.getByLabel("Tag").first().inputValue()).toBe("tea & coffee");
  expect(complaints).toEqual([]);
  await close();
});

test("What begins, ends or goes meanwhile is seen in the list without a reload, also after more pages.", async () => {
  const { world } = stage;
  const { page, complaints, close } = await stage.open("/debates");
  await page.locator(".topic").first().waitFor();
  const { id } = await world.create({ topic: "Of a late guest?", start: false });
  const row = page.getByRole("link", { name: "Of a late guest?" });
  await row.waitFor();
  await world.post(`/v1/debates/${id}/stop`, { mode: "abandon" });
  await page.getByRole("listitem").filter({ hasText: "Of a late guest?" }).getByText("Cancelled").waitFor();
  for (let at = 0; at < 20; at++) await world.create({ topic: `Of guest ${at}?`, start: false });
  await page.getByRole("link", { name: "Of guest 19?" }).waitFor();
  await page.getByRole("button", { name: "More debates" }).click();
  await row.waitFor();
  await world.create({ topic: "Of the last guest?", start: false });
  await page.getByRole("link", { name: "Of the last guest?" }).waitFor();
  expect(await row.count()).toBe(1);
  expect(complaints).toEqual([]);
  await close();
});

const demo = { format: "structured-rounds", maxRounds: 2, round: 2, status: "completed", demo: true, tags: [] };
const shown = (topic: string, id: string, isDemo = true) => ({
  ...demo,
  id,
  topic,
  demo: isDemo,
  participants: [{ id: "p1", name: "Ada", model: "demo/debater" }],
  cost: { totalUsd: 0 },
  outcome: { type: "verdict", winner: "p1", answer: "It depends." },
  createdAt: "2026-11-21T12:00:00.000Z",
});

test("What the demo made is marked once, and its canned answer is not shown.", async () => {
  const items = [
    shown("Is a tram better?", "deb-20261121-051254-7K2M9Q"),
    shown("Should cities ban cars?", "deb-20261121-051254-7K2M9R"),
    shown("Is a bus better?", "deb-20261121-051254-7K2M9S", false),
  ];
  const { page, complaints, close } = await stage.open("about:blank");
  await page.route("**/v1/debates?**", (route) => route.fulfill({ json: { items, nextCursor: null } }));
  await page.goto(`${stage.world.url}/debates`);
  await page.locator(".topic").first().waitFor();
  const marks = page.getByRole("listitem").filter({ has: page.locator(".topic") });
  const rows = await marks.evaluateAll((all) =>
    all.map((row) => [row.querySelectorAll(".mark").length, row.querySelector(".answer")?.textContent ?? null]),
  );
  expect(rows).toEqual([
    [1, null],
    [1, "It depends."],
    [0, "It depends."],
  ]);
  expect(complaints).toEqual([]);
  await close();
});

test("Who argued better is said where the answer leads, and who wins of a contest.", async () => {
  const items = [
    shown("Is a tram better?", "deb-20261121-051254-7K2M9Q"),
    { ...shown("Is a bus better?", "deb-20261121-051254-7K2M9R"), format: "lincoln-douglas" },
  ];
  const { page, close } = await stage.open("about:blank");
  await page.route("**/v1/debates?**", (route) => route.fulfill({ json: { items, nextCursor: null } }));
  await page.goto(`${stage.world.url}/debates`);
  await page.locator(".topic").first().waitFor();
  const facts = await page.locator(".facts").allInnerTexts();
  expect(facts[0]).toContain("Ada argued better");
  expect(facts[1]).toContain("Ada wins");
  await close();
});

test("Whoever has no debate yet is shown a recorded one.", async () => {
  const { page, complaints, close } = await stage.open("about:blank");
  await page.route("**/v1/debates?**", (route) => route.fulfill({ json: { items: [], nextCursor: null } }));
  await page.goto(`${stage.world.url}/debates`);
  await page.getByRole("heading", { name: "Try one of these" }).waitFor();
  await page.getByRole("link", { name: "Open a recorded debate" }).click();
  await page.getByRole("heading", { name: "Should cities ban cars?" }).waitFor();
  await page.getByRole("heading", { name: "The answer", level: 2 }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});
