/**
 * The one search of templates and passages: by words, by meaning, or in a Chroma server. It never falls back to another
 * way.
 */

import type { SearchDocument, SearchMethod } from "../../domain/rules/retrieval/document.retrieval.ts";
import { nearestByWords, type WordIndex } from "../../domain/rules/retrieval/lexical.ts";
import type { Payer } from "../../domain/shapes/payer.ts";
import { type Chroma, createChroma } from "./chroma.ts";
import { cosine } from "./cosine.ts";
import { createEmbedder, type EmbedderSettings } from "./embedder.ts";
import { createVectors, type VectorShelf } from "./vectors.ts";

export interface SearchOptions {
  /** null: lexical search. */
  embedding?: EmbedderSettings | null;
  /** A Chroma server; needs an embedding model. */
  chromaUrl?: string | null;
}

/** Documents whose vectors are stored together: a tenant's templates, or the passages of one file. */
export interface Shelf<D extends SearchDocument> extends VectorShelf {
  of: "templates" | "passages";
  /** A file's id. */
  id?: string;
  documents(): Promise<readonly D[]>;
}

interface Query<D extends SearchDocument> extends Payer {
  shelves: readonly Shelf<D>[];
  /** For a search by words. */
  index: () => Promise<{ documents: readonly D[]; index: WordIndex }>;
  query: string;
  topK: number;
  signal?: AbortSignal | undefined;
}

interface Hit<D> {
  document: D;
  score: number;
}

/**
 * The nearest first. Throws a `ParleyError`, mostly `unavailable`, if its method fails; an aborted signal throws its
 * reason.
 */
export type Search = <D extends SearchDocument>(query: Query<D>) => Promise<{ method: SearchMethod; items: Hit<D>[] }>;

export function createSearch({ embedding, chromaUrl }: SearchOptions): Search {
  if (!embedding) return byWords;
  const embedder = createEmbedder(embedding);
  const vectors = createVectors(embedder);
  const chroma = chromaUrl ? createChroma({ url: chromaUrl, model: embedder.model }) : null;
  return async <D extends SearchDocument>({ shelves, query, topK, signal, index: _words, ...payer }: Query<D>) => {
    signal?.throwIfAborted();
    const aborts = signal && { signal };
    const order = { payer, signal };
    const [embedded] = await embedder.embed([embedder.asQuery(query)], order);
    const question = embedded as Float32Array;

    async function byMeaning(shelf: Shelf<D>): Promise<Hit<D>[]> {
      const all = await vectors.of({ documents: await shelf.documents(), shelf, order });
      return all.map(({ document, vector }) => ({ document, score: cosine(vector, question) }));
    }

    async function inChroma(shelf: Shelf<D>, server: Chroma): Promise<Hit<D>[]> {
      const { of, id } = shelf;
      let documents: readonly D[] = [];
      const load = async () => {
        documents = await shelf.documents();
        return vectors.of({ documents, shelf, order });
      };
      const collection = { of, tenant: payer.tenant, ...(id !== undefined && { id }) };
      const found = await server.nearest({ collection, query: question, topK, load, ...aborts });
      // Texts come from the store: another process may just have added a document to Chroma.
      return hitsIn(documents, found);
    }

    const hits: Hit<D>[] = [];
    for (const shelf of shelves) hits.push(...(await (chroma ? inChroma(shelf, chroma) : byMeaning(shelf))));
    const items = hits.toSorted((a, b) => b.score - a.score).slice(0, topK);
    return { method: chroma ? "chroma" : "semantic", items };
  };
}

const byWords: Search = async ({ index: load, query, topK, signal }) => {
  signal?.throwIfAborted();
  const { documents, index } = await load();
  return { method: "lexical", items: hitsIn(documents, nearestByWords(index, query, topK)) };
};

function hitsIn<D extends SearchDocument>(documents: readonly D[], found: { id: string; score: number }[]): Hit<D>[] {
  const wanted = new Set(found.map(({ id }) => id));
  const byId = new Map(documents.flatMap((one) => (wanted.has(one.id) ? [[one.id, one] as const] : [])));
  return found.flatMap(({ id, score }) => {
    const document = byId.get(id);
    return document ? [{ document, score }] : [];
  });
}
