import { expect, it } from "vitest";
import { patchOf } from "../../support/debates/drafts.ts";
import { openWorld } from "../../support/use-world.ts";

it("A change of a draft takes the version that its creation answered with, also before a worker has opened the debate", async () => {
  await using closing = new AsyncDisposableStack();
  const own = await openWorld({ workers: false });
  closing.defer(() => own.stop());
  const made = await own.post("/v1/debates", { start: false });
  const changing = patchOf(own, made.body.id, { topic: "Tea?" }, { "if-match": made.headers.get("etag") ?? "" });
  const workers = await own.openWorkers();
  closing.defer(() => workers.stop());
  expect(await changing).toMatchObject({ status: 200, body: { topic: "Tea?" } });
  const log = await own.until(made.body.id, (e) => e.type === "debate.status" && e["by"] === "configure");
  expect(log.map(({ type }) => type)).toEqual(["debate.created", "debate.status"]);
});
