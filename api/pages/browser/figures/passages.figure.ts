/** Finds words and quotations in passages. Pure. */
import type { Exhibit } from "../base/wire.page-base.ts";

/** Offsets: first character, and the one after the last. */
interface Range {
  from: number;
  to: number;
}

/** Marks in one passage: a common word would have thousands. */
const MOST = 40;

/** The words of a search; an exhibit must have them all. */
export function searchWords(query: string): string[] {
  return comparable(query).split(" ").filter(Boolean);
}

export function hasAll({ id, title, text, source = "", url = "" }: Exhibit, words: string[]): boolean {
  const all = comparable([id, title, text, source, url].join("\n"));
  return words.every((word) => all.includes(word));
}

/** Where the phrases stand, in order and without overlaps. White space within them may be any. */
export function placesOf(text: string, phrases: string[]): Range[] {
  const searched = comparable(text);
  const found = phrases.flatMap((phrase) => occurrences(searched, searchWords(phrase)));
  const places: Range[] = [];
  for (const place of found.toSorted((a, b) => a.from - b.from)) {
    const last = places.at(-1);
    if (last && place.from <= last.to) last.to = Math.max(last.to, place.to);
    else places.push({ ...place });
  }
  return places;
}

function occurrences(text: string, words: string[]): Range[] {
  const [first] = words;
  const found: Range[] = [];
  if (first === undefined) return found;
  for (let from = text.indexOf(first); from >= 0 && found.length < MOST; from = text.indexOf(first, from + 1)) {
    const to = endOf(text, { from, words });
    if (to !== null) found.push({ from, to });
  }
  return found;
}

/** Where these words end; null: others stand here. */
function endOf(text: string, { from, words }: { from: number; words: string[] }): number | null {
  let at = from;
  for (const [i, word] of words.entries()) {
    if (i > 0) while (text[at] === " ") at += 1;
    if (!text.startsWith(word, at)) return null;
    at += word.length;
  }
  return at;
}

/** Each character stands where it stood. In a few languages small letters take more room: these keep their capitals. */
function comparable(text: string): string {
  const small = text.toLowerCase();
  const letters = small.length === text.length ? small : text;
  return letters.replaceAll(/\s/g, " ").replaceAll(/[‘’]/g, "'").replaceAll(/[“”„]/g, '"');
}
