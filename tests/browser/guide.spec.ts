import { afterAll, beforeAll, expect, test } from "vitest";
import { inEverySize } from "./every-size.ts";
import { type Stage, startStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

test("A page of the guide fits, shows where one is, and leads to the others.", async () => {
  await inEverySize(stage, "/docs/guide/formats", async ({ page }) => {
    const contents = page.getByRole("navigation", { name: "Guide" });
    expect(await contents.locator('[aria-current="page"]').textContent()).toBe("Formats");
    await contents.getByRole("link", { name: "Judging", exact: true }).click();
    expect(await page.locator("h1").textContent()).toBe("Judging");
    await page.goBack();
  });
});

test("One finds a part by words, from the keyboard alone.", async () => {
  const { page, complaints, close } = await stage.open("/docs/guide/");
  await page.keyboard.press("/");
  await page.keyboard.type("overlap safe");
  await page.keyboard.press("Enter");
  await page.waitForURL(/[?]q=overlap/);
  await page.getByRole("link", { name: "What runs at once" }).first().click();
  expect(new URL(page.url()).hash).toBe("#what-runs-at-once");
  expect(complaints).toEqual([]);
  await close();
});

test("A block of code is copied as it stands; a word of the glossary says what it means.", async () => {
  const options = { permissions: ["clipboard-read", "clipboard-write"] };
  const { page, close } = await stage.open("/docs/guide/growing", options);
  const block = page.locator("pre").first();
  await page.getByRole("button", { name: "Copy" }).first().click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe((await block.textContent())?.trimEnd());
  expect(await page.locator(".term").first().getAttribute("title")).toMatch(/^[A-Z].+[.]$/);
  await close();
});
