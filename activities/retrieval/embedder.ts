/** Vectors of texts, from the embedding model that the configuration names. */
import { createHash } from "node:crypto";
import { modelId } from "../../domain/catalogue.ts";
import { ParleyError } from "../../domain/errors.ts";
import type { ModelRef } from "../../domain/plan.ts";
import { openAiClient } from "../models/openai-client.ts";
import { missingVariable, type ProviderSettings, providerRow } from "../models/providers.ts";

export interface Embedder {
  /** `provider/model`. */
  readonly model: string;
  /** Vectors of one dimension, in the order of the texts. Throws `unavailable` with a sentence for people. */
  embed(texts: string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** What is embedded for a template and for a question: some models want to be told which it is. */
  asDocument(text: string): string;
  asQuery(text: string): string;
  /** Names a vector by its model and text. */
  keyOf(text: string): string;
}

export interface EmbedderSettings {
  model: ModelRef;
  providers: Record<string, ProviderSettings>;
  fetch?: typeof fetch;
}

/** Texts of one request: well below the limits of inputs and of tokens. */
const BATCH = 64;
const TIMEOUT_MS = 30_000;
/** Characters of a question that are embedded: a topic may be longer than a model's window. */
const LONGEST_QUERY = 8_000;

export function createEmbedder({ model, providers, fetch: send = fetch }: EmbedderSettings): Embedder {
  const name = modelId(model);
  const prefixed = model.model.startsWith("nomic-embed-text");

  async function batch(texts: string[], signal?: AbortSignal): Promise<Float32Array[]> {
    const client = openAiClient({ ...endpointOf(model, providers), fetch: send });
    try {
      // As numbers: not every endpoint knows the packed form that the SDK would ask for.
      const request = { model: model.model, input: texts, encoding_format: "float" as const };
      const { data } = await client.embeddings.create(request, { timeout: TIMEOUT_MS, ...(signal && { signal }) });
      return vectorsOf(data, texts.length);
    } catch (error) {
      signal?.throwIfAborted();
      throw failure(name, error);
    }
  }

  return {
    model: name,
    async embed(texts, signal) {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += BATCH)
        vectors.push(...(await batch(texts.slice(at, at + BATCH), signal)));
      return vectors;
    },
    asDocument: (text) => (prefixed ? `search_document: ${text}` : text),
    asQuery: (text) => `${prefixed ? "search_query: " : ""}${text.slice(0, LONGEST_QUERY).toWellFormed()}`,
    keyOf: (text) =>
      createHash("sha256")
        .update(JSON.stringify([name, text]))
        .digest("hex"),
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
  if (!Array.isArray(data) || data.length !== count) throw new Unusable("it gave another number of vectors");
  const sorted = data.toSorted((a: { index: number }, b: { index: number }) => a.index - b.index);
  const vectors = sorted.map(({ embedding }: { embedding: number[] }) => Float32Array.from(embedding ?? []));
  const size = vectors[0]?.length ?? 0;
  const isWhole = (vector: Float32Array) => vector.length === size && vector.every(Number.isFinite);
  if (size === 0 || !vectors.every(isWhole)) throw new Unusable("it gave vectors that can not be compared");
  return vectors;
}

/** What the provider said is left out: it may repeat what was sent. */
function failure(model: string, error: unknown): ParleyError {
  if (error instanceof ParleyError) return error;
  const { status } = error as { status?: unknown };
  const reason =
    error instanceof Unusable ? error.message : typeof status === "number" ? `status ${status}` : "no answer";
  const fault = new ParleyError("unavailable", `the embedding model ${model} failed: ${reason}`);
  fault.cause = error;
  return fault;
}
