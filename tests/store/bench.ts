/** Where one engine's contract tests get their stores from. */
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach } from "vitest";
import { createStore, type TableStore } from "../../store/index.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import { LOCAL_CREDENTIALS, startEngine } from "../support/servers/dynamodb.ts";
import { type Proxy, startProxy } from "./proxy.ts";

const TABLE = "parley";
const REGION = "us-east-1";
export type RawItem = { PK: string; SK: string } & Record<string, unknown>;

export interface Bench {
  endpoint(): string;
  /** A store with nothing in its caches: another process, as far as the table can tell. */
  open(endpoint?: string, options?: { appenders?: number }): TableStore;
  /** A store behind a network that misbehaves on demand. */
  openBehindProxy(): Promise<{ store: TableStore; proxy: Proxy }>;
  /** Every item of a debate as it is stored. */
  items(key: DebateKey, prefix?: string): Promise<RawItem[]>;
  put(item: RawItem): Promise<void>;
  remove(item: RawItem): Promise<void>;
  close(): Promise<void>;
}

export async function startBench(engineName: Parameters<typeof startEngine>[0]): Promise<Bench> {
  const engine = await startEngine(engineName);
  const client = new DynamoDBClient({ endpoint: engine.endpoint, region: REGION, credentials: LOCAL_CREDENTIALS });
  const raw = DynamoDBDocumentClient.from(client);
  const bench: Bench = {
    endpoint: () => engine.endpoint,
    open(endpoint = engine.endpoint, options = {}) {
      const store = createStore({ endpoint, region: REGION, table: TABLE, credentials: LOCAL_CREDENTIALS, ...options });
      opened.push(() => store.close());
      return store;
    },
    async openBehindProxy() {
      const proxy = await startProxy(engine.endpoint);
      opened.push(() => proxy.stop());
      return { proxy, store: bench.open(proxy.endpoint) };
    },
    async items({ tenant, debateId }, prefix = "") {
      const values = { ":pk": `T#${tenant}#D#${debateId}`, ...(prefix && { ":sk": prefix }) };
      const condition = prefix ? "PK = :pk AND begins_with(SK, :sk)" : "PK = :pk";
      const query = { TableName: TABLE, KeyConditionExpression: condition, ExpressionAttributeValues: values };
      return ((await raw.send(new QueryCommand({ ...query, ConsistentRead: true }))).Items ?? []) as RawItem[];
    },
    put: async (Item) => void (await raw.send(new PutCommand({ TableName: TABLE, Item }))),
    remove: async ({ PK, SK }) => void (await raw.send(new DeleteCommand({ TableName: TABLE, Key: { PK, SK } }))),
    async close() {
      client.destroy();
      await engine.stop();
    },
  };
  await Promise.all([bench.open(), bench.open(), bench.open()].map((store) => store.ensureTable()));
  return bench;
}

const opened: (() => unknown)[] = [];
/** Closes what a test has opened, the last first. */
export function closeAfterEach(): void {
  afterEach(async () => {
    for (const close of opened.splice(0).toReversed()) await close();
  });
}
