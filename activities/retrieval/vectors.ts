/** Embeddings of a tenant's templates, cached in memory and in the store; only new texts are embedded. */
import { TEMPLATE_VECTORS } from "../../domain/records/outside-debates.ts";
import type { StoredVector } from "../../domain/records/vector-bytes.ts";
import { searchableText, type Template } from "../../domain/templates/template.ts";
import type { RecordStore } from "../../store/port/records.ts";
import { inTurn } from "../../store/table/in-turn.ts";
import type { Embedder } from "./embedder.ts";

export interface TemplateVector {
  template: Template;
  /** Identifies model and text. */
  key: string;
  vector: Float32Array;
}

export interface Vectors {
  of(input: { tenant: string; templates: readonly Template[]; signal?: AbortSignal }): Promise<TemplateVector[]>;
}

/** About 12 MB at 1,536 numbers each. */
const MOST_KEPT = 2_000;
const WRITES_AT_ONCE = 16;

export function createVectors({ records, embedder }: { records: RecordStore; embedder: Embedder }): Vectors {
  const kept = new Map<string, Float32Array>();
  const keep = (vectors: StoredVector[]) => {
    for (const { key, vector } of vectors) {
      kept.set(key, vector);
      if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value as string);
    }
  };

  return {
    async of({ tenant, templates, signal }) {
      const wanted = templates.map((template) => ({ template, ...embedder.document(searchableText(template)) }));
      const found = new Map<string, Float32Array>();
      for (const { key } of wanted) {
        const vector = kept.get(key);
        if (vector) found.set(key, vector);
      }
      const add = (vectors: StoredVector[]) => {
        keep(vectors);
        for (const { key, vector } of vectors) found.set(key, vector);
      };
      if (found.size < wanted.length) add(await records.list({ tenant }, TEMPLATE_VECTORS, {}));
      const missing = wanted.filter(({ key }) => !found.has(key));
      if (missing.length > 0) {
        const bought = await embedder.withVectors(
          missing.map(({ template, text, key }) => ({ id: template.id, text, key })),
          signal,
        );
        await inTurn(bought, (vector) => records.put({ tenant }, TEMPLATE_VECTORS, vector), WRITES_AT_ONCE);
        add(bought);
      }
      return wanted.flatMap(({ template, key }) => {
        const vector = found.get(key);
        return vector ? { template, key, vector } : [];
      });
    },
  };
}
