/** Who begins first when one tenant's debates wait for a worker before another's one: it counts, and measures no time. */
import { expect, it } from "vitest";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { makeKey } from "../../api/access/keys.ts";
import { postOf } from "../../api/world.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";

const OTHERS = 90;
const POLL = { timeout: 60_000, interval: 50 };

it("lets a tenant's one debate begin before most of another tenant's many", { timeout: 120_000 }, async () => {
  await using world = await openWorld({ workers: false });
  world.models.use(debaters(["p1", "p2"]));
  const [many, lone] = [await makeKey(world.store, { tenant: "many" }), await makeKey(world.store, { tenant: "lone" })];
  const callOf =
    ({ token: key }: { token: string }) =>
    async (path: string, init: RequestInit = {}) => {
      const headers = { ...(init.headers as object), authorization: `Bearer ${key}` };
      return (await world.request(path, { ...init, headers })).body;
    };
  const [others, own] = [callOf(many), callOf(lone)];
  const post = postOf(requestOf({ maxRounds: 1 }));
  for (let n = 0; n < OTHERS; n++) await others("/v1/debates", post);
  const { id } = (await own("/v1/debates", post)) as Debate;
  const workers = await world.openWorkers();
  const started = async () => ((await own(`/v1/debates/${id}`)) as Debate).startedAt;
  await expect.poll(started, POLL).not.toBeNull();
  const at = (await started()) ?? "";
  const { items } = (await others("/v1/debates?limit=100")) as { items: Debate[] };
  await workers.stop();
  expect(items).toHaveLength(OTHERS);
  expect(items.filter(({ startedAt }) => startedAt !== null && startedAt < at).length).toBeLessThan(OTHERS / 4);
});
