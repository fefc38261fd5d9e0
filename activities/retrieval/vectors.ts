/** Embeddings of documents, cached in memory and in the store; only new texts are embedded. */
import { LRUCache } from "lru-cache";
import type { StoredVector } from "../../domain/play/records/vector-bytes.ts";
import { type SearchDocument, searchableText } from "../../domain/rules/retrieval/document.retrieval.ts";
import { inTurn } from "../../store/table/in-turn.ts";
import { EMBEDDED_AT_ONCE, type Embedder, type EmbeddingOrder } from "./embedder.ts";

/** Where the vectors of some documents are stored. */
export interface VectorShelf {
  list(): Promise<StoredVector[]>;
  put(vector: StoredVector): Promise<unknown>;
}

export interface DocumentVector<D> {
  document: D;
  /** Identifies model and text. */
  key: string;
  vector: Float32Array;
}

export interface Vectors {
  of<D extends SearchDocument>(input: {
    documents: readonly D[];
    shelf: VectorShelf;
    order: EmbeddingOrder;
  }): Promise<DocumentVector<D>[]>;
}

/** About 120 MB at 1,536 numbers each. */
const MOST_KEPT = 20_000;
const WRITES_AT_ONCE = 16;

export function createVectors(embedder: Embedder): Vectors {
  const kept = new LRUCache<string, Float32Array>({ max: MOST_KEPT });
  return {
    async of({ documents, shelf, order }) {
      const wanted = documents.map((document) => ({ document, ...embedder.document(searchableText(document)) }));
      const found = new Map<string, Float32Array>();
      for (const { key } of wanted) {
        const vector = kept.get(key);
        if (vector) found.set(key, vector);
      }
      const add = (vectors: StoredVector[]) => {
        for (const { key, vector } of vectors) {
          kept.set(key, vector);
          found.set(key, vector);
        }
      };
      if (wanted.some(({ key }) => !found.has(key))) add(await shelf.list());
      const missing = wanted.filter(({ key }) => !found.has(key));
      // Stored after each call of the model: a search that is given up, or refused, has not bought in vain.
      for (let at = 0; at < missing.length; at += EMBEDDED_AT_ONCE) {
        const next = missing
          .slice(at, at + EMBEDDED_AT_ONCE)
          .map(({ document, text, key }) => ({ id: document.id, text, key }));
        const bought = await embedder.withVectors(next, order);
        await inTurn(bought, (vector) => shelf.put(vector), WRITES_AT_ONCE);
        add(bought);
      }
      return wanted.flatMap(({ document, key }) => {
        const vector = found.get(key);
        return vector ? [{ document, key, vector }] : [];
      });
    },
  };
}
