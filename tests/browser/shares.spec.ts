/** Links that the page makes, shows and revokes. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { debaters, requestOf } from "../support/world.ts";
import { type Stage, startStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

test("A link is made in the page, opens the debate to somebody else, is listed, and opens nothing once it is revoked.", async () => {
  const { world } = stage;
  world.models.use(debaters(["p1", "p2"], { turn: () => ({ text: "A bench is a room." }) }));
  const { id } = await world.create(requestOf({ maxRounds: 1, metadata: { client: "Bluebird" } }));
  await world.finished(id);
  const owner = await stage.open(`/debates/${id}`);
  await owner.page.getByText("Share this debate").click();
  await owner.page.getByRole("button", { name: "Create the link" }).click();
  const field = owner.page.getByLabel("The link");
  await field.waitFor();
  const address = await field.inputValue();

  const reader = await stage.open(address);
  await reader.page.getByText("A bench is a room.").first().waitFor();
  expect(await reader.page.content()).not.toContain("Bluebird");
  expect(await reader.page.getByText("Share this debate").count()).toBe(0);

  await owner.page.reload();
  await owner.page.getByText("Share this debate").click();
  await owner.page.getByRole("button", { name: "Revoke" }).click();
  await owner.page.getByText("Revoked: the link does not work any more.").waitFor();
  expect(await owner.page.getByRole("button", { name: "Revoke" }).count()).toBe(0);
  await reader.page.reload();
  await reader.page.getByRole("heading", { name: "This link does not work any more" }).waitFor();
  expect(owner.complaints).toEqual([]);
  await Promise.all([owner.close(), reader.close()]);
});
