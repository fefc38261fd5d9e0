/**
 * Search in a Chroma server. Each search first synchronises its collection with the documents, so nothing else needs to
 * update it.
 */
import { createHash } from "node:crypto";
import type { ChromaClient, Collection } from "chromadb";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { finiteOf } from "../../domain/shapes/numbers.shape.ts";
import type { DocumentVector } from "./vectors.ts";

/** A collection per model has this name, so that its vectors share one dimension. */
interface CollectionName {
  /** `templates` or `passages`. */
  of: string;
  tenant: string;
  /** Of the tenant's; missing: it has one. */
  id?: string;
}

export interface Chroma {
  /**
   * Ids nearest to the query with their cosine similarity, the nearest first. Throws `unavailable` if the server does
   * not answer. `load` is called after the collection's keys were read.
   */
  nearest(input: {
    collection: CollectionName;
    query: Float32Array;
    topK: number;
    load: () => Promise<DocumentVector<{ id: string }>[]>;
    signal?: AbortSignal;
  }): Promise<{ id: string; score: number }[]>;
  /** Removes a collection, if there is one. Throws as `nearest` does. */
  remove(collection: CollectionName): Promise<void>;
}

const TIMEOUT_MS = 10_000;
/** Records per request, the maximum of Chroma's cloud. */
const BATCH = 300;

export function createChroma({ url, model }: { url: string; model: string }): Chroma {
  return {
    async remove(named) {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const client = await clientOf({ url, signal });
      await answered(async () => {
        const name = nameOf(named, model);
        await client.deleteCollection({ name }).catch((error: unknown) => {
          if (!(error instanceof Error && error.name === "ChromaNotFoundError")) throw error;
        });
      });
    },
    async nearest({ collection: named, query, topK, load, signal }) {
      const late = new AbortController();
      const either = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
      // Only Chroma's own time counts; fetching vectors in between may take longer.
      const inTime = async <T>(work: () => Promise<T>): Promise<T> => {
        const timer = setTimeout(() => late.abort(), TIMEOUT_MS);
        return answered(work, signal).finally(() => clearTimeout(timer));
      };
      const collection = await inTime(() => open({ url, name: nameOf(named, model), signal: either }));
      // Keys are read before the documents, so a key without a document was deleted, not just created.
      const held = await inTime(() => keysIn(collection));
      const vectors = await load();
      await inTime(() => bringInStep(collection, held, vectors));
      return inTime(() => find(collection, query, Math.min(topK, vectors.length)));
    },
  };
}

function nameOf({ of, tenant, id }: CollectionName, model: string): string {
  const hash = createHash("sha256")
    .update(JSON.stringify(id === undefined ? [tenant, model] : [tenant, model, id]))
    .digest("hex");
  return `parley-${of}-${hash.slice(0, 32)}`;
}

async function open({ name, ...server }: { url: string; name: string; signal: AbortSignal }): Promise<Collection> {
  const client = await clientOf(server);
  return client.getOrCreateCollection({
    name,
    configuration: { hnsw: { space: "cosine" } },
    embeddingFunction: null,
  });
}

async function clientOf({ url, signal }: { url: string; signal: AbortSignal }): Promise<ChromaClient> {
  // Loaded only if it is used.
  const { ChromaClient } = await import("chromadb");
  const { protocol, hostname, port } = new URL(url);
  const ssl = protocol === "https:";
  return new ChromaClient({
    host: hostname,
    port: Number(port) || (ssl ? 443 : 80),
    ssl,
    // Explicit, so that the client asks neither the environment nor the server.
    tenant: "default_tenant",
    database: "default_database",
    fetchOptions: { signal },
  });
}

async function keysIn(collection: Collection): Promise<Map<string, string>> {
  const held = new Map<string, string>();
  for (let offset = 0; ; offset += BATCH) {
    const { ids, metadatas } = await collection.get({ limit: BATCH, offset, include: ["metadatas"] });
    for (const [i, id] of ids.entries()) held.set(id, (metadatas[i]?.key ?? "") as string);
    if (ids.length < BATCH) return held;
  }
}

async function bringInStep(
  collection: Collection,
  held: Map<string, string>,
  vectors: DocumentVector<{ id: string }>[],
): Promise<void> {
  const changed = vectors.filter(({ document, key }) => held.get(document.id) !== key);
  for (const part of batches(changed))
    await collection.upsert({
      ids: part.map(({ document }) => document.id),
      embeddings: part.map(({ vector }) => Array.from(vector)),
      metadatas: part.map(({ key }) => ({ key })),
    });
  const wanted = new Set(vectors.map(({ document }) => document.id));
  const gone = [...held.keys()].filter((id) => !wanted.has(id));
  for (const ids of batches(gone)) await collection.delete({ ids });
}

function batches<T>(all: T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / BATCH) }, (_, i) => all.slice(i * BATCH, (i + 1) * BATCH));
}

async function find(collection: Collection, query: Float32Array, topK: number) {
  if (topK === 0) return [];
  const result = await collection.query({
    queryEmbeddings: [Array.from(query)],
    nResults: topK,
    include: ["distances"],
  });
  // A distance that is no number says nothing of how near it is.
  return (result.ids[0] ?? []).map((id, i) => ({ id, score: 1 - (finiteOf(result.distances[0]?.[i]) ?? 1) }));
}

async function answered<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    signal?.throwIfAborted();
    const name = cause instanceof Error ? cause.name : "Error";
    const fault = new ParleyError("unavailable", `Chroma did not answer the search: ${name}`);
    fault.cause = cause;
    throw fault;
  }
}
