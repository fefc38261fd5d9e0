/**
 * Searches reasoning templates: by words, by meaning, or in a Chroma server
 * (docs/design/debate.md#19-exhibits-and-templates).
 */

import { TEMPLATES } from "../../domain/records/outside-debates.ts";
import { hitOf, searchByWords } from "../../domain/templates/lexical.ts";
import { BUILT_IN } from "../../domain/templates/registry.ts";
import type { TemplateHit, TemplateSearch } from "../../domain/templates/retrieval.ts";
import type { Template } from "../../domain/templates/template.ts";
import type { RecordStore } from "../../store/port/records.ts";
import { createChroma } from "./chroma.ts";
import { cosine } from "./cosine.ts";
import { createEmbedder, type Embedder, type EmbedderSettings } from "./embedder.ts";
import { createVectors, type Vectors } from "./vectors.ts";

export interface TemplateSearchOptions {
  records: RecordStore;
  /** null: lexical search. */
  embedding?: EmbedderSettings | null;
  /** A Chroma server; needs an embedding model. */
  chromaUrl?: string | null;
}

type Way = TemplateSearch["search"];

/**
 * Searches built-in templates and the tenant's own. Throws a `ParleyError`, mostly `unavailable`, if its method fails,
 * and never falls back to another; an aborted signal throws its reason.
 */
export function createTemplateSearch({ records, embedding, chromaUrl }: TemplateSearchOptions): TemplateSearch {
  const templatesOf = async (tenant: string) => allTemplates(await records.list({ tenant }, TEMPLATES, {}));
  if (!embedding) return { search: byWords(templatesOf) };
  const embedder = createEmbedder(embedding);
  const vectors = createVectors({ records, embedder });
  const parts: Parts = { templatesOf, embedder, vectors };
  return { search: chromaUrl ? inChroma(parts, chromaUrl) : byMeaning(parts) };
}

interface Parts {
  templatesOf: (tenant: string) => Promise<Template[]>;
  embedder: Embedder;
  vectors: Vectors;
}

function allTemplates(own: Omit<Template, "builtIn">[]): Template[] {
  return [...BUILT_IN, ...own.map((template) => ({ ...template, builtIn: false }))];
}

function byWords(templatesOf: Parts["templatesOf"]): Way {
  return async ({ tenant, query, topK, signal }) => {
    signal?.throwIfAborted();
    const templates = await templatesOf(tenant);
    return { method: "lexical", items: searchByWords({ templates, query, topK }) };
  };
}

function byMeaning({ templatesOf, embedder, vectors }: Parts): Way {
  return async ({ tenant, query, topK, signal }) => {
    signal?.throwIfAborted();
    const templates = await templatesOf(tenant);
    const [question] = await embedder.embed([embedder.asQuery(query)], signal);
    const all = await vectors.of({ tenant, templates, ...(signal && { signal }) });
    const hits = all.map(({ template, vector }) => hitOf(template, cosine(vector, question as Float32Array)));
    return { method: "semantic", items: hits.toSorted((a, b) => b.score - a.score).slice(0, topK) };
  };
}

function inChroma({ templatesOf, embedder, vectors }: Parts, url: string): Way {
  const chroma = createChroma({ url, model: embedder.model });
  return async ({ tenant, query, topK, signal }) => {
    signal?.throwIfAborted();
    const [question] = await embedder.embed([embedder.asQuery(query)], signal);
    const byId = new Map<string, Template>();
    const load = async () => {
      const templates = await templatesOf(tenant);
      for (const template of templates) byId.set(template.id, template);
      return vectors.of({ tenant, templates, ...(signal && { signal }) });
    };
    const found = await chroma.nearest({
      tenant,
      query: question as Float32Array,
      topK,
      load,
      ...(signal && { signal }),
    });
    // Text comes from the store: another process may just have added a template to Chroma.
    const items = found.flatMap(({ id, score }): TemplateHit[] => {
      const template = byId.get(id);
      return template ? [hitOf(template, score)] : [];
    });
    return { method: "chroma", items };
  };
}
