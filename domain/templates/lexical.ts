/** Lexical search: used without an embedding model, and if one fails. */
import MiniSearch from "minisearch";
import type { TemplateHit } from "./retrieval.ts";
import type { Template } from "./template.ts";

/** Without these, every policy question would match every template. */
const STOP_WORDS = new Set(
  `a about all an and any are as at be been but by can could did do does for from had has have he her his how i if in
  into is it its may might more most must no not of on one or our over shall she should so some such than that the
  their them then there these they this those to up us was we were what when where which while who why will with would
  you your`.split(/\s+/),
);

/** Fuzzy search takes quadratic time and memory in a term's length, so longer terms are ignored. */
const LONGEST_TERM = 60;

/** Templates that share words with the query, the nearest first, at most `topK`. */
export function searchByWords(input: { templates: readonly Template[]; query: string; topK: number }): TemplateHit[] {
  const index = new MiniSearch<Template>({
    fields: ["name", "tags", "description", "text"],
    extractField: (template, field) => fieldOf(template, field),
    processTerm: (term) => (isTelling(term) ? term.toLowerCase() : null),
    searchOptions: {
      boost: { name: 4, tags: 3, description: 2 },
      // Short words have too many neighbours: "ban" would match "banal" and "can".
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
      prefix: (term) => term.length > 3,
    },
  });
  index.addAll(input.templates);
  const byId = new Map(input.templates.map((template) => [template.id, template]));
  return index
    .search(input.query)
    .slice(0, input.topK)
    .flatMap(({ id, score }) => {
      const found = byId.get(id as string);
      return found ? hitOf(found, score) : [];
    });
}

function isTelling(term: string): boolean {
  return term.length <= LONGEST_TERM && !STOP_WORDS.has(term.toLowerCase());
}

export function hitOf({ id, name, text }: Template, score: number): TemplateHit {
  return { id, name, score, text };
}

function fieldOf(template: Template, field: string): string {
  const value = template[field as keyof Template];
  return Array.isArray(value) ? value.join(" ") : String(value ?? "");
}
