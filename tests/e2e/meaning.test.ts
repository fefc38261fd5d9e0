/**
 * Repetitions in other words against readers' labels (tests/domain/judging/labelled/meaning.json), by a real embedding model.
 * Where `EMBEDDING_MODEL` is set with its provider's key; without it is skipped. It costs less than a cent.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { cosine } from "../../activities/retrieval/cosine.ts";
import { createEmbedder } from "../../activities/retrieval/embedder.ts";
import { REPETITION_COSINE } from "../../domain/judge/signals/repetition.signal.ts";
import { parseModel } from "../../domain/shapes/catalogue/catalogue.ts";

interface Case {
  id: string;
  half: string;
  repeats: boolean;
  earlier: { text: string }[];
  turn: { text: string };
}

const { EMBEDDING_MODEL: name = "", OLLAMA_BASE_URL: ollama, OPENAI_API_KEY: key } = process.env;
const model = parseModel(name);
const file = new URL("../domain/judging/labelled/meaning.json", import.meta.url);
const cases = JSON.parse(readFileSync(file, "utf8")).cases as Case[];

describe.skipIf(!model)(model ? `by ${name}` : "no EMBEDDING_MODEL: skipped", () => {
  it.each(["tuning", "held-out"])("repetitions in other words are found on the %s half", async (half) => {
    const providers = { openai: { apiKey: key ?? "" }, ollama: { ...(ollama && { baseUrl: ollama }) } };
    const embedder = createEmbedder({ model: model ?? { provider: "", model: "" }, providers, quotas: null });
    const asked = cases.filter((c) => c.half === half);
    const texts = asked
      .flatMap((c) => [c.earlier[0]?.text ?? "", c.turn.text])
      .map((text) => embedder.document(text).text);
    const vectors = await embedder.embed(texts, { payer: { tenant: "e2e" } });
    const found = asked.map(({ id, repeats }, i) => {
      const [a, b] = [vectors[2 * i] as Float32Array, vectors[2 * i + 1] as Float32Array];
      return { id, repeats, likeness: cosine(a, b) };
    });
    const hits = found.filter((c) => c.repeats && c.likeness >= REPETITION_COSINE).length;
    const precision = hits / found.filter((c) => c.likeness >= REPETITION_COSINE).length;
    console.log(`${half}, ${name}: precision ${precision}, recall ${hits / found.filter((c) => c.repeats).length}`);
    for (const { id, repeats, likeness } of found) console.log(`  ${id} ${repeats ? "same" : "other"} ${likeness}`);
    const [same, other] = [true, false].map((is) => found.filter((c) => c.repeats === is).map((c) => c.likeness));
    // Whatever the threshold is: paraphrases are nearer to one another than arguments on the same subject are.
    expect(Math.min(...(same ?? []))).toBeGreaterThan(Math.max(...(other ?? [])));
  });
});
