/** Finds quotations. Takes linear time. */
import { hasWords } from "../../base/text/normalise-text.ts";
import type { Span } from "./references.rules.ts";

export interface Quotation extends Span {
  /** Without quotation marks. */
  text: string;
}

/** Shorter quotations are names, titles or ironic words. */
const LEAST_WORDS = 5;

const OPENING = /[“„«»「"‘]/g;

/**
 * Pairs of quotation marks on one line, by opening mark. Straight single marks are omitted, because they are
 * apostrophes too; a curly one closes only if no letter follows. A repeated opening mark ends the search, so that each
 * character is read once per pair.
 */
const PAIRS: Record<string, RegExp> = {
  "“": /“([^“”\n]+)”/y,
  "„": /„([^„“”\n]+)[“”]/y,
  "«": /«([^«»\n]+)»/y,
  "»": /»([^«»\n]+)«/y,
  "「": /「([^「」\n]+)」/y,
  '"': /(?<![\p{L}\p{N}])"(?=\S)([^"\n]+)(?<=\S)"(?![\p{L}\p{N}])/uy,
  "‘": /(?<![\p{L}\p{N}])‘((?:[^‘’\n]|’(?=\p{L}))+)’(?!\p{L})/uy,
};

/** In text order, without overlaps. */
export function quotationsIn(text: string): Quotation[] {
  const found: Quotation[] = [];
  let end = 0;
  for (const { 0: mark, index } of text.matchAll(OPENING)) {
    const pair = PAIRS[mark];
    if (!pair || index < end) continue;
    pair.lastIndex = index;
    const inside = pair.exec(text)?.[1];
    if (inside === undefined) continue;
    end = pair.lastIndex;
    if (hasWords(inside, LEAST_WORDS)) found.push({ text: inside.trim(), from: index, to: end });
  }
  return found;
}
