/** Searches the passages of files. A file never changes, so what is built for a search is kept for the next. */
import { LRUCache } from "lru-cache";
import { PASSAGE_VECTORS } from "../../domain/play/records/files.record.ts";
import type { SearchDocument } from "../../domain/rules/retrieval/document.retrieval.ts";
import { createWordIndex, type WordIndex } from "../../domain/rules/retrieval/lexical.ts";
import type { PassageSearch } from "../../domain/rules/retrieval/passages.retrieval.ts";
import { modelId } from "../../domain/shapes/catalogue/catalogue.ts";
import { type FilePassage, passageId } from "../../domain/shapes/files/passage.files.ts";
import type { Store } from "../../store/port/store.ts";
import { createChroma } from "./chroma.ts";
import { createSearch, type SearchOptions, type Shelf } from "./search.ts";

export interface PassageSearchOptions extends SearchOptions {
  store: Pick<Store, "files" | "records">;
}

type Passage = FilePassage & SearchDocument;

interface Indexed {
  documents: readonly Passage[];
  index: WordIndex;
}

/** Characters of the texts whose indexes a process keeps. An index takes some three bytes for each. */
const MOST_KEPT = 20_000_000;
/** Passages that are indexed before others get their turn. */
const AT_ONCE = 100;

/** Throws as `Search` does. */
export function createPassageSearch({ store, ...options }: PassageSearchOptions): PassageSearch {
  const search = createSearch(options);
  const { embedding, chromaUrl } = options;
  const chroma = embedding && chromaUrl ? createChroma({ url: chromaUrl, model: modelId(embedding.model) }) : null;
  const kept = new LRUCache<string, Indexed>({
    maxSize: MOST_KEPT,
    // What is larger than all that is kept is kept alone: it would else be built anew for each turn.
    sizeCalculation: ({ documents }) => Math.min(MOST_KEPT, 1 + charactersOf(documents)),
  });
  const underWay = new Map<string, Promise<Indexed>>();

  async function passagesOf(tenant: string, files: readonly string[]): Promise<Passage[]> {
    const passages = await store.files.passages(tenant, files);
    return passages.map((passage) => ({ ...passage, id: passageId(passage) }));
  }

  /** One index for all of them: how rare a word is, is one number for all. */
  async function indexOf(tenant: string, files: readonly string[]): Promise<Indexed> {
    const key = JSON.stringify([tenant, ...files]);
    const known = kept.get(key) ?? underWay.get(key);
    if (known) return known;
    const built = build(await passagesOf(tenant, files)).finally(() => underWay.delete(key));
    underWay.set(key, built);
    const made = await built;
    kept.set(key, made);
    return made;
  }

  return {
    async search({ tenant, from, ...wanted }) {
      const there = await Promise.all([...new Set(from)].map((id) => store.files.get(tenant, id)));
      const files = there.flatMap((file) => (file ? [file.id] : []));
      const shelves = files.map((id): Shelf<Passage> => {
        const scope = { tenant, fileId: id };
        return {
          of: "passages",
          id,
          documents: () => passagesOf(tenant, [id]),
          list: () => store.records.list(scope, PASSAGE_VECTORS, {}),
          put: (vector) => store.records.put(scope, PASSAGE_VECTORS, vector),
        };
      });
      const index = () => indexOf(tenant, files);
      const { method, items } = await search({ tenant, shelves, index, ...wanted });
      return { method, items: items.map(({ document: { id: _id, ...passage }, score }) => ({ ...passage, score })) };
    },
    forget: async ({ tenant, fileId }) => chroma?.remove({ of: "passages", tenant, id: fileId }),
  };
}

function charactersOf(documents: readonly Passage[]): number {
  return documents.reduce((sum, { text }) => sum + text.length, 0);
}

/** In steps, so that the process does other work in between. */
async function build(documents: readonly Passage[]): Promise<Indexed> {
  const index = createWordIndex();
  await index.addAllAsync(documents, { chunkSize: AT_ONCE });
  return { documents, index };
}
