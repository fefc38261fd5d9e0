/** Links that the page makes, shows and revokes. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { debaters, requestOf } from "../support/world.ts";
import { type Stage, startStage } from "./stage.ts";

const DAY_MS = 86_400_000;

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

async function finished(): Promise<string> {
  const { world } = stage;
  world.models.use(debaters(["p1", "p2"], { turn: () => ({ text: "A bench is a room." }) }));
  const { id } = await world.create(requestOf({ maxRounds: 1, metadata: { client: "Bluebird" } }));
  await world.finished(id);
  return id;
}

test("A link is made and copied in one step, opens the debate to somebody else, is listed, and opens nothing once it is revoked.", async () => {
  const id = await finished();
  const owner = await stage.open(`/debates/${id}`, { permissions: ["clipboard-read", "clipboard-write"] });
  const dialog = owner.page.getByRole("dialog", { name: "Share this debate" });
  await owner.page.getByRole("button", { name: "Share" }).click();
  await dialog.getByText("None is on.").waitFor();
  await dialog.getByRole("button", { name: "Create and copy" }).click();
  await dialog.getByText(/^Copied\. It is on until /).waitFor();
  const address = await owner.page.evaluate<string>("navigator.clipboard.readText()");
  expect(await dialog.getByLabel("The link").inputValue()).toBe(address);
  // A week, unless another length is chosen.
  const { body } = await stage.world.request(`/v1/debates/${id}/shares`);
  const [{ createdAt, expiresAt }] = (body as { items: [{ createdAt: string; expiresAt: string }] }).items;
  expect(Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / DAY_MS)).toBe(7);

  const reader = await stage.open(address);
  await reader.page.getByText("A bench is a room.").first().waitFor();
  expect(await reader.page.content()).not.toContain("Bluebird");
  expect(await reader.page.getByRole("button", { name: "Share" }).count()).toBe(0);

  await owner.page.reload();
  await owner.page.getByRole("button", { name: "Share" }).click();
  await dialog.getByText(/^On until /).waitFor();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await dialog.getByText("Revoked: the link does not work any more.").waitFor();
  expect(await dialog.getByRole("listitem").allInnerTexts()).toEqual([expect.stringMatching(/^Revoked/)]);
  expect(await dialog.getByRole("button", { name: "Revoke" }).count()).toBe(0);
  await reader.page.reload();
  await reader.page.getByRole("heading", { name: "This link does not work any more" }).waitFor();
  expect(owner.complaints).toEqual([]);
  await Promise.all([owner.close(), reader.close()]);
});

test("Where a browser has no clipboard, the link is marked, to be copied by hand.", async () => {
  const { page, complaints, close } = await stage.open("about:blank");
  await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
  await page.goto(`${stage.world.url}/debates/${await finished()}`);
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Create and copy" }).click();
  await page.getByText("Copy the marked link.").waitFor();
  const link = await page.getByLabel("The link").inputValue();
  expect(await page.evaluate("getSelection().toString()")).toBe(link);
  expect(complaints).toEqual([]);
  await close();
});
