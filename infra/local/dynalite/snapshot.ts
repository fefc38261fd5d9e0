/** Copies of one moment: of the engine's database, and of Temporal's beside it. */
import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { type Database, openedDatabase } from "./level.ts";

/** Bytes of a batch of the copy. */
const BATCH_BYTES = 1_000_000;
/** Temporal may be writing the last pages of its log into its database. */
const BUSY_MS = 5_000;
const RAW = { keyEncoding: "buffer", valueEncoding: "buffer" } as const;

export interface Snapshot {
  /** Writes both into this folder; resolves with the bytes of Temporal's. */
  writeTo(folder: string): Promise<{ temporalBytes: number; items: number }>;
  close(): Promise<void>;
}

/**
 * Both databases as they are while this runs. It does not wait, so no request of the engine is answered meanwhile: what
 * Temporal has been told of is in the engine's snapshot, and the other way round as after a crash.
 */
export function snapshotBoth(dataDir: string): Snapshot {
  const source = openedDatabase();
  const temporal = new DatabaseSync(join(dataDir, "temporal.db"), { timeout: BUSY_MS });
  try {
    // A transaction that has read keeps its snapshot, and keeps no writer waiting: the database has a write-ahead log.
    temporal.exec("BEGIN");
    temporal.prepare("SELECT count(*) FROM sqlite_schema").get();
  } catch (error) {
    temporal.close();
    throw error;
  }
  const snapshot = source.snapshot();
  return {
    async writeTo(folder) {
      const file = join(folder, "temporal.db");
      await backup(temporal, file);
      const items = await copyLevel(source, snapshot, join(folder, "dynamodb"));
      return { temporalBytes: (await stat(file)).size, items };
    },
    async close() {
      temporal.close();
      await snapshot.close();
    },
  };
}

async function copyLevel(source: Database, snapshot: object, folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const target = source.sibling(folder);
  let items = 0;
  try {
    let [batch, bytes]: [object[], number] = [[], 0];
    for await (const [key, value] of source.iterator({ ...RAW, snapshot })) {
      batch.push({ type: "put", key, value });
      bytes += key.length + value.length;
      items += 1;
      if (bytes < BATCH_BYTES) continue;
      await target.batch(batch, RAW);
      [batch, bytes] = [[], 0];
    }
    await target.batch(batch, { ...RAW, sync: true });
  } finally {
    await target.close();
  }
  return items;
}
