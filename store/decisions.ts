/** Decisions: put when they are asked, put again once they are made, which is the last word. */
import type { Decision } from "../domain/decision.ts";
import { debateKey, generationPrefix, type Item } from "./keys.ts";
import type { DebateKey, Store } from "./port.ts";
import type { Table } from "./table.ts";

export function createDecisions(table: Table): Pick<Store, "putDecision" | "listDecisions"> {
  const place = (key: DebateKey, generation: number, id: string) => ({
    PK: debateKey(key),
    SK: `${generationPrefix("DECISION", generation)}#${id.slice(1).padStart(6, "0")}`,
  });
  return {
    async putDecision(key, generation, decision) {
      const item = { ...place(key, generation, decision.id), json: JSON.stringify(decision) };
      // Asked late, by a repeated act, it must not undo what was decided meanwhile.
      if (decision.made === null) await table.putIfAbsent(item);
      else await table.put(item);
    },
    async listDecisions(key, generation) {
      const items: Item[] = [];
      let start: Item | null = null;
      do {
        const page: Awaited<ReturnType<Table["query"]>> = await table.query({
          KeyConditionExpression: "PK = :pk AND begins_with(SK, :prefix)",
          ExpressionAttributeValues: {
            ":pk": debateKey(key),
            ":prefix": `${generationPrefix("DECISION", generation)}#`,
          },
          ConsistentRead: true,
          ...(start && { ExclusiveStartKey: start }),
        });
        items.push(...page.items);
        start = page.last;
      } while (start);
      return items.map((item) => JSON.parse(item["json"] as string) as Decision);
    },
  };
}
