import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTurnVectors } from "../../../activities/retrieval/turn-vectors.ts";
import { TURN_VECTORS } from "../../../domain/play/records/kinds.record.ts";
import { createStore, type TableStore } from "../../../store/index.ts";
import { newKey } from "../../store/fixtures.ts";
import { type EmbeddingServer, startEmbeddingServer } from "../../support/models/embedding-server.ts";
import { startEngine } from "../../support/servers/dynamodb.ts";

const MODEL = { provider: "openai", model: "text-embedding-3-small" };
const FENCE = { id: "g1-r1-t1", text: "Removing the fence is right." };
const CUSTOM = { id: "g1-r1-t2", text: "They abolish a custom." };
const ODDS = { id: "g1-r2-t1", text: "What are the odds?" };

let server: EmbeddingServer;
let store: TableStore;
let stop: () => Promise<void>;
beforeAll(async () => {
  const { endpoint, credentials, ...engine } = await startEngine("dynalite");
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

/** With nothing in memory: another process. */
function open(model = MODEL) {
  return createTurnVectors({ store, embedding: { model, providers: server.providers, quotas: store.quotas } });
}

describe("turns as vectors", () => {
  it("are alike when they mean the same in other words", async () => {
    const of = await open().likeness({ debate: newKey(), turns: [FENCE, CUSTOM, ODDS] });
    expect(of(FENCE.id, CUSTOM.id)).toBeGreaterThan(0.9);
    expect(of(FENCE.id, ODDS.id)).toBeLessThan(0.1);
    expect(of(FENCE.id, "g1-r9-t9")).toBe(0);
  });

  it("are bought once for each turn, whatever process asks next", async () => {
    const debate = newKey();
    await open().likeness({ debate, turns: [FENCE, CUSTOM] });
    const of = await open().likeness({ debate, turns: [FENCE, CUSTOM, ODDS] });
    expect(server.texts()).toEqual([FENCE.text, CUSTOM.text, ODDS.text]);
    expect(of(FENCE.id, CUSTOM.id)).toBeGreaterThan(0.9);
  });

  it("of more debates, of another model or of a changed text are bought anew", async () => {
    const debate = newKey();
    await open().likeness({ debate, turns: [FENCE] });
    await open().likeness({ debate: newKey(), turns: [FENCE] });
    await open({ ...MODEL, model: "text-embedding-3-large" }).likeness({ debate, turns: [FENCE] });
    await open({ ...MODEL, model: "text-embedding-3-large" }).likeness({ debate, turns: [{ ...FENCE, text: "New." }] });
    expect(server.texts()).toEqual([FENCE.text, FENCE.text, FENCE.text, "New."]);
  });

  it("go with their debate when it is erased", async () => {
    const debate = newKey();
    await open().likeness({ debate, turns: [FENCE] });
    expect(await store.records.list(debate, TURN_VECTORS, {})).toHaveLength(1);
    await store.eraseDebate(debate);
    expect(await store.records.list(debate, TURN_VECTORS, {})).toEqual([]);
  });

  it("of a long debate are all read, though they are more than one page", async () => {
    const debate = newKey();
    const vectors = Array.from({ length: 200 }, (_, i) => ({
      id: `g1-r${i + 1}-t1`,
      key: "k",
      vector: Float32Array.from({ length: 1_536 }, () => i),
    }));
    for (const vector of vectors) await store.records.put(debate, TURN_VECTORS, vector);
    const read = await store.records.list(debate, TURN_VECTORS, {});
    expect(new Set(read.map(({ id }) => id)).size).toBe(200);
    expect(read.find(({ id }) => id === "g1-r73-t1")?.vector).toEqual(vectors[72]?.vector);
  });

  it("of a very long turn are of its beginning", async () => {
    await open().likeness({ debate: newKey(), turns: [{ id: "g1-r1-t1", text: "odds ".repeat(4_000) }] });
    expect(server.texts()[0]).toHaveLength(8_000);
  });

  it("are a fault with a sentence for people when the model refuses, without what it said", async () => {
    server.answer({ status: 401, body: { error: { message: "key sk-secret" } } });
    await expect(open().likeness({ debate: newKey(), turns: [FENCE] })).rejects.toMatchObject({
      code: "unavailable",
      message: "the embedding model openai/text-embedding-3-small failed: status 401",
    });
  });
});
