/** The vectors of a tenant's templates: kept in memory and in the store, bought only when the text is a new one. */
import { searchableText, type Template } from "../../domain/templates/template.ts";
import type { StoredVector, TemplateStore } from "../../store/port/templates.ts";
import type { Embedder } from "./embedder.ts";

export interface TemplateVector {
  template: Template;
  /** Of the model and the text. */
  key: string;
  vector: Float32Array;
}

export interface Vectors {
  of(input: { tenant: string; templates: readonly Template[]; signal?: AbortSignal }): Promise<TemplateVector[]>;
}

/** Some 12 MB at 1,536 numbers each. */
const MOST_KEPT = 2_000;

export function createVectors({ store, embedder }: { store: TemplateStore; embedder: Embedder }): Vectors {
  const kept = new Map<string, Float32Array>();
  const keep = (vectors: StoredVector[]) => {
    for (const { key, vector } of vectors) {
      kept.set(key, vector);
      if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value as string);
    }
  };

  return {
    async of({ tenant, templates, signal }) {
      const wanted = templates.map((template) => wantedOf(template, embedder));
      const found = new Map(wanted.flatMap(({ key }) => pair(key, kept.get(key))));
      const add = (vectors: StoredVector[]) => {
        keep(vectors);
        for (const { key, vector } of vectors) found.set(key, vector);
      };
      if (found.size < wanted.length) add(await store.listVectors(tenant));
      const missing = wanted.filter(({ key }) => !found.has(key));
      if (missing.length > 0) {
        const bought = await buy(missing, embedder, signal);
        await store.putVectors(tenant, bought);
        add(bought);
      }
      return wanted.flatMap(({ template, key }) => {
        const vector = found.get(key);
        return vector ? { template, key, vector } : [];
      });
    },
  };
}

interface Wanted {
  template: Template;
  text: string;
  key: string;
}

function wantedOf(template: Template, embedder: Embedder): Wanted {
  const text = embedder.asDocument(searchableText(template));
  return { template, text, key: embedder.keyOf(text) };
}

async function buy(wanted: Wanted[], embedder: Embedder, signal?: AbortSignal): Promise<StoredVector[]> {
  const texts = wanted.map(({ text }) => text);
  const vectors = await embedder.embed(texts, signal);
  return wanted.map(({ template, key }, i) => ({ templateId: template.id, key, vector: vectors[i] as Float32Array }));
}

function pair(key: string, vector: Float32Array | undefined): [string, Float32Array][] {
  return vector ? [[key, vector]] : [];
}
