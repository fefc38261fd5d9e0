/** Turns, assessments and results: put once, never changed. Whoever loses the race to put one gets the stored one. */
import { ParleyError } from "../domain/errors.ts";
import type { Assessment, Result, Turn } from "../domain/schemas.ts";
import { readBody, writeBody } from "./bodies.ts";
import type { Cache } from "./cache.ts";
import { assessmentKey, debateKey, generationPrefix, type Item, type ItemKey, turnKey } from "./keys.ts";
import type { DebateKey, Store } from "./port.ts";
import type { Table } from "./table.ts";

export type Turns = Pick<
  Store,
  "putTurn" | "getTurn" | "listTurns" | "putAssessment" | "listAssessments" | "putResult" | "getResult"
>;

/** An item that is there never changes, so it may be kept; a list is always read, since others may have put more. */
export function createTurns(table: Table, cache: Cache): Turns {
  const cacheKey = ({ PK, SK }: ItemKey) => `${PK} ${SK}`;

  async function putOnce<T>(at: ItemKey, value: T): Promise<T> {
    const json = JSON.stringify(value);
    if (await table.putIfAbsent({ ...at, ...(await writeBody(table, at, json)) })) {
      cache.set(cacheKey(at), json);
      return value;
    }
    const stored = await get<T>(at);
    if (stored === null) throw new ParleyError("unavailable", "a stored item is gone again");
    return stored;
  }

  async function get<T>(at: ItemKey): Promise<T | null> {
    const kept = cache.get(cacheKey(at));
    if (kept !== undefined) return JSON.parse(kept) as T;
    const item = await table.get(at);
    if (!item) return null;
    const json = await readBody(table, item);
    cache.set(cacheKey(at), json);
    return JSON.parse(json) as T;
  }

  async function list<T>(pk: string, prefix: string): Promise<T[]> {
    const items = await all(pk, prefix);
    const heads = items.filter((item) => !item.SK.includes("#PART#"));
    return Promise.all(heads.map(async (item) => JSON.parse(await readBody(table, item, items)) as T));
  }

  /** Every item under a prefix, parts beside their items. */
  async function all(pk: string, prefix: string): Promise<Item[]> {
    const items: Item[] = [];
    let start: Item | null = null;
    do {
      const page: Awaited<ReturnType<Table["query"]>> = await table.query({
        KeyConditionExpression: "PK = :pk AND begins_with(SK, :prefix)",
        ExpressionAttributeValues: { ":pk": pk, ":prefix": prefix },
        ConsistentRead: true,
        ...(start && { ExclusiveStartKey: start }),
      });
      items.push(...page.items);
      start = page.last;
    } while (start);
    return items;
  }

  const resultKey = (key: DebateKey, generation: number) => ({
    PK: debateKey(key),
    SK: generationPrefix("RESULT", generation),
  });

  return {
    putTurn: (key, turn) => putOnce({ PK: debateKey(key), SK: requireTurnKey(turn.id) }, turn),
    async getTurn(key, turnId) {
      const SK = turnKey(turnId);
      return SK === null ? null : get<Turn>({ PK: debateKey(key), SK });
    },
    listTurns: (key, generation) => list<Turn>(debateKey(key), `${generationPrefix("TURN", generation)}#`),
    putAssessment: (key, assessment) => putOnce({ PK: debateKey(key), SK: assessmentKey(assessment) }, assessment),
    listAssessments: (key, generation) =>
      list<Assessment>(debateKey(key), `${generationPrefix("ASSESS", generation)}#`),
    putResult: (key, generation, result) => putOnce(resultKey(key, generation), result),
    getResult: (key, generation) => get<Result>(resultKey(key, generation)),
  };
}

function requireTurnKey(turnId: string): string {
  const key = turnKey(turnId);
  if (key === null) throw new ParleyError("internal", "a turn's id must be like g1-r2-t3");
  return key;
}
