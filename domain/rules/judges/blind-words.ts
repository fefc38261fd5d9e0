/** Finds whole words in texts of any script. Case matters. */

const IN_WORD = String.raw`[\p{L}\p{N}\p{M}]`;

/** Matches any of these as whole words, the longest first; matches nothing if the list is empty. */
export function wholeWords(words: readonly string[]): RegExp {
  const forms = [...new Set(words.flatMap((word) => [word, word.normalize("NFC"), word.normalize("NFD")]))];
  const longestFirst = forms.filter((word) => word !== "").toSorted((a, b) => b.length - a.length);
  if (longestFirst.length === 0) return /(?!)/gu;
  return new RegExp(
    `(?<!${IN_WORD})(?:${longestFirst.map((word) => RegExp.escape(word)).join("|")})(?!${IN_WORD})`,
    "gu",
  );
}

export function occursIn(text: string, words: readonly string[]): boolean {
  return wholeWords(words).test(text);
}
