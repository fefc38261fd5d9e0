/** The fixed words of the views. The page is English; a report brings the words of its debate's language. */
import type { Words } from "../../../../domain/export/words/words.ts";

export type { Text } from "../../../../domain/export/words/words.ts";
export type { Words };

export const ENGLISH: Words = {
  language: "en",
  say: (text, values = {}) => text.replaceAll(/\{([a-z]+)\}/gi, (place, name: string) => String(values[name] ?? place)),
  word: (text) => text,
  number: String,
  digits: (value, count) => value.toFixed(count),
  minute: (at) => at,
};

/** Of a debate as the views get it. */
export function wordsIn({ words = ENGLISH }: { words?: Words | undefined }): Words {
  return words;
}

/** A text whose places are filled with parts of a view. */
export function woven(text: string, parts: Record<string, unknown>): unknown[] {
  return text.split(/\{([a-z]+)\}/i).map((piece, i) => (i % 2 === 0 ? piece : parts[piece]));
}
