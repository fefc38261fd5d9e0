import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type EmbeddingServer, startEmbeddingServer } from "../support/models/embedding-server.ts";
import { openWorld } from "../support/use-world.ts";
import { debaters, requestOf, type World } from "../support/world.ts";

const MODEL = "openai/text-embedding-3-small";
/** By turn: each speaker says one thing three times, in words of its own each time. */
const SAID = [
  "Removing the fence is right.",
  "What were the odds of that?",
  "They ought to abolish this custom.",
  "How often does anybody see it happen?",
  "One should scrap such a tradition altogether.",
  "Its frequency seems low to me.",
];

let embeddings: EmbeddingServer;
let world: World;
beforeAll(async () => {
  embeddings = await startEmbeddingServer();
  world = await openWorld({
    embedding: { model: { provider: "openai", model: "text-embedding-3-small" }, providers: embeddings.providers },
  });
});
afterAll(() => Promise.all([world.stop(), embeddings.stop()]));
beforeEach(() => {
  world.models.forget();
  embeddings.forget();
  embeddings.answer(null);
});

async function play(changes: object) {
  world.models.use(debaters(["p1", "p2"], { turn: (_, n) => ({ text: SAID[(n - 1) % SAID.length] ?? "" }) }));
  const { id } = await world.create(requestOf({ format: "convergence-seeking", ...changes }));
  await world.finished(id);
  return { id, debate: await world.debate(id), transcript: await world.transcript(id) };
}

describe("with an embedding model", () => {
  it("a debate ends when its speakers say the same in other words, and each turn is embedded once", async () => {
    const { debate, transcript } = await play({ maxRounds: 6 });
    expect(debate).toMatchObject({ status: "completed", round: 3, result: { endedBy: "convergence" } });
    expect(transcript.assessments[2]?.measured).toMatchObject({
      repetition: [
        { turnId: "g1-r3-t1", with: expect.stringMatching(/^g1-r[12]-t1$/), by: "cosine" },
        { turnId: "g1-r3-t2", with: expect.stringMatching(/^g1-r[12]-t2$/), by: "cosine" },
      ],
      diminishingReturns: true,
      embedding: { model: MODEL, failure: null },
    });
    expect(transcript.trace.earlyStopped).toBe("code");
    expect(embeddings.texts()).toEqual(SAID);
  });

  it("turns that no judge assesses are compared as they are said, each embedded once, and the trace names it", async () => {
    const { transcript } = await play({ format: "roundtable", maxRounds: 3 });
    const { turns, trace } = transcript;
    expect(turns.map(({ repetition }) => repetition?.by ?? null)).toEqual([
      null,
      null,
      ...turns.slice(2).map(() => "cosine"),
    ]);
    expect(turns.map(({ embedding }) => embedding)).toEqual([
      undefined,
      ...turns.slice(1).map(() => ({ model: MODEL, failure: null })),
    ]);
    expect(trace.models).toHaveProperty("embedding", MODEL);
    expect(trace.measured?.map(({ repetition }) => repetition.length)).toEqual([0, 2, 2]);
    expect(trace.autoScore).toBe(Math.round((100 + 50 + 30) / 3));
    expect(embeddings.texts()).toEqual(SAID);
  });

  it("that fails, such turns are compared by their words, the debate goes on, and the report says so", async () => {
    embeddings.answer({ status: 500, body: { error: { message: "sk-secret" } } });
    const { id, debate, transcript } = await play({ format: "roundtable", maxRounds: 2 });
    expect(debate).toMatchObject({ status: "completed", degraded: [] });
    const failure = `the embedding model ${MODEL} failed: status 500`;
    expect(transcript.trace.measured?.map(({ embedding }) => embedding?.failure)).toEqual([failure, failure]);
    expect(transcript.trace.models).not.toHaveProperty("embedding");
    expect(transcript.trace.autoScore).toBe(100);
    const { text } = await world.request(`/v1/debates/${id}/transcript?as=md`);
    expect(text).toContain(`Measured by words alone: ${MODEL}: ${failure}`);
  });

  it("that fails, rounds are assessed by words alone, and assessments and reports say so", async () => {
    embeddings.answer({ status: 500, body: { error: { message: "sk-secret" } } });
    const { id, debate, transcript } = await play({ maxRounds: 3 });
    expect(debate).toMatchObject({ status: "completed", round: 3, result: { endedBy: "limit" } });
    const failure = `the embedding model ${MODEL} failed: status 500`;
    for (const { measured } of transcript.assessments)
      expect(measured).toMatchObject({ repetition: [], embedding: { model: MODEL, failure } });
    const { text } = await world.request(`/v1/debates/${id}/transcript?as=md`);
    expect(text).toContain(`Measured by words alone: ${MODEL}: ${failure}`);
    expect(text).not.toContain("sk-secret");
  });
});
