import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand, DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DebateSummary } from "../../../api/base/debate-list.ts";
import { createDebateId } from "../../../api/base/ids.api-base.ts";
import { createWorld, storeDebate, type World } from "../world.ts";

const DEBATES = 10_000;
const BATCH = 25;
const BATCHES_AT_ONCE = 16;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Ids of debates, a second apart; their METAs are copies of a real one, put past the API for the sake of time. */
async function fill(): Promise<string[]> {
  const client = new DynamoDBClient({ ...world.table, endpoint: world.table.endpoint as string });
  const documents = DynamoDBDocumentClient.from(client);
  const { tenant, id } = await storeDebate(world.store, { tenant: "a pattern" });
  const PK = (of: string, debate: string) => `T#${encodeURIComponent(of)}#D#${debate}`;
  const { Item: meta } = await documents.send(
    new GetCommand({ TableName: world.table.table, Key: { PK: PK(tenant, id), SK: "META" } }),
  );
  const ids: string[] = [];
  const put = (n: number) => {
    const at = new Date(Date.UTC(2026, 0, 1, 0, 0, n));
    const debate = createDebateId(at);
    ids.push(debate);
    const createdAt = at.toISOString();
    const keys = {
      PK: PK("default", debate),
      GSI1PK: "T#default",
      GSI1SK: `${createdAt}#${debate}`,
      GSI2PK: "T#default#configuring",
    };
    return { PutRequest: { Item: { ...meta, ...keys, tenant: "default", id: debate, createdAt } } };
  };
  const puts = Array.from({ length: DEBATES }, (_, n) => put(n));
  for (let at = 0; at < DEBATES; at += BATCH * BATCHES_AT_ONCE) {
    const batches = Array.from({ length: BATCHES_AT_ONCE }, (_, n) =>
      puts.slice(at + n * BATCH, at + (n + 1) * BATCH),
    ).filter((batch) => batch.length > 0);
    const done = await Promise.all(
      batches.map((batch) => documents.send(new BatchWriteCommand({ RequestItems: { [world.table.table]: batch } }))),
    );
    expect(done.flatMap(({ UnprocessedItems }) => Object.keys(UnprocessedItems ?? {}))).toEqual([]);
  }
  client.destroy();
  return ids;
}

test("10,000 debates page through without a repeat or a gap while new ones arrive.", async () => {
  const stored = await fill();
  const seen: string[] = [];
  let path: string | null = "/v1/debates?limit=100";
  for (let page = 0; path !== null; page++) {
    const response: Response = await world.get(path);
    const { items } = (await response.json()) as { items: DebateSummary[] };
    seen.push(...items.map(({ id }) => id));
    if (page % 10 === 0) await storeDebate(world.store);
    path = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1] ?? null;
  }
  expect(seen).toEqual(stored.toReversed());
});

test("A search looks at a thousand debates a request, and its cursor goes on from there.", async () => {
  const sought = await storeDebate(world.store, { at: new Date(0), request: { topic: "Is zymurgy an art?" } });
  const found: string[][] = [];
  let path: string | null = "/v1/debates?q=zymurgy";
  while (path !== null) {
    const response: Response = await world.get(path);
    const { items } = (await response.json()) as { items: DebateSummary[] };
    found.push(items.map(({ id }) => id));
    path = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1] ?? null;
  }
  expect(found).toHaveLength(11);
  expect(found.flat()).toEqual([sought.id]);
});
