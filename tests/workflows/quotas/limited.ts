/** Worlds whose one tenant has limits, for the tests of its queue. */

import { type Ledger, newLedger } from "../../../domain/around/quotas/ledger.quota.ts";
import type { Quota } from "../../../domain/shapes/payer.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, requestOf, type World } from "../../support/world.ts";

export const TIMEOUT = 60_000;
export const POLL = { timeout: 40_000, interval: 50 };
export const QUEUED = { whenBusy: "queue" };

export async function worldWith(quota: Quota, options: Parameters<typeof openWorld>[0] = {}): Promise<World> {
  const world = await openWorld(options);
  world.models.use(debaters(["p1", "p2"]));
  await limit(world, quota);
  return world;
}

function limit({ store }: World, quota: Quota): Promise<void> {
  return store.quotas.change<void>("default", (before) => {
    const ledger: Ledger = before ?? newLedger({}, new Date());
    return { ledger: { ...ledger, tenant: { ...ledger.tenant, quota } }, answer: undefined };
  });
}

/** It waits at each rest until it is stopped. */
export const slow = (changes: object = {}) => requestOf({ roundDelayMs: 600_000, ...changes });
