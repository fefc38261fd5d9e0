/** Splits a page into passages: at empty lines where it can, else after sentences or lines, else between words. */
import { LONGEST_PASSAGE, MOST_PASSAGES, type PassageText } from "./passage.files.ts";

/** Characters. A passage that is found stands in a prompt, so it is rather one thought than a page. */
const WISHED = 1_600;
const SHORTEST = 400;
/** No cut is so late that words could not stay whole. */
const LATEST = LONGEST_PASSAGE * 0.9;

interface Lengths {
  shortest: number;
  wished: number;
}

interface Splitting {
  /** Source code: a line is rather kept whole than a sentence. */
  isCode?: boolean;
}

interface Cutting extends Lengths {
  isCode: boolean;
}

/** `pages` are tidy. Their passages, joined, are their texts. A page without text has none. */
export function splitPages(pages: readonly string[], { isCode = false }: Splitting = {}): PassageText[] {
  const cutting = { ...lengthsFor(pages), isCode };
  const passages: PassageText[] = [];
  for (const [i, text] of pages.entries()) {
    for (let from = 0; from < text.length; ) {
      const to = endOf(text, from, cutting);
      passages.push([i + 1, text.slice(from, to)]);
      from = to;
    }
  }
  return passages;
}

/**
 * Long files have long passages. All but the last of a page have `shortest` characters, so that the whole file stays
 * below `MOST_PASSAGES` unless its pages are too many and too full.
 */
function lengthsFor(pages: readonly string[]): Lengths {
  const characters = pages.reduce((sum, { length }) => sum + length, 0);
  const least = Math.ceil(characters / Math.max(1, MOST_PASSAGES - pages.length));
  const shortest = Math.min(Math.max(SHORTEST, least), LATEST);
  return { shortest, wished: Math.min(Math.max(WISHED, 2 * shortest), LONGEST_PASSAGE) };
}

function endOf(text: string, from: number, cutting: Cutting): number {
  const { shortest, wished: most } = cutting;
  if (text.length - from <= most) return text.length;
  const wished = text.slice(from, from + most);
  const paragraph = wished.lastIndexOf("\n\n");
  if (paragraph >= shortest) return from + paragraph + 2;
  const longest = text.slice(from, from + LONGEST_PASSAGE);
  const next = longest.indexOf("\n\n", most - 1);
  if (next >= 0 && next + 2 <= LONGEST_PASSAGE) return from + next + 2;
  if (text.length - from <= LONGEST_PASSAGE) return text.length;
  return from + inParagraph(longest, cutting);
}

/** Where a paragraph that is longer than a passage is cut. */
function inParagraph(longest: string, { shortest, wished: most, isCode }: Cutting): number {
  const wished = longest.slice(0, most);
  const sentence = isCode ? 0 : afterSentence(wished);
  const ends = [sentence, wished.lastIndexOf("\n") + 1, wished.lastIndexOf(" ") + 1, afterMark(wished, shortest)];
  const end = ends.find((at) => at > shortest);
  if (end !== undefined) return end;
  // No passage begins in the middle of a word that a longer one would have whole.
  const later = longest.slice(most).search(/[^\p{L}\p{M}\p{N}_]/u);
  if (later >= 0 && most + later + 1 <= LONGEST_PASSAGE && !isHighSurrogate(longest.charCodeAt(most + later)))
    return most + later + 1;
  return isHighSurrogate(longest.charCodeAt(most - 1)) ? most - 1 : most;
}

function afterSentence(text: string): number {
  const last = [...text.matchAll(/[.!?。！？]["'”’)\]]{0,3}(?:\s|$)/g)].at(-1);
  return last ? last.index + last[0].length : 0;
}

/** After the last character that belongs to no word, such as a comma in code without blanks; 0: there is none. */
function afterMark(text: string, shortest: number): number {
  for (let at = text.length; at > shortest; at--) if (/[\p{P}\p{S}\s]/u.test(text.charAt(at - 1))) return at;
  return 0;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
