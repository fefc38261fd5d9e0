/** What was retrieved for a debate, put once by generation; and its owner's rating, which may be put again. */
import type { Rating } from "../domain/rating.ts";
import { readBody, writeBody } from "./bodies.ts";
import type { Cache } from "./cache.ts";
import { debateKey, generationPrefix, type ItemKey, RATING } from "./keys.ts";
import type { DebateKey, Retrieval } from "./port/debates.ts";
import type { Store } from "./port.ts";
import type { Table } from "./table.ts";

type Extras = Pick<Store, "putRetrieval" | "getTemplates" | "putRating" | "getRating">;

export function createExtras(table: Table, cache: Cache): Extras {
  const retrievalKey = (key: DebateKey, generation: number): ItemKey => ({
    PK: debateKey(key),
    SK: generationPrefix("RETRIEVAL", generation),
  });
  const ratingKey = (key: DebateKey): ItemKey => ({ PK: debateKey(key), SK: RATING });

  async function read(at: ItemKey): Promise<string | null> {
    const item = await table.get(at);
    return item && readBody(table, item);
  }

  async function retrievalAt(at: ItemKey): Promise<Retrieval | null> {
    const name = `${at.PK} ${at.SK}`;
    const json = cache.get(name) ?? (await read(at));
    if (json !== null) cache.set(name, json);
    return json === null ? null : (JSON.parse(json) as Retrieval);
  }

  return {
    async putRetrieval(key, generation, retrieval) {
      const at = retrievalKey(key, generation);
      const json = JSON.stringify(retrieval);
      if (await table.putIfAbsent({ ...at, ...(await writeBody(table, at, json)) })) return retrieval;
      return (await retrievalAt(at)) ?? retrieval;
    },
    async getTemplates(key, generation) {
      return (await retrievalAt(retrievalKey(key, generation)))?.items ?? null;
    },
    async putRating(key, rating) {
      await table.put({ ...ratingKey(key), json: JSON.stringify(rating) });
    },
    async getRating(key) {
      const json = await read(ratingKey(key));
      return json === null ? null : (JSON.parse(json) as Rating);
    },
  };
}
