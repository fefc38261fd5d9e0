/** Lexical search: used without an embedding model, and if one fails. */
import MiniSearch from "minisearch";
import type { Scored, SearchDocument } from "./document.retrieval.ts";

/** Without these, every policy question would match every document. */
const STOP_WORDS = new Set(
  `a about all an and any are as at be been but by can could did do does for from had has have he her his how i if in
  into is it its may might more most must no not of on one or our over shall she should so some such than that the
  their them then there these they this those to up us was we were what when where which while who why will with would
  you your`.split(/\s+/),
);

/** Fuzzy search takes quadratic time and memory in a term's length, so longer terms are ignored. */
const LONGEST_TERM = 60;
/** Terms of a query beyond these are ignored: each one is looked up among all words of the documents. */
const MOST_TERMS = 400;
/** A query this long has the word itself somewhere; looking for misspellings in it finds what nobody meant. */
const SHORT_QUERY = 30;

export type WordIndex = MiniSearch<SearchDocument>;

export function createWordIndex(documents: readonly SearchDocument[] = []): WordIndex {
  const index = new MiniSearch<SearchDocument>({
    fields: ["name", "tags", "description", "text"],
    extractField: (document, field) => fieldOf(document, field),
    processTerm: (term) => (isTelling(term) ? term.toLowerCase() : null),
    searchOptions: {
      boost: { name: 4, tags: 3, description: 2 },
      prefix: (term) => term.length > 3,
    },
  });
  index.addAll(documents);
  return index;
}

/** Documents that share words with the query, the nearest first, at most `topK`. */
export function nearestByWords(index: WordIndex, query: string, topK: number): Scored[] {
  const terms = [...new Set(query.toLowerCase().split(WORD_ENDS).filter(isTelling))].slice(0, MOST_TERMS);
  // Short words have too many neighbours: "ban" would match "banal" and "can".
  const fuzzy = (term: string) => (terms.length <= SHORT_QUERY && term.length > 5 ? 0.2 : false);
  const found = index.search(terms.join(" "), { fuzzy });
  return found.slice(0, topK).map(({ id, score }) => ({ id: id as string, score }));
}

/** Where the index ends words. */
const WORD_ENDS = /[\n\r\p{Z}\p{P}]+/u;

export function searchByWords<D extends SearchDocument>(input: {
  documents: readonly D[];
  query: string;
  topK: number;
}): { document: D; score: number }[] {
  const { documents, query, topK } = input;
  const byId = new Map(documents.map((document) => [document.id, document]));
  return nearestByWords(createWordIndex(documents), query, topK).flatMap(({ id, score }) => {
    const document = byId.get(id);
    return document ? [{ document, score }] : [];
  });
}

function isTelling(term: string): boolean {
  return term !== "" && term.length <= LONGEST_TERM && !STOP_WORDS.has(term.toLowerCase());
}

function fieldOf(document: SearchDocument, field: string): string {
  const value = document[field as keyof SearchDocument];
  return Array.isArray(value) ? value.join(" ") : String(value ?? "");
}
