/** Splits a page into passages: at empty lines where it can, else after sentences, else between words. */
import { LONGEST_PASSAGE, type PassageText } from "./passage.files.ts";

/** Characters. A passage that is found stands in a prompt, so it is rather one thought than a page. */
const WISHED = 1_600;
const SHORTEST = 400;

/** `pages` are tidy. Their passages, joined, are their texts. A page without text has none. */
export function splitPages(pages: readonly string[]): PassageText[] {
  const passages: PassageText[] = [];
  for (const [i, text] of pages.entries()) {
    for (let from = 0; from < text.length; ) {
      const to = endOf(text, from);
      passages.push([i + 1, text.slice(from, to)]);
      from = to;
    }
  }
  return passages;
}

function endOf(text: string, from: number): number {
  if (text.length - from <= WISHED) return text.length;
  const wished = text.slice(from, from + WISHED);
  const paragraph = wished.lastIndexOf("\n\n");
  if (paragraph >= SHORTEST) return from + paragraph + 2;
  const longest = text.slice(from, from + LONGEST_PASSAGE);
  const next = longest.indexOf("\n\n", WISHED - 1);
  if (next >= 0 && next + 2 <= LONGEST_PASSAGE) return from + next + 2;
  if (text.length - from <= LONGEST_PASSAGE) return text.length;
  return from + inParagraph(longest);
}

/** Where a paragraph that is longer than a passage is cut. */
function inParagraph(longest: string): number {
  const sentences = [...longest.slice(0, WISHED).matchAll(/[.!?。！？]["'”’)\]]{0,3}(?:\s|$)/g)];
  const last = sentences.at(-1);
  if (last && last.index >= SHORTEST) return last.index + last[0].length;
  const wished = longest.slice(0, WISHED);
  const line = wished.lastIndexOf("\n");
  if (line >= SHORTEST) return line + 1;
  const word = wished.lastIndexOf(" ");
  if (word >= SHORTEST) return word + 1;
  return isHighSurrogate(longest.charCodeAt(WISHED - 1)) ? WISHED - 1 : WISHED;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
