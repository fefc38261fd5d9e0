/** The dialog of actions, the comparison, the audience's view, and pages that are no debate: for everybody, and on a phone. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { debaters, requestOf } from "../../support/world.ts";
import { type Stage, startStage } from "../stage.ts";
import { seriousFaults } from "./axe.ts";

const SCHEMES = ["light", "dark"] as const;
const PHONE = { viewport: { width: 390, height: 844 } };

let stage: Stage;
let id = "";
let twin = "";
beforeAll(async () => {
  stage = await startStage();
  const { world } = stage;
  world.models.use(debaters(["p1", "p2"]));
  ({ id } = await world.create(requestOf({ maxRounds: 1 })));
  await world.finished(id);
  const made = await world.post(`/v1/debates/${id}/twin`);
  twin = (made.body as { id: string }).id;
  await world.finished(twin);
});
afterAll(() => stage.stop());

async function expectFaultless(page: Page) {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    expect([colorScheme, await seriousFaults(page)]).toEqual([colorScheme, []]);
  }
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
}

test("axe finds no serious fault in the actions and their forms, and they fit a phone.", async () => {
  const { page, complaints, close } = await stage.open(`/debates/${id}`, PHONE);
  await page.locator("#result").waitFor();
  await page.getByRole("button", { name: "Actions" }).click();
  const dialog = page.locator("dialog.actions");
  await dialog.getByRole("heading", { name: "Remove" }).waitFor();
  await expectFaultless(page);
  for (const name of ["Fork", "Twin", "Compare", "Ask another judge", "Rate", "Delete"]) {
    await dialog.getByRole("button", { name }).click();
    const back = dialog.getByRole("button", { name: "Back" });
    await back.waitFor();
    expect([name, await page.evaluate("document.activeElement.tagName")]).toEqual([name, "H2"]);
    await expectFaultless(page);
    await back.click();
  }
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
  await close();
});

test("axe finds no serious fault in the comparison, the audience's view and a missing page, and they fit a phone.", async () => {
  const pages = [
    [`/debates/${id}/compare/${twin}`, ".comparison"],
    [`/debates/${id}/stage`, "#result"],
    ["/debates/nope", "h1"],
  ];
  for (const [address = "", shown = ""] of pages) {
    const { page, close } = await stage.open(address, PHONE);
    await page.locator(shown).waitFor();
    await expectFaultless(page);
    await close();
  }
});

test("The reference of the API lists every operation, and opens the one that is asked for.", async () => {
  const { page, complaints, close } = await stage.open("/docs");
  await page.getByRole("link", { name: "POST /v1/debates", exact: true }).click();
  await page.locator("#operations-debates-createDebate.is-open, .opblock.is-open").first().waitFor();
  expect(await page.locator(".opblock.is-open .opblock-summary-path").innerText()).toContain("/v1/debates");
  expect(complaints).toEqual([]);
  await close();
});

test("The reference of the API follows the colour scheme and leads back to the debates.", async () => {
  const { page, complaints, close } = await stage.open("/docs", { colorScheme: "dark" });
  await page.getByRole("button", { name: "Open all" }).click();
  await page.locator(".opblock").first().waitFor();
  const dark = "getComputedStyle(document.querySelector('.info .title')).color";
  const inDark = await page.evaluate(dark);
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(() => page.evaluate(dark)).not.toBe(inDark);
  await page.getByRole("link", { name: "Debates" }).first().click();
  await page.locator(".debates a").first().waitFor();
  expect(complaints).toEqual([]);
  await close();
});
