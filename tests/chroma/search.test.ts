/** Reasoning templates in a real Chroma server. */

import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { ChromaClient } from "chromadb";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTemplateSearch } from "../../activities/retrieval/index.ts";
import { TEMPLATES } from "../../domain/records/outside-debates.ts";
import { BUILT_IN, builtInTemplate } from "../../domain/templates/registry.ts";
import { freePort } from "../../infra/local/ports.ts";
import { createStore, type TableStore } from "../../store/index.ts";
import { newTenant } from "../store/fixtures.ts";
import { type EmbeddingServer, startEmbeddingServer } from "../support/models/embedding-server.ts";
import { startEngine } from "../support/servers/dynamodb.ts";
import { type ChromaServer, installChroma, startChroma } from "./chroma-server.ts";

const chromaProgram = await installChroma();
const missing = "missing" in chromaProgram ? chromaProgram.missing : null;

const MODEL = { provider: "openai", model: "text-embedding-3-small" };
const OWN = { id: "tpl-1", name: "The ferry", text: "Dismantle nothing that carries people.", tags: ["boats"] };

describe.skipIf(missing !== null)(`the search in Chroma ${missing ?? "works"}`, () => {
  let embeddings: EmbeddingServer;
  let chroma: ChromaServer;
  let store: TableStore;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    if (!("program" in chromaProgram)) return;
    await using starting = new AsyncDisposableStack();
    const engine = starting.adopt(await startEngine("dynalite"), (one) => one.stop());
    embeddings = starting.adopt(await startEmbeddingServer(), (one) => one.stop());
    chroma = starting.adopt(await startChroma(chromaProgram.program), (one) => one.stop());
    const { endpoint, credentials } = engine;
    store = starting.adopt(createStore({ endpoint, credentials, region: "local", table: "parley" }), (one) =>
      one.close(),
    );
    await store.ensureTable();
    const started = starting.move();
    stop = () => started.disposeAsync();
  });
  afterAll(() => stop?.());
  beforeEach(() => embeddings.forget());

  const open = (chromaUrl = chroma.url, model = MODEL) =>
    createTemplateSearch({ records: store.records, embedding: { model, providers: embeddings.providers }, chromaUrl });
  const search = (tenant: string, query: string, topK = 3) => open().search({ tenant, query, topK });
  const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);

  /** What stands in all collections of the server, as a client of its own sees it. */
  async function collections() {
    const { hostname, port } = new URL(chroma.url);
    const client = new ChromaClient({ host: hostname, port: Number(port) });
    const all = await client.listCollections({ limit: 1_000 });
    return Promise.all(all.map(async (one) => ({ name: one.name, ids: (await one.get()).ids })));
  }

  it("finds by meaning, with cosine similarities and the store's texts", async () => {
    const found = await search(newTenant(), "dismantle");
    expect(found.method).toBe("chroma");
    expect(found.items[0]).toMatchObject({ id: "chestertons-fence", text: builtInTemplate("chestertons-fence")?.text });
    const semantic = createTemplateSearch({
      records: store.records,
      embedding: { model: MODEL, providers: embeddings.providers },
    });
    const compared = await semantic.search({ tenant: newTenant(), query: "dismantle", topK: 3 });
    expect(idsOf(found)[0]).toBe(idsOf(compared)[0]);
    for (const [i, { score }] of found.items.entries()) expect(score).toBeCloseTo(compared.items[i]?.score ?? NaN, 4);
  });

  it("sends its own embeddings, bought once", async () => {
    const tenant = newTenant();
    await search(tenant, "odds");
    expect(embeddings.texts()).toHaveLength(1 + BUILT_IN.length);
    embeddings.forget();
    await search(tenant, "odds again");
    expect(embeddings.texts()).toEqual(["odds again"]);
  });

  it("is kept in step when templates are created, replaced and removed", async () => {
    const tenant = newTenant();
    await search(tenant, "odds");
    await store.records.put({ tenant }, TEMPLATES, OWN);
    expect(idsOf(await search(tenant, "dismantle", 2))).toContain("tpl-1");
    await store.records.replace({ tenant }, TEMPLATES, { ...OWN, text: "Odds, frequency, probability, odds." });
    const found = await search(tenant, "odds", 2);
    expect(found.items.find(({ id }) => id === "tpl-1")?.text).toBe("Odds, frequency, probability, odds.");
    expect(idsOf(await search(tenant, "dismantle", 2))).not.toContain("tpl-1");
    await store.records.remove({ tenant }, TEMPLATES, { id: "tpl-1" });
    expect(idsOf(await search(tenant, "odds", 50))).toEqual(expect.not.arrayContaining(["tpl-1"]));
    expect((await collections()).filter(({ ids }) => ids.includes("tpl-1"))).toEqual([]);
  });

  it("is filled again when the server has lost everything", async () => {
    const tenant = newTenant();
    const [before, known] = [await search(tenant, "dismantle", 1), await collections()];
    const { hostname, port } = new URL(chroma.url);
    const client = new ChromaClient({ host: hostname, port: Number(port) });
    for (const { name } of known) await client.deleteCollection({ name });
    embeddings.forget();
    expect(await search(tenant, "dismantle", 1)).toEqual(before);
    expect(embeddings.texts()).toEqual(["dismantle"]);
  });

  it("has a collection for each tenant, whose templates no other tenant finds", async () => {
    const [tenant, other] = [newTenant(), newTenant()];
    await store.records.put({ tenant }, TEMPLATES, OWN);
    const before = (await collections()).length;
    expect(idsOf(await search(tenant, "dismantle", 50))).toContain("tpl-1");
    expect(idsOf(await search(other, "dismantle", 50))).not.toContain("tpl-1");
    const after = await collections();
    expect(after).toHaveLength(before + 2);
    expect(after.filter(({ ids }) => ids.includes("tpl-1"))).toHaveLength(1);
  });

  it("gives all there are when more are asked for", async () => {
    const found = await search(newTenant(), "odds", 500);
    expect(idsOf(found).toSorted()).toEqual(BUILT_IN.map(({ id }) => id));
  });

  it("survives searches of one new tenant at the same time", async () => {
    const tenant = newTenant();
    const found = await Promise.all([1, 2, 3].map(() => search(tenant, "dismantle")));
    for (const one of found) expect(idsOf(one)[0]).toBe("chestertons-fence");
  });

  it("is an error when nobody serves it, and when the caller leaves", async () => {
    const gone = open(`http://127.0.0.1:${await freePort()}`);
    await expect(gone.search({ tenant: newTenant(), query: "odds", topK: 1 })).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("Chroma"),
    });
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const leaving = new AbortController();
    silent.once("connection", () => leaving.abort(new Error("gone")));
    const mute = open(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    await expect(mute.search({ tenant: newTenant(), query: "odds", topK: 1, signal: leaving.signal })).rejects.toThrow(
      "gone",
    );
    silent.close();
  });
});
