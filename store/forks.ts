/** Forks: what they take over is copied under their own id, and their original knows them. */

import { writeLog, writeRecords } from "./imports.ts";
import { debateKey, META } from "./keys.ts";
import type { DebateKey } from "./port/debates.ts";
import type { Store } from "./port.ts";
import type { Table } from "./table.ts";

type Parts = Parameters<typeof writeRecords>[0]["store"];

/** The attribute of META with the forks' ids. */
const FORKS = "forks";

export function createForks(table: Table, store: Parts): Pick<Store, "forkDebate" | "addFork" | "removeFork"> {
  const meta = (key: DebateKey) => ({ PK: debateKey(key), SK: META });
  return {
    async forkDebate(record, prefix) {
      const key = { tenant: record.tenant, debateId: record.id };
      if (await store.getDebate(key)) return false;
      const { generation } = record.state;
      await writeRecords({ store, key, generation, debate: prefix });
      if (prefix.retrieval) await store.putRetrieval(key, generation, prefix.retrieval);
      await writeLog(table, key, prefix.events);
      return store.createDebate(record);
    },
    addFork: async (original, id) => void (await table.addTo({ ...meta(original), set: FORKS, value: id })),
    removeFork: async (original, id) => void (await table.takeFrom({ ...meta(original), set: FORKS, value: id })),
  };
}
