/** Embeddings of a debate's turns. They can be bought again, so no export holds them; they are erased with the debate. */
import { debateKey, type Item, piece } from "./keys.ts";
import type { TurnVector } from "./port/debates.ts";
import type { Store } from "./port.ts";
import type { Table } from "./table.ts";
import { bytesOf, vectorIn } from "./vector-bytes.ts";

const WRITES_AT_ONCE = 10;
const KIND = "VECTOR#";

export function createTurnVectors(table: Table): Pick<Store, "putTurnVectors" | "listTurnVectors"> {
  return {
    async putTurnVectors(debate, vectors) {
      const PK = debateKey(debate);
      for (let at = 0; at < vectors.length; at += WRITES_AT_ONCE) {
        const some = vectors.slice(at, at + WRITES_AT_ONCE);
        await Promise.all(some.map((one) => table.put({ PK, ...itemOf(one) })));
      }
    },
    async listTurnVectors(debate) {
      const found: TurnVector[] = [];
      for (let start: Item | null = null; ; ) {
        const page: Awaited<ReturnType<Table["query"]>> = await table.query({
          KeyConditionExpression: "PK = :pk AND begins_with(SK, :kind)",
          ExpressionAttributeValues: { ":pk": debateKey(debate), ":kind": KIND },
          ...(start && { ExclusiveStartKey: start }),
        });
        found.push(...page.items.map(vectorOf));
        if (!page.last) return found;
        start = page.last;
      }
    },
  };
}

function itemOf({ turnId, key, vector }: TurnVector) {
  return { SK: `${KIND}${piece(turnId)}`, id: turnId, key, vector: bytesOf(vector) };
}

function vectorOf(item: Item): TurnVector {
  return { turnId: item.id as string, key: item.key as string, vector: vectorIn(item.vector) };
}
