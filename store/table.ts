/** One DynamoDB table: single-item conditional writes and consistent reads, nothing that an engine may lack. */
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { isEqual, setting } from "./conditions.ts";
import { faultOf, isNamed } from "./faults.ts";
import type { Item, ItemKey } from "./keys.ts";
import { removePartition } from "./partition.ts";

export interface TableOptions {
  /** null: AWS itself. */
  endpoint: string | null;
  region: string;
  table: string;
  /** Left out: the AWS client's own chain of providers. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

/** `set` is the name of the attribute. */
type SetMember = ItemKey & { set: string; value: string };
export type QueryInput = Omit<QueryCommandInput, "TableName">;

export interface Table {
  readonly name: string;
  readonly client: DynamoDBClient;
  /** A consistent read. */
  get(key: ItemKey): Promise<Item | null>;
  put(item: Item): Promise<void>;
  /** False when an item stands there already. */
  putIfAbsent(item: Item): Promise<boolean>;
  /** False when no item stands there. */
  putIfPresent(item: Item): Promise<boolean>;
  /** Replaces an item that has exactly these attributes; false when it has not, or is not there. */
  putWhere(item: Item, where: Record<string, unknown>): Promise<boolean>;
  /** Sets attributes of an item that has exactly those of `where`; false when it has not, or is not there. */
  updateWhere(input: ItemKey & { set: Record<string, unknown>; where: Record<string, unknown> }): Promise<boolean>;
  /** Sets attributes of an item whose `version` is lower and that is not `closed`; false when there is none. */
  updateOlder(input: ItemKey & { version: number; set: Record<string, unknown> }): Promise<boolean>;
  /** Adds to a set of texts of an item, or takes from it; false when the item is not there. */
  addTo(input: SetMember): Promise<boolean>;
  takeFrom(input: SetMember): Promise<boolean>;
  remove(key: ItemKey): Promise<void>;
  /** Adds 1 to the `count` of an item, makes it when it is not there, and returns the new count. Not idempotent. */
  increment(input: ItemKey & { expiresAt: number }): Promise<number>;
  /** Removes a partition's items in batches, except those that `keep` names by their sort keys. */
  removeAll(pk: string, keep?: string[]): Promise<void>;
  /** One page. */
  query(input: QueryInput): Promise<{ items: Item[]; last: Item | null }>;
  /** Throws within two seconds when the engine does not answer. */
  ping(): Promise<void>;
  close(): void;
}

const PING_MS = 1800;

export function createTable(options: TableOptions): Table {
  const client = createClient(options);
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  const TableName = options.table;
  return {
    name: options.table,
    client,
    get: (key) =>
      attempt(async () => ((await documents.send(getCommand(TableName, key))).Item as Item | undefined) ?? null),
    put: (item) => attempt(async () => void (await documents.send(new PutCommand({ TableName, Item: item })))),
    putIfAbsent: (item) =>
      conditional(() =>
        documents.send(new PutCommand({ TableName, Item: item, ConditionExpression: "attribute_not_exists(PK)" })),
      ),
    putIfPresent: (item) =>
      conditional(() =>
        documents.send(new PutCommand({ TableName, Item: item, ConditionExpression: "attribute_exists(PK)" })),
      ),
    putWhere: (Item, where) =>
      conditional(() => documents.send(new PutCommand({ TableName, Item, ...isEqual(where) }))),
    updateWhere: ({ PK, SK, set, where }) =>
      conditional(() => documents.send(new UpdateCommand({ TableName, Key: { PK, SK }, ...setting(set, where) }))),
    updateOlder: (input) => conditional(() => documents.send(updateCommand(TableName, input))),
    addTo: (input) => conditional(() => documents.send(memberCommand(TableName, "ADD", input))),
    takeFrom: (input) => conditional(() => documents.send(memberCommand(TableName, "DELETE", input))),
    remove: (Key) => attempt(async () => void (await documents.send(new DeleteCommand({ TableName, Key })))),
    increment: (input) =>
      attempt(async () => {
        const { Attributes } = await documents.send(incrementCommand(TableName, input));
        return Number(Attributes?.count);
      }),
    removeAll: (pk, keep = []) => attempt(() => removePartition(documents, { TableName, pk, keep })),
    query: (input) =>
      attempt(async () => {
        const page = await documents.send(new QueryCommand({ TableName, ...input }));
        return { items: (page.Items ?? []) as Item[], last: (page.LastEvaluatedKey as Item | undefined) ?? null };
      }),
    ping: () =>
      attempt(async () => {
        const abortSignal = AbortSignal.timeout(PING_MS);
        await documents.send(getCommand(TableName, { PK: "PING", SK: "PING" }), { abortSignal });
      }),
    close: () => client.destroy(),
  };
}

/** Three tries, one second to connect: an engine that is not there shows within seconds. */
function createClient({ endpoint, region, credentials }: TableOptions): DynamoDBClient {
  const agent = { keepAlive: true, maxSockets: 64 };
  return new DynamoDBClient({
    ...(endpoint !== null && { endpoint }),
    ...(credentials && { credentials }),
    region,
    maxAttempts: 3,
    retryMode: "standard",
    requestHandler: {
      connectionTimeout: 1000,
      requestTimeout: 5000,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}

function getCommand(TableName: string, { PK, SK }: ItemKey): GetCommand {
  return new GetCommand({ TableName, Key: { PK, SK }, ConsistentRead: true });
}

function updateCommand(TableName: string, input: Parameters<Table["updateOlder"]>[0]): UpdateCommand {
  const values = Object.entries({ ...input.set, version: input.version });
  return new UpdateCommand({
    TableName,
    Key: { PK: input.PK, SK: input.SK },
    UpdateExpression: `SET ${values.map((_, i) => `#${i} = :${i}`).join(", ")}`,
    ConditionExpression: "attribute_exists(PK) AND #old < :new AND attribute_not_exists(#closed)",
    ExpressionAttributeNames: {
      ...Object.fromEntries(values.map(([name], i) => [`#${i}`, name])),
      "#old": "version",
      "#closed": "closed",
    },
    ExpressionAttributeValues: {
      ...Object.fromEntries(values.map(([, value], i) => [`:${i}`, value])),
      ":new": input.version,
    },
  });
}

function memberCommand(TableName: string, verb: "ADD" | "DELETE", { PK, SK, set, value }: SetMember): UpdateCommand {
  return new UpdateCommand({
    TableName,
    Key: { PK, SK },
    UpdateExpression: `${verb} #set :value`,
    ConditionExpression: "attribute_exists(PK)",
    ExpressionAttributeNames: { "#set": set },
    ExpressionAttributeValues: { ":value": new Set([value]) },
  });
}

/** `expiresAt` in seconds since 1970, as the table's time to live has it. */
function incrementCommand(TableName: string, { PK, SK, expiresAt }: Parameters<Table["increment"]>[0]): UpdateCommand {
  return new UpdateCommand({
    TableName,
    Key: { PK, SK },
    UpdateExpression: "SET #expiresAt = :expiresAt ADD #count :one",
    ExpressionAttributeNames: { "#count": "count", "#expiresAt": "expiresAt" },
    ExpressionAttributeValues: { ":one": 1, ":expiresAt": expiresAt },
    ReturnValues: "UPDATED_NEW",
  });
}

async function attempt<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw faultOf(error);
  }
}

/** A lost condition is an answer, not an error. */
async function conditional(request: () => Promise<unknown>): Promise<boolean> {
  try {
    await request();
    return true;
  } catch (error) {
    if (isNamed(error, "ConditionalCheckFailedException")) return false;
    throw faultOf(error);
  }
}
