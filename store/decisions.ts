/** Decisions: put when they are asked, put again once they are made, which is the last word. */
import type { Decision } from "../domain/decision.ts";
import { debateKey, generationPrefix } from "./keys.ts";
import type { DebateKey } from "./port/debates.ts";
import type { Store } from "./port.ts";
import type { Table } from "./table.ts";
import { itemsUnder } from "./under.ts";

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
      const items = await itemsUnder(table, debateKey(key), `${generationPrefix("DECISION", generation)}#`);
      return items.map((item) => JSON.parse(item["json"] as string) as Decision);
    },
  };
}
