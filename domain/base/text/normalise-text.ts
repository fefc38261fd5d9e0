/** Normalises texts for comparison: removes what typists and typesetters change. Every function takes linear time. */
import { indexOfPassage } from "./passage.text.ts";
import { nfkc } from "./text.ts";

const INVISIBLE = /\p{Cf}/gu;
const QUOTES = /["'`´‘’‚‛“”„‟‹›«»「」『』＂＇′″]/gu;
/** White space is already single blanks. */
const DASHES = / ?[-‐‑‒–—―−﹘﹣－][- ‐‑‒–—―−﹘﹣－]*/gu;
/** Unifies letter case, white space, quotation marks and dashes. Idempotent. */
export function normalised(text: string): string {
  const letters = nfkc(text.replaceAll(INVISIBLE, "").replaceAll(QUOTES, "'")).toLowerCase();
  return nfkc(letters)
    .replaceAll("ς", "σ")
    .replaceAll(QUOTES, "'")
    .replaceAll(/\s+/g, " ")
    .replaceAll(DASHES, "-")
    .trim();
}

/**
 * Letters and digits only: texts with the same key have the same words.
 *
 * @example
 * wordKey("“Yes”, he said!") // → "yes he said"
 */
export function wordKey(text: string): string {
  return normalised(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const WORDS = new Intl.Segmenter("en", { granularity: "word" });

export function hasWords(text: string, least: number): boolean {
  let count = 0;
  for (const { isWordLike } of WORDS.segment(text)) {
    if (isWordLike) count += 1;
    if (count >= least) return true;
  }
  return false;
}

/** Marks of omission in quotations. White space is already single blanks. */
const OMISSION = / ?[[(]?\. ?\. ?\.[\])]? ?/;

/** Characters that one check may still search. Every quotation searches whole texts, so the work adds up. */
export interface Allowance {
  left: number;
}

/** About 250 ms. A usual turn needs less than a tenth of it. */
const MOST_SEARCHED = 100_000_000;

export function newAllowance(): Allowance {
  return { left: MOST_SEARCHED };
}

/**
 * Searches one text, which is normalised once. A quotation with omissions matches if its pieces occur in order;
 * punctuation at its ends is ignored. Finds nothing once the allowance is used up.
 */
export function createFinder(source: string, allowance = newAllowance()): (quotation: string) => boolean {
  let text: string | undefined;
  return (quotation) => {
    allowance.left -= source.length;
    if (allowance.left < 0) return false;
    text ??= normalised(source);
    const pieces = normalised(quotation).split(OMISSION).map(bare).filter(Boolean);
    let from = 0;
    for (const piece of pieces) {
      const at = indexOfPassage(piece, text, from);
      if (at < 0) return false;
      from = at + piece.length;
    }
    return pieces.length > 0;
  };
}

/** Quotation marks are already one character. */
const AT_ENDS = " .,;:!?'";

function bare(piece: string): string {
  let from = 0;
  let to = piece.length;
  while (from < to && AT_ENDS.includes(piece.charAt(from))) from++;
  while (to > from && AT_ENDS.includes(piece.charAt(to - 1))) to--;
  return piece.slice(from, to);
}
