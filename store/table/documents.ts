/**
 * DynamoDB's requests in plain values. The SDK's own client for that builds its chain of handlers anew for each request,
 * a third of what a request takes of this process's CPU; the plain client can keep it.
 */
import {
  type AttributeValue,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  type DeleteItemCommandInput,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  type PutItemCommandInput,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  type ScanCommandInput,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from "@aws-sdk/client-dynamodb";
import { marshall, type NativeAttributeValue, unmarshall } from "@aws-sdk/util-dynamodb";
import type { Item, ItemKey } from "./keys.table.ts";

export type Documents = ReturnType<typeof createDocuments>;

type Values = Record<string, NativeAttributeValue>;

type Stored = Record<string, AttributeValue>;

/** Where requests have values. */
type Valued = "Item" | "Key" | "ExpressionAttributeValues" | "ExclusiveStartKey";

/** A request of the SDK, of this table and in plain values. */
export type Plain<Input> = Omit<Input, "TableName" | Valued> & { [K in Valued & keyof Input]?: Values | undefined };

const OPTIONS = { removeUndefinedValues: true };

/** `client` must keep its handlers: `cacheMiddleware`. */
export function createDocuments(client: DynamoDBClient, TableName: string) {
  const stored = (values: Values) => marshall(values, OPTIONS);
  const plain = (found: Stored | undefined) => (found ? (unmarshall(found) as Item) : null);
  const itemsOf = (found: Stored[] = []) => found.map((item) => unmarshall(item) as Item);
  const pageOf = ({ Items, LastEvaluatedKey }: { Items?: Stored[]; LastEvaluatedKey?: Stored }) => ({
    items: itemsOf(Items),
    last: plain(LastEvaluatedKey),
  });

  /** As the SDK has it. */
  function request<Input>(input: Plain<Input>): Input {
    const { Item, Key, ExpressionAttributeValues, ExclusiveStartKey, ...rest } = input as Plain<Input> & {
      [K in Valued]?: Values;
    };
    return {
      TableName,
      ...rest,
      ...(Item && { Item: stored(Item) }),
      ...(Key && { Key: stored(Key) }),
      ...(ExpressionAttributeValues && { ExpressionAttributeValues: stored(ExpressionAttributeValues) }),
      ...(ExclusiveStartKey && { ExclusiveStartKey: stored(ExclusiveStartKey) }),
    } as Input;
  }

  return {
    /** Consistent. */
    async get({ PK, SK }: ItemKey, how?: { abortSignal: AbortSignal }): Promise<Item | null> {
      const command = new GetItemCommand({ TableName, Key: stored({ PK, SK }), ConsistentRead: true });
      return plain((await client.send(command, how)).Item);
    },
    put: (input: Plain<PutItemCommandInput>) => client.send(new PutItemCommand(request(input))),
    /** What the request asks to be returned. */
    update: async (input: Plain<UpdateItemCommandInput>) =>
      plain((await client.send(new UpdateItemCommand(request(input)))).Attributes),
    remove: (input: Plain<DeleteItemCommandInput>) => client.send(new DeleteItemCommand(request(input))),
    /** One page. */
    query: async (input: Plain<QueryCommandInput>) => pageOf(await client.send(new QueryCommand(request(input)))),
    /** One page. */
    scan: async (input: Plain<ScanCommandInput>) => pageOf(await client.send(new ScanCommand(request(input)))),
    /** Those that are there, in any order, and the keys that the engine has left out. */
    async getBatch(keys: readonly ItemKey[], { isConsistent }: { isConsistent: boolean }) {
      const Keys = keys.map(({ PK, SK }) => stored({ PK, SK }));
      const RequestItems = { [TableName]: { Keys, ...(isConsistent && { ConsistentRead: true }) } };
      const { Responses, UnprocessedKeys } = await client.send(new BatchGetItemCommand({ RequestItems }));
      return {
        items: itemsOf(Responses?.[TableName]),
        left: (UnprocessedKeys?.[TableName]?.Keys ?? []).map((key) => unmarshall(key) as ItemKey),
      };
    },
    /** Returns the keys that the engine has left out. */
    removeBatch: async (keys: readonly ItemKey[]): Promise<ItemKey[]> => {
      const RequestItems = { [TableName]: keys.map(({ PK, SK }) => ({ DeleteRequest: { Key: stored({ PK, SK }) } })) };
      const { UnprocessedItems } = await client.send(new BatchWriteItemCommand({ RequestItems }));
      const left = UnprocessedItems?.[TableName] ?? [];
      return left.flatMap(({ DeleteRequest }) =>
        DeleteRequest?.Key ? (unmarshall(DeleteRequest.Key) as ItemKey) : [],
      );
    },
  };
}
