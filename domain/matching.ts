/** Texts made comparable: what a typist or a typesetter may change in a passage without changing its words. */

const INVISIBLE = /\p{Cf}/gu;
const QUOTES = /["'`´‘’‚‛“”„‟‹›«»「」『』＂＇′″]/gu;
const DASHES = /\s*[-‐‑‒–—―−﹘﹣－]+\s*/gu;

/** Letter case, white space, quotation marks and dashes all alike. Normalising twice changes nothing. */
export function normalised(text: string): string {
  const letters = text.replaceAll(INVISIBLE, "").replaceAll(QUOTES, "'").normalize("NFKC").toLowerCase();
  return letters
    .normalize("NFKC")
    .replaceAll("ς", "σ")
    .replaceAll(QUOTES, "'")
    .replaceAll(DASHES, "-")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Letters and digits alone: two texts with the same key say the same in the same words. */
export function wordKey(text: string): string {
  return normalised(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const WORDS = new Intl.Segmenter("en", { granularity: "word" });

export function countWords(text: string): number {
  return [...WORDS.segment(text)].filter((part) => part.isWordLike).length;
}

/** What authors put where they leave words out of a quotation. */
const OMISSION = /\s*[[(]?(?:\.\s?\.\s?\.)[\])]?\s*/;

/**
 * A search for quotations in one text, which is normalised once. A quotation with omissions is found when its pieces
 * stand there in their order; punctuation at its ends does not count.
 */
export function createFinder(source: string): (quotation: string) => boolean {
  let text: string | undefined;
  return (quotation) => {
    text ??= normalised(source);
    const pieces = normalised(quotation).split(OMISSION).map(bare).filter(Boolean);
    let from = 0;
    for (const piece of pieces) {
      const at = text.indexOf(piece, from);
      if (at < 0) return false;
      from = at + piece.length;
    }
    return pieces.length > 0;
  };
}

function bare(piece: string): string {
  return piece.replaceAll(/^[\s.,;:!?]+|[\s.,;:!?]+$/g, "");
}
