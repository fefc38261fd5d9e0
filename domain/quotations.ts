/** Finds in a text what it quotes and which exhibits it names. */
import { countWords } from "./matching.ts";

interface Span {
  /** Places in the text, from the first character to the one after the last. */
  from: number;
  to: number;
}

export interface Quotation extends Span {
  /** Without its marks. */
  text: string;
}

export interface Reference extends Span {
  number: number;
}

/** Shorter passages in quotation marks are names, titles and words held at arm's length. */
const LEAST_WORDS = 5;

/**
 * Pairs of marks within one line. Straight single marks are left out, since they are apostrophes too; a curly one closes
 * only where no letter follows.
 */
const QUOTED =
  /“([^“”\n]+)”|„([^„“”\n]+)[“”]|«([^«»\n]+)»|»([^«»\n]+)«|「([^「」\n]+)」|(?<![\p{L}\p{N}])"(?=\S)([^"\n]*[^"\s])"(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])‘((?:[^‘’\n]|’(?=\p{L}))+)’(?!\p{L})/gu;

export function quotationsIn(text: string): Quotation[] {
  return [...text.matchAll(QUOTED)].flatMap((match) => {
    const inside = match.slice(1).find((part) => part !== undefined) ?? "";
    if (countWords(inside) < LEAST_WORDS) return [];
    return [{ text: inside.trim(), from: match.index, to: match.index + match[0].length }];
  });
}

const ONE = "(?:E\\s?)?\\d{1,3}";
const END = "(?![\\p{L}\\p{N}]|[.,]\\d)";
const NAMED = new RegExp(
  `(?<![\\p{L}\\p{N}])exhibits?\\s+(${ONE}(?:\\s*(?:,|and|or|&|,\\s*and)\\s*(?:E\\s?)\\d{1,3})*)${END}`,
  "giu",
);
const SHORT = new RegExp(`(\\[)?(?<![\\p{L}\\p{N}.-])E(\\d{1,3})${END}`, "gu");

/**
 * `[E1]`, `E1`, `Exhibit 1`, `exhibits E1 and E2`, in their order. Where a debate has no exhibits (`bare` false), a bare
 * `E1` is no reference: it may be a fuel, a road or a visa.
 */
export function referencesIn(text: string, { bare }: { bare: boolean }): Reference[] {
  const named = [...text.matchAll(NAMED)].flatMap((match) => {
    const start = match.index + match[0].length - (match[1] ?? "").length;
    return [...(match[1] ?? "").matchAll(/\d{1,3}/g)].map((digits) => ({
      number: Number(digits[0]),
      from: start + digits.index,
      to: start + digits.index + digits[0].length,
    }));
  });
  const short = [...text.matchAll(SHORT)].flatMap((match) => {
    const span = { number: Number(match[2]), from: match.index, to: match.index + match[0].length };
    const bracketed = match[1] !== undefined || /^(?:\s*,\s*E\d{1,3})*\s*\]/.test(text.slice(span.to));
    return (bare || bracketed) && !named.some((n) => n.from < span.to && n.to > span.from) ? [span] : [];
  });
  return [...named, ...short].toSorted((a, b) => a.from - b.from);
}
