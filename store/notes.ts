/** Texts of interjections: each put once, never changed. */
import { readBody, writeBody } from "./bodies.ts";
import type { Cache } from "./cache.ts";
import { debateKey, piece } from "./keys.ts";
import type { DebateKey } from "./port/debates.ts";
import type { Store } from "./port.ts";
import type { Table } from "./table.ts";

export function createNotes(table: Table, cache: Cache): Pick<Store, "putNote" | "getNote"> {
  const place = (key: DebateKey, note: string) => ({ PK: debateKey(key), SK: `NOTE#${piece(note)}` });
  return {
    async putNote(key, note, text) {
      const at = place(key, note);
      await table.putIfAbsent({ ...at, ...(await writeBody(table, at, JSON.stringify(text))) });
    },
    async getNote(key, note) {
      const at = place(key, note);
      const kept = cache.get(`${at.PK} ${at.SK}`);
      if (kept !== undefined) return JSON.parse(kept) as string;
      const item = await table.get(at);
      if (!item) return null;
      const json = await readBody(table, item);
      cache.set(`${at.PK} ${at.SK}`, json);
      return JSON.parse(json) as string;
    },
  };
}
