/** What is embedded under a key's limit in USD is refused or counted: `used` is what the embedding server sold. */
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createTemplateSearch } from "../../../activities/retrieval/index.ts";
import type { QuotaView } from "../../../domain/around/quotas/quota.ts";
import type { Payer } from "../../../domain/shapes/payer.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { startEmbeddingServer } from "../../support/models/embedding-server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";

const POLL = { timeout: 50_000, interval: 50 };
/** USD for a million tokens, so a token is a thousandth of a dollar. */
const USD_PER_MTOK = 1_000;
const priced = { input: USD_PER_MTOK, cachedInput: null, output: 0 };
const model = { provider: "openai", model: "own-embeddings" };

const server = await startEmbeddingServer();
const { providers } = server;
const world = await useWorld({ embedding: { model: { ...model, priceUsdPerMTok: priced }, providers } });
afterAll(() => server.stop());
beforeEach(() => {
  server.forget();
  server.answer(null);
});

const soldUsd = () => (server.sold() * USD_PER_MTOK) / 1e6;
const { token: admin } = (await world.post("/v1/keys", { scopes: ["admin"] })).body;

interface Caller {
  id: string;
  ask: (path: string, body?: unknown) => ReturnType<typeof world.request>;
  used: () => Promise<number>;
}

/** As a key sees it. */
function callerOf({ id, token }: { id: string; token: string }): Caller {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const ask: Caller["ask"] = (path, body) =>
    world.request(path, { headers, ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }) });
  return { id, ask, used: async () => ((await ask("/v1/quota")).body.key as QuotaView).used.usdPerDay };
}

async function keyWith(usdPerDay: number): Promise<Caller> {
  const { body } = await callerOf({ id: "", token: admin }).ask("/v1/keys", { scopes: ["write"], usdPerDay });
  return callerOf({ id: body.key?.id ?? body.id, token: body.token });
}

describe("a debate's turns", () => {
  const price = { priceUsdPerMTok: { input: 0.01, output: 0.01 } };
  const speakers = ["Ada", "Ben"].map((name) => ({ name, model: { model: "openai/gpt-5.5", ...price } }));
  const judge = { model: { model: "openai/gpt-5.5", ...price }, bothOrders: false };
  const MOST_USD = 0.05;
  const SAID = [
    "Streets belong to those who walk.",
    "Buses need lanes before bans.",
    "Noise falls once engines leave.",
    "Who delivers the heavy goods then?",
    "Cargo bikes carry most parcels today.",
    "Nobody has asked the plumbers yet.",
  ];

  it("are compared up to the limit; a turn beyond it is kept, and compared by its words", async () => {
    const roomUsd = 0.15;
    const turn = (_: unknown, n: number) => ({ text: SAID[n - 1] ?? "" });
    world.models.use(debaters(["p1", "p2"], { turn }));
    const caller = await keyWith(MOST_USD + roomUsd);
    const limits = { maxCostUsd: MOST_USD };
    const request = requestOf({ format: "roundtable", maxRounds: 3, participants: speakers, judge, limits });
    const made = await caller.ask("/v1/debates", request);
    expect(made.status).toBe(201);
    const { id } = made.body as Debate;
    const read = async () => (await caller.ask(`/v1/debates/${id}`)).body as Debate;
    await expect.poll(async () => (await read()).status, POLL).toBe("completed");
    const { body } = await caller.ask(`/v1/debates/${id}/transcript?as=json`);
    const { turns } = body as TranscriptExport;
    expect(turns).toHaveLength(6);
    const failures = turns.slice(1).map(({ embedding }) => embedding?.failure);
    expect(failures[0]).toBeNull();
    expect(failures.at(-1)).toMatch(/^this key may have 0\.2 USD a day, .* and this embedding needs 0\.\d+;/);
    expect(turns.map(({ text, repetition }) => [text, repetition])).toEqual(SAID.map((text) => [text, null]));
    expect(soldUsd()).toBeGreaterThan(0);
    expect(soldUsd()).toBeLessThanOrEqual(roomUsd);
    const { cost } = await read();
    await expect.poll(caller.used, POLL).toBeCloseTo(soldUsd() + (cost.totalUsd ?? NaN), 6);
  });
});

describe("a search", () => {
  it("of many at once through the API buys no more than the limit, and goes by words beyond it", async () => {
    const caller = await keyWith(0.3);
    const search = (n: number) => caller.ask(`/v1/templates/search?q=${encodeURIComponent(`dismantle ${n}`)}`);
    const found = await Promise.all(Array.from({ length: 12 }, (_, n) => search(n)));
    expect(found.map(({ status, body }) => [status, body.method])).toEqual(found.map(() => [200, "lexical"]));
    expect(soldUsd()).toBeGreaterThan(0);
    expect(soldUsd()).toBeLessThanOrEqual(0.3);
    await expect.poll(caller.used, POLL).toBeCloseTo(soldUsd(), 6);
  });

  const tenant = (name: string) => `embeds-${name}`;
  const searchAs = (payer: Payer, of: object = { ...model, priceUsdPerMTok: priced }) =>
    createTemplateSearch({
      records: world.store.records,
      embedding: { model: of as typeof model, providers, quotas: world.store.quotas },
    }).search({ ...payer, query: "dismantle", topK: 1 });
  const payerWith = (name: string, usdPerDay: number) => ({
    tenant: tenant(name),
    key: { id: `key-${name}`, quota: { usdPerDay } },
  });
  const spentBy = async ({ tenant: of, key }: ReturnType<typeof payerWith>) => {
    const ledger = await world.store.quotas.read(of);
    expect(ledger?.live).toEqual({});
    return (ledger?.keys[key.id]?.use.spent ?? 0) / 1e6;
  };

  it("counts in full where nobody knows its end, and nothing where the provider turned it away", async () => {
    const payer = payerWith("ends", 1_000);
    server.answer({ status: 429, body: {} });
    await expect(searchAs(payer)).rejects.toMatchObject({ code: "unavailable" });
    expect(await spentBy(payer)).toBe(0);
    const mostUsd = (Buffer.byteLength("dismantle") + 4) / 1_000;
    for (const [n, answer] of [
      { status: 500, body: {} },
      { status: 200, body: { data: [] } },
      { status: 200, body: { data: [{ embedding: [1] }], usage: { prompt_tokens: -3, total_tokens: "9" } } },
    ].entries()) {
      server.answer(answer);
      await searchAs(payer).catch(() => {});
      expect(await spentBy(payer)).toBeGreaterThanOrEqual(mostUsd * (n + 1) - 1e-9);
    }
  });

  it("is refused where the price is unknown, and free of limits it is not", async () => {
    const payer = payerWith("unpriced", 1);
    await expect(searchAs(payer, model)).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("set EMBEDDING_PRICE_USD_PER_MTOK"),
    });
    expect(server.requests).toHaveLength(0);
    const { method } = await searchAs({ tenant: tenant("free") }, model);
    expect(method).toBe("semantic");
    expect(await world.store.quotas.read(tenant("free"))).toBeNull();
    await expect(searchAs(payer, { provider: "ollama", model: "nomic-embed-text" })).resolves.toMatchObject({ method });
    expect(await spentBy(payer)).toBe(0);
  });
});
