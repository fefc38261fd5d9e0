/** The search of passages, over files in a real store: by words, and by meaning. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPassageSearch } from "../../../activities/retrieval/passages.activity.ts";
import type { PassageSearch } from "../../../domain/rules/retrieval/passages.retrieval.ts";
import { createStore, type TableStore } from "../../../store/index.ts";
import { newTenant } from "../../store/fixtures.ts";
import { type EmbeddingServer, startEmbeddingServer } from "../../support/models/embedding-server.ts";
import { startEngine } from "../../support/servers/dynamodb.ts";

const MODEL = { provider: "openai", model: "text-embedding-3-small" };
const TEXTS = [
  "The ferry sails twice a day.",
  "An old custom holds a town together.",
  "The odds of rain in May are low.",
  "Markets lose customers where no bus comes near.",
];

let server: EmbeddingServer;
let store: TableStore;
let stop: () => Promise<void>;
beforeAll(async () => {
  const engine = await startEngine("dynalite");
  const { endpoint, credentials } = engine;
  store = createStore({ endpoint, credentials, region: "local", table: "parley" });
  await store.ensureTable();
  server = await startEmbeddingServer();
  stop = async () => {
    store.close();
    await Promise.all([engine.stop(), server.stop()]);
  };
});
afterAll(() => stop());
beforeEach(() => {
  server.forget();
  server.answer(null);
});

/** Nothing in memory: another process. */
const byWords = () => createPassageSearch({ store });
const byMeaning = () =>
  createPassageSearch({ store, embedding: { model: MODEL, providers: server.providers, quotas: store.quotas } });

async function filed(tenant: string, texts: string[], id = "file-20261121-051254-7K2M9Q"): Promise<string> {
  const file = { id, name: "notes.txt", mediaType: "text/plain" as const, bytes: 1, createdAt: "2026-11-21T05:12:54Z" };
  const passages = texts.map((text) => [1, text] as const);
  await store.files.put(tenant, { file, original: new Uint8Array([1]), passages });
  return id;
}

async function found(search: PassageSearch, input: { tenant: string; from: string[]; query: string; topK?: number }) {
  const { method, items } = await search.search({ topK: 2, ...input });
  return { method, ids: items.map(({ fileId, n }) => `${fileId.slice(-1)}${n}`) };
}

describe("passages", () => {
  it("are found by their words, over all files together, and in none that is not asked for", async () => {
    const tenant = newTenant();
    const one = await filed(tenant, TEXTS);
    const other = await filed(tenant, ["A ferry in May."], "file-20261121-051254-7K2M9R");
    const search = byWords();
    expect(await found(search, { tenant, from: [one, other], query: "When does a ferry go in May?" })).toEqual({
      method: "lexical",
      ids: ["R1", "Q1"],
    });
    expect((await found(search, { tenant, from: [one], query: "a ferry" })).ids).toEqual(["Q1"]);
    expect((await found(search, { tenant: newTenant(), from: [one], query: "a ferry" })).ids).toEqual([]);
  });

  it("are found by a query as long as a turn, in which one word of them stands", async () => {
    const tenant = newTenant();
    const from = [await filed(tenant, TEXTS)];
    const query = `${"Whatever anybody claims about prices proves nothing here. ".repeat(100)} Ferries matter.`;
    expect((await found(byWords(), { tenant, from, query: `${query} ferry` })).ids[0]).toBe("Q1");
  });

  it("of a file that is removed are no longer found, also by a process that had searched it", async () => {
    const tenant = newTenant();
    const from = [await filed(tenant, TEXTS)];
    const search = byWords();
    expect((await found(search, { tenant, from, query: "ferry" })).ids).toEqual(["Q1"]);
    await store.files.remove(tenant, from[0] ?? "");
    expect((await found(search, { tenant, from, query: "ferry" })).ids).toEqual([]);
  });

  it("of files that are larger than what is kept for others are indexed once, not for each turn", async () => {
    const tenant = newTenant();
    const long = "word ".repeat(800);
    const from = [await filed(tenant, [...Array.from({ length: 5_100 }, () => long), "The ferry sails twice a day."])];
    const reads: number[] = [];
    const passages: typeof store.files.passages = async (...asked) => {
      const read = await store.files.passages(...asked);
      reads.push(read.reduce((sum, { text }) => sum + text.length, 0));
      return read;
    };
    const search = createPassageSearch({ store: { ...store, files: { ...store.files, passages } } });
    for (const query of ["ferry", "sails"])
      expect((await found(search, { tenant, from, query })).ids).toEqual(["Q5101"]);
    expect(reads).toEqual([expect.toSatisfy((characters: number) => characters > 20_000_000)]);
  }, 60_000);

  it("are found by meaning where no word is shared, and each is embedded once for all processes", async () => {
    const tenant = newTenant();
    const from = [await filed(tenant, TEXTS)];
    const wanted = { tenant, from, query: "dismantle a tradition", topK: 1 };
    expect((await found(byWords(), wanted)).ids).toEqual([]);
    expect(await found(byMeaning(), wanted)).toEqual({ method: "semantic", ids: ["Q2"] });
    server.forget();
    expect((await found(byMeaning(), { ...wanted, query: "probability" })).ids).toEqual(["Q3"]);
    expect(server.texts()).toEqual(["probability"]);
  });

  it("that cannot be embedded are a reason, never a search by words instead", async () => {
    const tenant = newTenant();
    const from = [await filed(tenant, TEXTS)];
    server.answer({ status: 500, body: {} });
    const search = byMeaning().search({ tenant, from, query: "ferry", topK: 1 });
    await expect(search).rejects.toMatchObject({ code: "unavailable" });
  });
});
