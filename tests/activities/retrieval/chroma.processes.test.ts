/** Reasoning templates and passages of files in a real Chroma server. */

import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { ChromaClient } from "chromadb";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTemplateSearch } from "../../../activities/retrieval/index.ts";
import { createPassageSearch } from "../../../activities/retrieval/passages.activity.ts";
import { TEMPLATES } from "../../../domain/around/outside-records.ts";
import { BUILT_IN, builtInTemplate } from "../../../domain/rules/templates/registry.rules.ts";
import { freePort } from "../../../infra/base/ports.infra-base.ts";
import { createStore, type TableStore } from "../../../store/index.ts";
import { newTenant } from "../../store/fixtures.ts";
import { type EmbeddingServer, startEmbeddingServer } from "../../support/models/embedding-server.ts";
import { startEngine } from "../../support/servers/dynamodb.ts";
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
    createTemplateSearch({
      records: store.records,
      embedding: { model, providers: embeddings.providers, quotas: store.quotas },
      chromaUrl,
    });
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
      embedding: { model: MODEL, providers: embeddings.providers, quotas: store.quotas },
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

  describe("passages of files", () => {
    const openPassages = (chromaUrl = chroma.url) =>
      createPassageSearch({
        store,
        embedding: { model: MODEL, providers: embeddings.providers, quotas: store.quotas },
        chromaUrl,
      });
    const IDS = ["file-20261121-051254-7K2M9Q", "file-20261121-051254-7K2M9R"] as const;
    async function filed(tenant: string, id: string, texts: string[]): Promise<void> {
      const about = {
        name: "notes.txt",
        mediaType: "text/plain",
        bytes: 1,
        createdAt: "2026-11-21T05:12:54Z",
      } as const;
      const passages = texts.map((text) => [1, text] as const);
      await store.files.put(tenant, { file: { id, ...about }, original: new Uint8Array([1]), passages });
    }
    async function found(tenant: string, from: readonly string[], query: string) {
      const { method, items } = await openPassages().search({ tenant, from, query, topK: 2 });
      expect(method).toBe("chroma");
      return items.map(({ fileId, n, text }) => [fileId, n, text]);
    }

    it("are found in the files that are named, by meaning and with the store's texts", async () => {
      const [tenant, other] = [newTenant(), newTenant()];
      await filed(tenant, IDS[0], ["The odds of rain are low.", "An old custom holds a town together."]);
      await filed(tenant, IDS[1], ["Dismantle the fence.", "The ferry sails twice a day."]);
      const two = await found(tenant, IDS, "abolishing a tradition");
      expect(two).toEqual([
        [IDS[1], 1, "Dismantle the fence."],
        [IDS[0], 2, "An old custom holds a town together."],
      ]);
      expect((await found(tenant, [IDS[0]], "abolishing a tradition"))[0]).toEqual(two[1]);
      expect(await found(other, IDS, "abolishing a tradition")).toEqual([]);
    });

    it("go with their file: its collection too, once Chroma answers", async () => {
      const tenant = newTenant();
      await filed(tenant, IDS[0], ["The odds of rain are low."]);
      const held = async () => (await collections()).flatMap(({ ids }) => ids).filter((id) => id.startsWith(IDS[0]));
      const before = (await held()).length;
      await found(tenant, [IDS[0]], "odds");
      expect(await held()).toHaveLength(before + 1);
      await store.files.remove(tenant, IDS[0]);
      const gone = openPassages(`http://127.0.0.1:${await freePort()}`);
      await expect(gone.forget({ tenant, fileId: IDS[0] })).rejects.toMatchObject({ code: "unavailable" });
      await openPassages().forget({ tenant, fileId: IDS[0] });
      expect(await held()).toHaveLength(before);
      await openPassages().forget({ tenant, fileId: IDS[0] });
    });
  });
});
