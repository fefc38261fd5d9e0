/** The table of an earlier version, with indexes that repeat whole items, on an engine that may be able to change them. */
import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  type WriteRequest,
} from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KEYS_OF_TENANT } from "../../domain/records/outside-debates.ts";
import { credentialsOf } from "../../infra/local/dynalite/key.ts";
import { startDynalite } from "../../infra/local/dynalite/server.ts";
import { createStore, type TableStore } from "../../store/index.ts";
import type { ListPlace } from "../../store/port/upkeep.ts";
import { INDEXES, olderShapeOf } from "../../store/table/indexes.ts";
import { tableShape } from "../../store/table/schema.ts";
import { type EngineName, everyItem, isAvailable, startEngine, type TestEngine } from "../support/servers/dynamodb.ts";
import { unpacked } from "./archive.ts";

const NEWER = INDEXES.map(({ name }) => name).toSorted();
const OLDER = INDEXES.map(({ older }) => older).toSorted();
const REGION = "local";

export function describeIndexUpgrade(engineName: EngineName, { becomes }: { becomes: "newer" | "older" }): void {
  describe.skipIf(!isAvailable(engineName))(`a table of an earlier version on ${engineName}`, () => {
    const stack = new AsyncDisposableStack();
    let engine: TestEngine;
    let client: DynamoDBClient;
    let ids: Record<string, string>;
    beforeAll(async () => {
      engine = stack.adopt(await startEngine(engineName), (it) => it.stop());
      const { endpoint, credentials } = engine;
      client = stack.adopt(new DynamoDBClient({ endpoint, credentials, region: REGION }), (it) => it.destroy());
      const { folder, recording } = await unpacked("436aa2d", stack);
      ids = recording.debates;
      await fill(folder);
    });
    afterAll(() => stack.disposeAsync());

    /** The same items as in the folder, under the indexes of that version. */
    async function fill(folder: string): Promise<void> {
      const GlobalSecondaryIndexes = INDEXES.map(olderShapeOf);
      await client.send(new CreateTableCommand({ ...tableShape("parley"), GlobalSecondaryIndexes }));
      const recorded = await startDynalite({ dataDir: folder });
      const at = { endpoint: recorded.endpoint, credentials: credentialsOf(recorded.key), region: REGION };
      const items = await everyItem({ ...at, table: "parley" });
      await recorded.stop();
      for (let n = 0; n < items.length; n += 25) {
        let rest: WriteRequest[] = items.slice(n, n + 25).map((Item) => ({ PutRequest: { Item } }));
        while (rest.length > 0) {
          const { UnprocessedItems } = await client.send(new BatchWriteItemCommand({ RequestItems: { parley: rest } }));
          rest = UnprocessedItems?.["parley"] ?? [];
        }
      }
    }

    function open(): TableStore {
      const { endpoint, credentials } = engine;
      const store = createStore({ endpoint, credentials, region: REGION, table: "parley" });
      stack.defer(() => store.close());
      return store;
    }

    async function indexes(): Promise<string[]> {
      const { Table } = await client.send(new DescribeTableCommand({ TableName: "parley" }));
      return (Table?.GlobalSecondaryIndexes ?? []).map(({ IndexName = "" }) => IndexName).toSorted();
    }

    /** All lists of the tenant's, as ids. */
    async function listed(store: TableStore) {
      const idsOf = async (query: object) => {
        const { records } = await store.listDebates({ tenant: "default", limit: 100, ...query });
        return records.map(({ id }) => id);
      };
      const { values: keys } = await store.records.page({ tenant: "default" }, KEYS_OF_TENANT, { limit: 100 });
      return {
        all: await idsOf({}),
        oldest: await idsOf({ ascending: true }),
        cancelled: await idsOf({ status: "cancelled" }),
        completed: await idsOf({ status: "completed" }),
        tagged: await idsOf({ tags: ["air"] }),
        ofFormat: await idsOf({ format: "dialectic" }),
        found: await idsOf({ words: ["cars"] }),
        keys: keys.map(({ id }) => id),
      };
    }

    async function endedOf({ upkeep }: TableStore): Promise<string[]> {
      const found: string[] = [];
      let after: ListPlace | null = null;
      do {
        const { debates, next }: Awaited<ReturnType<typeof upkeep.list>> = await upkeep.list("ENDED", {
          after,
          limit: 50,
        });
        found.push(...debates.map(({ debateId }) => debateId));
        after = next;
      } while (after);
      return found;
    }

    test(`is listed as before while processes start, and has the ${becomes} indexes then`, async () => {
      const reader = open();
      const before = await listed(reader);
      expect(await indexes()).toEqual(OLDER);
      expect(before.all.toSorted()).toEqual(Object.values(ids).toSorted());
      expect(before.cancelled).toContain(ids["abandoned"]);
      expect(before.tagged).toContain(ids["panel"]);
      expect(before.ofFormat).toEqual([ids["dialectic"]]);
      expect(before.found).toEqual(before.all);
      expect(before.keys).toHaveLength(1);

      const started = new AbortController();
      const starting = Promise.all([1, 2, 3].map(() => open().ensureTable())).finally(() => started.abort());
      while (!started.signal.aborted) expect(await listed(reader)).toEqual(before);
      await starting;
      await open().ensureTable();
      expect(await indexes()).toEqual(becomes === "newer" ? NEWER : OLDER);
      for (const store of [reader, open()]) expect(await listed(store)).toEqual(before);
    });

    test("goes on with the log of a debate that was under way, and keeps that version's text chunks", async () => {
      const key = { tenant: "default", debateId: ids["paused"] ?? "" };
      const store = open();
      const read = async () => (await open().log.read({ debate: key, after: 0, limit: 1_000 })).events;
      const before = await read();
      const at = new Date().toISOString();
      const event = { type: "round.started" as const, at, data: { round: 9 } };
      const { head } = await store.log.append({ debate: key, since: 0, events: [{ key: "w/upgraded", event }] });
      expect(head).toBe((before.at(-1)?.id ?? 0) + 1);
      expect(await read()).toEqual([...before, { id: head, ...event }]);
      const record = await store.getDebate(key);
      if (!record) throw new Error("the debate is gone");
      await store.putState({ ...key, version: record.version + 1, state: { ...record.state, status: "running" } });
      const idsOf = async (status: string) =>
        (await open().listDebates({ tenant: "default", limit: 100, status })).records.map(({ id }) => id);
      expect(await idsOf("running")).toEqual([key.debateId]);
      expect(await idsOf("paused")).not.toContain(key.debateId);
      expect((await open().getDebate(key))?.config).toEqual(record.config);
      await store.putState({ ...key, version: record.version + 2, state: { ...record.state, status: "cancelled" } });
      expect(await endedOf(store), "the sweep has to drop its chunks").toContain(key.debateId);
    });
  });
}
