/** How the embedded engine's database reads. */
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readAtOnce } from "../../infra/local/dynalite/level.ts";

interface Database {
  open(): Promise<void>;
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
  close(): Promise<void>;
}

let folder: string;
let database: Database;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-level-"));
  readAtOnce();
  const ofDynalite = createRequire(createRequire(import.meta.url).resolve("dynalite"));
  const { Level } = ofDynalite("level") as { Level: new (path: string, options: object) => Database };
  database = new Level(folder, { valueEncoding: "json" });
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

it("waits for the database to open", async () => {
  expect(await database.get("a")).toBeUndefined();
});

it("reads what was written before, without a thread's task", async () => {
  await database.put("a", { n: 1 });
  const read: unknown[] = [];
  void database.get("a").then((value) => read.push(value));
  void database.get("b").then((value) => read.push(value));
  // Tasks of other threads report after this turn of the event loop.
  await new Promise((resolve) => process.nextTick(resolve));
  expect(read).toEqual([{ n: 1 }, undefined]);
});

it("rejects reads of a closed database", async () => {
  await database.close();
  await expect(database.get("a")).rejects.toThrow("not open");
  await database.open();
});
