/** Browser: a page in Debian's Chromium before a whole Parley. */
import { expect, test } from "vitest";
import { debaters, requestOf } from "../support/world.ts";
import { startStage } from "./stage.ts";

test("Whoever opens a debate that is over reads that somebody won, and the browser has no complaint.", async () => {
  const stage = await startStage();
  stage.world.models.use(debaters(["p1", "p2"]));
  const { id } = await stage.world.create(requestOf());
  await stage.world.finished(id);
  const { page, complaints } = await stage.open(`/debates/${id}`);
  await page.getByRole("heading", { name: "argued better" }).waitFor();
  expect(complaints).toEqual([]);
  await stage.stop();
});
