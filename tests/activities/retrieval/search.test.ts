import { LLMock } from "@copilotkit/aimock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cosine } from "../../../activities/retrieval/cosine.ts";
import { createTemplateSearch } from "../../../activities/retrieval/index.ts";
import { TEMPLATES } from "../../../domain/around/outside-records.ts";
import { searchableText } from "../../../domain/rules/retrieval/document.retrieval.ts";
import { BUILT_IN, builtInTemplate } from "../../../domain/rules/templates/registry.rules.ts";
import type { TemplateSearch } from "../../../domain/rules/templates/retrieval.ts";
import { freePort } from "../../../infra/base/ports.infra-base.ts";
import { createStore, type TableStore } from "../../../store/index.ts";
import { newTenant } from "../../store/fixtures.ts";
import { type EmbeddingServer, startEmbeddingServer } from "../../support/models/embedding-server.ts";
import { startEngine } from "../../support/servers/dynamodb.ts";

const MODEL = { provider: "openai", model: "text-embedding-3-small" };
const OWN = { id: "tpl-1", name: "The ferry", text: "Dismantle nothing that carries people.", tags: ["boats"] };
/** No word of it stands in any template. */
const SCRAP = "dismantle";

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

/** A search with nothing in memory: another process. */
function open(changes: { model?: typeof MODEL; providers?: EmbeddingServer["providers"] } = {}): TemplateSearch {
  const { model = MODEL, providers = server.providers } = changes;
  return createTemplateSearch({ records: store.records, embedding: { model, providers, quotas: store.quotas } });
}

const idsOf = ({ items }: Awaited<ReturnType<TemplateSearch["search"]>>) => items.map(({ id }) => id);

describe("without an embedding model", () => {
  const words = () => createTemplateSearch({ records: store.records });

  it("templates are found by their words, the owner's among them", async () => {
    const tenant = newTenant();
    await store.records.put({ tenant }, TEMPLATES, OWN);
    const found = await words().search({ tenant, query: "boats and ferries", topK: 3 });
    expect(found.method).toBe("lexical");
    expect(found.items[0]).toMatchObject({ id: "tpl-1", name: OWN.name, text: OWN.text });
    expect(idsOf(await words().search({ tenant: newTenant(), query: "ferry boats", topK: 3 }))).not.toContain("tpl-1");
  });

  it("an aborted search throws its reason", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(words().search({ tenant: newTenant(), query: "x", topK: 1, signal })).rejects.toThrow("enough");
  });
});

