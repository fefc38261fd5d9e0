/** What has expired is removed by the sweep, since the embedded engine does not do it. */

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { putShare } from "../../../features/shares/api/shares.ts";
import { createTable, type Table } from "../../../store/table/table.ts";
import { everyItem, LOCAL_CREDENTIALS } from "../../support/servers/dynamodb.ts";
import { openWorld } from "../../support/use-world.ts";
import type { World } from "../../support/world.ts";

const DAY_MS = 86_400_000;
const MANY = 1_200;

let world: World;
let table: Table;
beforeAll(async () => {
  world = await openWorld();
  table = createTable({ ...world.table, credentials: LOCAL_CREDENTIALS });
});
afterAll(async () => {
  table.close();
  await world.stop();
});

const sweep = async () => {
  const options = { taskQueue: world.taskQueue, workflowId: `sweep-${randomUUID()}`, args: [] };
  return (await world.client.workflow.execute("sweepWorkflow", options)).expired;
};

/** An answered request of so long ago; a long answer has parts of its own. */
async function answered(key: string, ago: number, length = 100): Promise<void> {
  const { idempotency } = world.store;
  const claim = await idempotency.claim({
    tenant: "default",
    key,
    fingerprint: "f",
    at: Date.now() - ago,
    leaseMs: 1_000,
  });
  if (claim.kind !== "leased") throw new Error(`the claim is ${claim.kind}`);
  await idempotency.update(claim.lease, { answer: { status: 201, headers: {}, body: "x".repeat(length) } });
}

async function keysOf(prefix: string): Promise<string[]> {
  const keys = (await everyItem(world.table)).map((item) => item["PK"]?.S ?? "");
  return keys.filter((key) => key.startsWith(prefix));
}

it("removes kept answers, counts and shares that have expired, leaves the rest, and rests for an hour", async () => {
  for (let from = 0; from < MANY; from += 50)
    await Promise.all(Array.from({ length: 50 }, (_, n) => answered(`old-${from + n}`, 2 * DAY_MS)));
  await answered("old-and-long", 2 * DAY_MS, 700_000);
  await answered("new", 0);
  await world.store.countRequest({ id: "k1", window: "1", endsAt: new Date(Date.now() - DAY_MS) });
  await world.store.countRequest({ id: "k1", window: "2", endsAt: new Date() });
  const debate = { tenant: "default", debateId: "deb-20261121-051254-7K2M9Q" };
  const times = { createdAt: "2020-01-01T00:00:00.000Z", expiresAt: "2020-01-02T00:00:00.000Z" };
  await putShare(world.store.records, debate, { id: "s1", hash: "h1", ...times });

  // Three parts of the long answer, its count and the two items of the share beside the records.
  expect(await sweep()).toEqual({ removed: MANY + 1 + 3 + 1 + 2 });
  expect(await keysOf("IDEM#")).toEqual(["IDEM#default#new"]);
  expect(await keysOf("RATE#")).toEqual(["RATE#k1"]);
  expect(await keysOf("SHARED#")).toEqual([]);

  await answered("old-again", 2 * DAY_MS);
  expect(await sweep()).toEqual({ removed: 0 });
}, 120_000);

it("looks at each item once: twice the items take about twice the requests, and what was taken anew stays", async () => {
  const at = Date.now();
  // A pass begins only an hour after another.
  const pages = async (daysAgo: number) => {
    let count = 0;
    let after: { PK: string; SK: string } | null = null;
    do {
      const page: Awaited<ReturnType<typeof world.store.upkeep.removeExpired>> = await world.store.upkeep.removeExpired(
        { after, limit: 100, at: at - daysAgo * DAY_MS },
      );
      after = page.next;
      count += 1;
    } while (after);
    return count;
  };
  const before = await pages(30);
  for (let from = 0; from < 1_000; from += 50)
    await Promise.all(Array.from({ length: 50 }, (_, n) => answered(`live-${from + n}`, 0)));
  const more = (await pages(60)) - before;
  expect(more).toBeGreaterThanOrEqual(10);
  expect(more).toBeLessThanOrEqual(11);
  const key = { PK: "IDEM#default#live-1", SK: "RECORD" };
  expect(await table.removeExpired(key, Math.floor(at / 1000))).toBe(false);
  expect(await table.get(key)).not.toBeNull();
});
