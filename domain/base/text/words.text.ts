/** The words of texts, to search for and to compare. */
import { wordKey } from "./normalise-text.ts";

/** The words of a text, whatever their case and accents; none when it has neither a letter nor a digit. */
export function wordsOf(text: string): string[] {
  return [...new Set(folded(text).split(" "))].filter((word) => word !== "");
}

/** True if each of the words, from `wordsOf`, occurs in at least one of the texts, in part of a word too. */
export function hasAllWords(texts: string[], words: string[]): boolean {
  const all = texts.map(folded).join(" ");
  return words.every((word) => all.includes(word));
}

/** Words are compared by so many of their first letters, so that "claim" and "claims" are one. */
const STEM = 5;
/** Most words below this length are articles and prepositions. */
const SHORTEST = 4;

/**
 * Stems of the words that say what a text is about.
 *
 * @example
 * [...stemsOf(["the", "claims", "claim"])] // → ["claim"]
 */
export function stemsOf(words: readonly string[]): Set<string> {
  const telling = words.filter((word) => word.length >= SHORTEST);
  return new Set(telling.map((word) => Array.from(word).slice(0, STEM).join("")));
}

function folded(text: string): string {
  return wordKey(text.normalize("NFKD").replaceAll(/\p{M}+/gu, ""));
}
