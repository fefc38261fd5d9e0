/** The text of a page as it is kept. */

/** White space beyond 40 characters of it: it says nothing more, and a passage of nothing else cannot be quoted. */
const BEYOND = /(?<=[^\S\n]{40})[^\S\n]{1,1000}/g;
/** No run is longer any more. */
const ENDS = /[^\S\n]{1,40}(?=\n)/g;

/** Line feeds alone end lines, no more than one empty line between two, no white space around. */
export function tidy(text: string): string {
  const lines = text.toWellFormed().replaceAll(/\r\n?|[\f\u2028\u2029]/g, "\n");
  return lines
    .replaceAll(BEYOND, "")
    .replaceAll(ENDS, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
