/** Embeds texts with the configured embedding model. */
import { createHash } from "node:crypto";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { modelId } from "../../domain/shapes/catalogue/catalogue.ts";
import type { ModelRef } from "../../domain/shapes/catalogue/model-ref.ts";
import { countOf, finiteOf } from "../../domain/shapes/numbers.shape.ts";
import type { Payer } from "../../domain/shapes/payer.ts";
import type { QuotaStore } from "../../store/port/quotas.port.ts";
import { missingVariable, type ProviderSettings, providerRow } from "../models/base/providers.ts";
import { type Bag, listOf } from "../models/hearing/shapes.ts";
import { openAiClient } from "../models/providers/openai-client.ts";
import { embedPaid, isUnsold, tokensIn } from "./paid.ts";

export interface Embedder {
  /** `provider/model`. */
  readonly model: string;
  /**
   * Vectors of one dimension, in the order of the texts. Throws `unavailable` with a readable sentence, also where they do
   * not fit under a limit in USD.
   */
  embed(texts: string[], order: EmbeddingOrder): Promise<Float32Array[]>;
  /** The text to embed for a stored document, with the key of its vector. */
  document(text: string): EmbeddedText;
  /** The text to embed for a query. */
  asQuery(text: string): string;
  /** The same items with their vectors instead of their texts. */
  withVectors<T extends EmbeddedText>(
    items: T[],
    order: EmbeddingOrder,
  ): Promise<(Omit<T, "text"> & { vector: Float32Array })[]>;
}

export interface EmbeddingOrder {
  payer: Payer;
  signal?: AbortSignal | undefined;
}

interface EmbeddedText {
  /** With the prefix that some models require. */
  text: string;
  /** Identifies the vector by model and text. */
  key: string;
}

export interface EmbedderSettings {
  model: ModelRef;
  providers: Record<string, ProviderSettings>;
  /** Whose limits hold for what is embedded; null: nobody's. */
  quotas: QuotaStore | null;
  fetch?: typeof fetch;
}

/** Texts per request, well below the limits of inputs and tokens. */
export const EMBEDDED_AT_ONCE = 64;
const TIMEOUT_MS = 30_000;
/** Characters of an embedded query: a topic may exceed the model's window. */
const LONGEST_QUERY = 8_000;

export function createEmbedder({ model, providers, quotas, fetch: send = fetch }: EmbedderSettings): Embedder {
  const name = modelId(model);
  const prefixed = model.model.startsWith("nomic-embed-text");

  async function batch(texts: string[], { payer, signal }: EmbeddingOrder): Promise<Float32Array[]> {
    const client = openAiClient({ ...endpointOf(model, providers), fetch: send });
    const sale = { model, quotas, payer, texts, forMs: TIMEOUT_MS };
    return embedPaid(sale, async (took) => {
      try {
        if (signal?.aborted) took(0);
        signal?.throwIfAborted();
        // As numbers: not every endpoint supports the SDK's packed default.
        const request = { model: model.model, input: texts, encoding_format: "float" as const };
        const reply = await client.embeddings.create(request, { timeout: TIMEOUT_MS, ...(signal && { signal }) });
        took(tokensIn(reply));
        return vectorsOf(reply.data, texts.length);
      } catch (error) {
        if (isUnsold(error)) took(0);
        signal?.throwIfAborted();
        throw failure(name, error);
      }
    });
  }

  async function embed(texts: string[], order: EmbeddingOrder): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let at = 0; at < texts.length; at += EMBEDDED_AT_ONCE)
      vectors.push(...(await batch(texts.slice(at, at + EMBEDDED_AT_ONCE), order)));
    return vectors;
  }

  return {
    model: name,
    embed,
    document(plain) {
      const text = prefixed ? `search_document: ${plain}` : plain;
      const hash = createHash("sha256").update(JSON.stringify([name, text]));
      return { text, key: hash.digest("hex") };
    },
    asQuery: (text) => `${prefixed ? "search_query: " : ""}${text.slice(0, LONGEST_QUERY).toWellFormed()}`,
    async withVectors(items, order) {
      const texts = items.map(({ text }) => text);
      const vectors = await embed(texts, order);
      return items.map(({ text: _embedded, ...item }, i) => ({ ...item, vector: vectors[i] as Float32Array }));
    },
  };
}

function endpointOf({ provider }: ModelRef, providers: Record<string, ProviderSettings>) {
  const row = providerRow(provider);
  const settings = providers[provider];
  const missing = row ? missingVariable(row, settings) : `a provider named ${provider}`;
  const baseUrl = settings?.baseUrl ?? row?.baseUrl;
  if (missing !== null || !baseUrl) throw new ParleyError("unavailable", `embeddings need ${missing ?? "an address"}`);
  return { baseUrl, apiKey: settings?.apiKey ?? null };
}

class Unusable extends Error {}

function vectorsOf(data: unknown, count: number): Float32Array[] {
  const items = listOf(data);
  if (items.length !== count) throw new Unusable("it gave another number of vectors");
  const vectors = inOrder(items).map(({ embedding }) => vectorOf(embedding));
  const size = vectors[0]?.length ?? 0;
  if (size === 0 || vectors.some((vector) => vector.length !== size))
    throw new Unusable("it gave vectors that cannot be compared");
  return vectors;
}

/** By their numbers; as they came where they have none. */
function inOrder(items: Bag[]): Bag[] {
  if (items.every(({ index }) => index === undefined)) return items;
  const placed = new Map(items.map((item) => [countOf(item["index"]), item]));
  const found = items.map((_, i) => placed.get(i)).filter((item) => item !== undefined);
  if (found.length !== items.length) throw new Unusable("it gave another number of vectors");
  return found;
}

/** Empty if it is no vector. A number may be finite and too large for one. */
function vectorOf(embedding: unknown): Float32Array {
  const numbers = Array.isArray(embedding) ? embedding : [];
  const vector = Float32Array.from(numbers.every((number) => finiteOf(number) !== null) ? numbers : []);
  return vector.every(Number.isFinite) ? vector : new Float32Array();
}

/** Omits the provider's message, which may repeat the input. */
function failure(model: string, error: unknown): ParleyError {
  if (error instanceof ParleyError) return error;
  const { status } = error as { status?: unknown };
  const reason =
    error instanceof Unusable ? error.message : typeof status === "number" ? `status ${status}` : "no answer";
  const fault = new ParleyError("unavailable", `the embedding model ${model} failed: ${reason}`);
  fault.cause = error;
  return fault;
}
