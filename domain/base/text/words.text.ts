/** Searches texts for words, whatever their case and accents. */
import { wordKey } from "./normalise-text.ts";

/** The words of a search, folded; none when it has neither a letter nor a digit. */
export function wordsOf(text: string): string[] {
  return [...new Set(folded(text).split(" "))].filter((word) => word !== "");
}

/** True if each of the words, from `wordsOf`, occurs in at least one of the texts, in part of a word too. */
export function hasAllWords(texts: string[], words: string[]): boolean {
  const all = texts.map(folded).join(" ");
  return words.every((word) => all.includes(word));
}

function folded(text: string): string {
  return wordKey(text.normalize("NFKD").replaceAll(/\p{M}+/gu, ""));
}
