/** Batches of requests. An engine under load does a part of one and names the rest. */
import { setTimeout as sleep } from "node:timers/promises";
import {
  BatchGetCommand,
  BatchWriteCommand,
  type BatchWriteCommandOutput,
  type DynamoDBDocumentClient,
} from "@aws-sdk/lib-dynamodb";
import type { Item, ItemKey } from "./keys.ts";

interface Batches {
  name: string;
  documents: DynamoDBDocumentClient;
}

type Writes = NonNullable<BatchWriteCommandOutput["UnprocessedItems"]>[string];

/** DynamoDB takes so many at once. */
const GETS = 100;
const WRITES = 25;
const PAUSE_MS = { first: 20, longest: 1_000 };

export async function writeAll({ documents, name }: Batches, writes: Writes): Promise<void> {
  for (let at = 0; at < writes.length; at += WRITES)
    await untilDone(writes.slice(at, at + WRITES), async (rest) => {
      const { UnprocessedItems } = await documents.send(new BatchWriteCommand({ RequestItems: { [name]: rest } }));
      return UnprocessedItems?.[name] ?? [];
    });
}

/** The items that are there, in the order of their keys. Consistent reads. */
export async function getAll({ documents, name }: Batches, keys: readonly ItemKey[]): Promise<Item[]> {
  const found = new Map<string, Item>();
  const idOf = ({ PK, SK }: ItemKey) => `${PK} ${SK}`;
  for (let at = 0; at < keys.length; at += GETS)
    await untilDone(
      keys.slice(at, at + GETS).map(({ PK, SK }) => ({ PK, SK })),
      async (Keys) => {
        const RequestItems = { [name]: { Keys, ConsistentRead: true } };
        const { Responses, UnprocessedKeys } = await documents.send(new BatchGetCommand({ RequestItems }));
        for (const item of (Responses?.[name] ?? []) as Item[]) found.set(idOf(item), item);
        return (UnprocessedKeys?.[name]?.Keys ?? []) as ItemKey[];
      },
    );
  return keys.flatMap((key) => found.get(idOf(key)) ?? []);
}

async function untilDone<T>(all: T[], work: (rest: T[]) => Promise<T[]>): Promise<void> {
  let rest = all;
  for (let pause = PAUSE_MS.first; ; pause = Math.min(PAUSE_MS.longest, pause * 2)) {
    rest = await work(rest);
    if (rest.length === 0) return;
    await sleep(pause);
  }
}
