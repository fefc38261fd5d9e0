/** The admin's page for keys. The first test makes the first key, so the others need one. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FIRST_KEY_CLOSES } from "../../api/access/api-keys.access.ts";
import { makeKey } from "../api/access/keys.ts";
import { seriousFaults } from "./pages/axe.ts";
import { type Stage, startStage } from "./stage.ts";

const PHONE = { viewport: { width: 390, height: 844 } };

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

const statusWith = async (token: string | null) => {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  return (await stage.world.request("/v1/debates", { headers })).status;
};

async function faultsOf(page: Page) {
  const found: unknown[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await seriousFaults(page)));
  }
  return found;
}

async function signedIn(token: string, address = "/keys") {
  const opened = await stage.open(address, PHONE);
  await opened.page.getByLabel("API key").fill(token);
  await opened.page.getByRole("button", { name: "Sign in" }).click();
  return opened;
}

test("The first key is created only after the page has said what it closes; then the page works with it.", async () => {
  const { page, context, complaints, close } = await stage.open("/keys", PHONE);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByText("There is no key yet").waitFor();
  await page.getByLabel("Name").fill("Anna’s");
  await page.getByRole("button", { name: "Create a key" }).click();
  await page.getByText(FIRST_KEY_CLOSES).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Leave it open" }).click();
  expect(await statusWith(null)).toBe(200);
  await page.getByRole("button", { name: "Create a key" }).click();
  await page.getByRole("button", { name: "Create the first key" }).click();
  const secret = page.getByLabel("Key", { exact: true });
  await secret.waitFor();
  const token = await secret.inputValue();
  expect([await statusWith(null), await statusWith(token)]).toEqual([401, 200]);
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByText("Copied.").waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(token);
  await page.getByRole("listitem").filter({ hasText: "Anna’s" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  await page.reload();
  await page.getByRole("listitem").filter({ hasText: "Anna’s" }).waitFor();
  expect(await page.content()).not.toContain(token);
  expect(complaints).toEqual([]);
  await close();
});

test("An admin creates a key with a limit and an end, sees it in the list, and revokes it after a question.", async () => {
  const admin = await makeKey(stage.world.store, { scopes: ["admin"], name: "the admin's" });
  const { page, close } = await signedIn(admin.token);
  await page.getByLabel("Name").fill("reports");
  await page.getByLabel("Requests a minute").fill("60");
  await page.getByLabel("Works").selectOption("for 30 days");
  await page.getByLabel("read debates").check();
  await page.getByRole("button", { name: "Create a key" }).click();
  const token = await page.getByLabel("Key", { exact: true }).inputValue();
  expect(await statusWith(token)).toBe(200);
  const row = page.getByRole("listitem").filter({ hasText: "reports" });
  expect(await row.locator(".facts span").allInnerTexts()).toEqual([
    "read",
    "60 requests a minute",
    expect.stringMatching(/^works until/),
  ]);
  await row.getByRole("button", { name: "Revoke reports" }).click();
  await page.getByRole("button", { name: "Keep it" }).click();
  expect(await row.innerText()).toContain("works until");
  await row.getByRole("button", { name: "Revoke reports" }).click();
  await page.getByRole("button", { name: "Revoke it" }).click();
  await row.getByText("revoked").waitFor();
  // Another process may have read the key within the last 5 seconds.
  while ((await statusWith(token)) !== 401);
  await page.getByLabel("Requests a minute").fill("0");
  await page.getByRole("button", { name: "Create a key" }).click();
  expect(
    await page.getByLabel("Requests a minute").evaluate((field: { checkValidity(): boolean }) => field.checkValidity()),
  ).toBe(false);
  await close();
});

test("An admin who revokes the key of this session is told so, and is signed out.", async () => {
  const own = await makeKey(stage.world.store, { scopes: ["admin"], name: "my own" });
  const { page, close } = await signedIn(own.token);
  await page.getByRole("button", { name: "Revoke my own" }).click();
  await page.getByText("you are signed out too").waitFor();
  await page.getByRole("button", { name: "Revoke it" }).click();
  await page.getByLabel("API key").waitFor();
  await close();
});

test("A key without the scope admin sees no keys, and no link to them.", async () => {
  const { token } = await makeKey(stage.world.store, { scopes: ["write"] });
  const { page, close } = await signedIn(token);
  await page.getByText("Keys are shown only to a key or user with the scope admin.").waitFor();
  expect(await page.getByRole("link", { name: "Keys" }).count()).toBe(0);
  expect(await page.getByRole("listitem").count()).toBe(0);
  await close();
});
