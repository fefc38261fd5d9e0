/** The list of debates: search, order, tags, winners. */
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
  const words = asked({ q: "cars trams" });
  await page.getByLabel("Words").fill("cars trams");
  await page.getByLabel("Words").press("Enter");
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

test("A row says who won, and its tags lead to the debates that have them.", async () => {
  const { page, complaints, close } = await stage.open("/debates");
  const row = page.getByRole("listitem").filter({ hasText: "Of cities?" });
  await row.waitFor();
  expect(await row.locator(".facts").innerText()).toMatch(/(Ada|Ben) wins/);
  await page.getByRole("link", { name: "A draft without a topic" }).waitFor();
  await page.getByRole("link", { name: "tea & coffee", exact: true }).click();
  await page.waitForURL(/\?tag=tea\+%26\+coffee$/);
  await page.locator(".topic").first().waitFor();
  expect(await page.locator(".topic").allInnerTexts()).toEqual(["Of tea & coffee?"]);
  expect(await page.getByLabel("Tag").first().inputValue()).toBe("tea & coffee");
  expect(complaints).toEqual([]);
  await close();
});
