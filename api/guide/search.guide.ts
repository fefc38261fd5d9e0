/** Full-text search through the guide's sections. */
import { createWordIndex, nearestByWords } from "../../domain/rules/retrieval/lexical.ts";
import type { Section } from "./render.guide.ts";

export interface Found {
  /** The page's title. */
  page: string;
  heading: string;
  /** Address of the page with the heading's anchor. */
  address: string;
  /** Some words of the section, around the first of the query. */
  excerpt: string;
}

export interface SearchedPage {
  address: string;
  title: string;
  sections: Section[];
}

const MOST_FOUND = 20;
const EXCERPT = 220;

/** Indexes all pages, which takes a fifth of a second. */
export function createGuideSearch(pages: SearchedPage[]): (query: string) => Found[] {
  const parts = pages.flatMap(({ sections, ...page }) => sections.map((section) => ({ ...page, ...section })));
  const all = new Map(parts.map((part, n) => [String(n), part]));
  const index = createWordIndex(
    [...all].map(([id, { heading, title, text }]) => ({ id, name: heading, description: title, text })),
  );
  return (query) =>
    nearestByWords(index, query, MOST_FOUND).flatMap(({ id }) => {
      const section = all.get(id);
      if (!section) return [];
      const { title: page, heading, address, anchor, text } = section;
      return [{ page, heading, address: `${address}#${anchor}`, excerpt: excerptOf(text, query) }];
    });
}

function excerptOf(text: string, query: string): string {
  const lower = text.toLowerCase();
  const places = query
    .toLowerCase()
    .split(/\s+/)
    .flatMap((word) => (word.length > 2 && lower.includes(word) ? [lower.indexOf(word)] : []));
  const begin = Math.max(0, Math.min(...places, Math.max(0, text.length - EXCERPT)) - EXCERPT / 4);
  const from = begin === 0 ? 0 : text.indexOf(" ", begin) + 1;
  const part = text.slice(from, from + EXCERPT);
  const words = from + EXCERPT < text.length ? part.slice(0, part.lastIndexOf(" ")) : part;
  return `${from > 0 ? "… " : ""}${words}${from + EXCERPT < text.length ? " …" : ""}`;
}
