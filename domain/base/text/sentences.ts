const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });

/** The sentences of a text without the blanks around them, and where each ends in the text. */
export function sentencesOf(text: string): { sentence: string; end: number }[] {
  return Array.from(SENTENCES.segment(text), ({ index, segment }) => {
    return { sentence: segment.trim(), end: index + segment.trimEnd().length };
  }).filter(({ sentence }) => sentence !== "");
}