describe("with an embedding model", () => {
  it("templates are found by their meaning where no word is shared", async () => {
    const tenant = newTenant();
    const byWords = await createTemplateSearch({ records: store.records }).search({ tenant, query: SCRAP, topK: 3 });
    expect(byWords.items).toEqual([]);
    const found = await open().search({ tenant, query: SCRAP, topK: 3 });
    expect(found.method).toBe("semantic");
    expect(found.items).toHaveLength(3);
    expect(found.items[0]).toMatchObject({ id: "chestertons-fence", text: builtInTemplate("chestertons-fence")?.text });
    const scores = found.items.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores[0]).toBeLessThanOrEqual(1);
  });

  it("the provider's address, key and model are used, and numbers are asked for", async () => {
    await open().search({ tenant: newTenant(), query: "odds", topK: 1 });
    expect(server.requests[0]).toMatchObject({
      path: "/v1/embeddings",
      authorization: "Bearer test-key",
      body: { model: "text-embedding-3-small", encoding_format: "float", input: ["odds"] },
    });
  });

  it("vectors are bought once, whatever process searches next", async () => {
    const tenant = newTenant();
    const search = open();
    await search.search({ tenant, query: "odds", topK: 1 });
    expect(server.texts()).toHaveLength(1 + BUILT_IN.length);
    server.forget();
    await search.search({ tenant, query: "first", topK: 1 });
    await open().search({ tenant, query: "second", topK: 1 });
    expect(server.texts()).toEqual(["first", "second"]);
  });

  it("a changed template alone is bought again, and a removed one is not found", async () => {
    const tenant = newTenant();
    await store.records.put({ tenant }, TEMPLATES, OWN);
    expect(idsOf(await open().search({ tenant, query: SCRAP, topK: 2 }))).toContain("tpl-1");
    server.forget();
    const changed = { ...OWN, text: "What are the odds, and how often?" };
    await store.records.replace({ tenant }, TEMPLATES, changed);
    const found = await open().search({ tenant, query: "odds frequency", topK: 3 });
    expect(server.texts()).toEqual(["odds frequency", searchableText(changed)]);
    expect(found.items.find(({ id }) => id === "tpl-1")?.text).toBe(changed.text);
    await store.records.remove({ tenant }, TEMPLATES, { id: "tpl-1" });
    expect(idsOf(await open().search({ tenant, query: "odds", topK: 50 }))).toEqual(
      expect.not.arrayContaining(["tpl-1"]),
    );
  });

  it("another model's vectors are not taken for its own", async () => {
    const tenant = newTenant();
    await open().search({ tenant, query: "odds", topK: 1 });
    server.forget();
    const model = { provider: "ollama", model: "nomic-embed-text" };
    await open({ model }).search({ tenant, query: "odds", topK: 1 });
    expect(server.requests.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
    expect(server.texts()).toHaveLength(1 + BUILT_IN.length);
    // What this model wants to be told.
    expect(server.texts()[0]).toBe("search_query: odds");
    expect(server.texts()[1]).toMatch(/^search_document: /);
  });

  it("a question that is longer than the model's window is cut", async () => {
    await open().search({ tenant: newTenant(), query: "odds ".repeat(4_000), topK: 1 });
    expect(server.texts()[0]).toHaveLength(8_000);
  });

  it.each<[string, { status: number; body: unknown }, string]>([
    ["refuses", { status: 401, body: { error: { message: "key sk-secret" } } }, "status 401"],
    ["answers with too few vectors", { status: 200, body: { data: [] } }, "another number of vectors"],
    [
      "answers with no numbers",
      { status: 200, body: { data: [{ index: 0, embedding: ["a"] }] } },
      "cannot be compared",
    ],
  ])("an endpoint that %s is an error that says so and repeats nothing", async (_, answer, said) => {
    server.answer(answer);
    const failing = open().search({ tenant: newTenant(), query: "odds", topK: 1 });
    await expect(failing).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining(said),
    });
    await expect(failing).rejects.not.toMatchObject({ message: expect.stringContaining("sk-secret") });
  });

  it("an endpoint that nobody serves, and one without its key, are errors", async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}/v1`;
    const gone = open({ providers: { openai: { apiKey: "k", baseUrl } } });
    await expect(gone.search({ tenant: newTenant(), query: "odds", topK: 1 })).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("no answer"),
    });
    await expect(open({ providers: {} }).search({ tenant: newTenant(), query: "x", topK: 1 })).rejects.toMatchObject({
      message: expect.stringContaining("OPENAI_API_KEY"),
    });
  });

  it("what the wire-format server embeds is compared: a template's own text leads to it", async () => {
    const mock = new LLMock({ port: 0, host: "127.0.0.1", logLevel: "silent" });
    await mock.start();
    try {
      const template = builtInTemplate("base-rates");
      const search = open({ providers: { openai: { apiKey: "k", baseUrl: `${mock.url}/v1` } } });
      const query = template ? searchableText(template) : "";
      const found = await search.search({ tenant: newTenant(), query, topK: 2 });
      expect(found.items[0]?.id).toBe("base-rates");
      expect(found.items[0]?.score).toBeCloseTo(1, 5);
      expect(found.items[1]?.score).toBeLessThan(0.99);
    } finally {
      await mock.stop();
    }
  });
});

describe("the cosine", () => {
  const of = (a: number[], b: number[]) => cosine(Float32Array.from(a), Float32Array.from(b));

  it("is 1 for one direction, 0 for a right angle, -1 for the opposite", () => {
    expect([of([1, 2], [2, 4]), of([1, 0], [0, 5]), of([1, 0], [-3, 0])]).toEqual([1, 0, -1]);
  });

  it("is 0 where there is nothing to compare", () => {
    expect([of([0, 0], [1, 0]), of([1], [1, 0])]).toEqual([0, 0]);
  });
});
