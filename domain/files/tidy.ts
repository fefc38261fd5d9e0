/** The text of a page as it is kept. */

/** A longer run says nothing more, and a passage of nothing else cannot be quoted. */
const LONGEST_GAP = 40;
const GAPS = /[^\S\n]{41,}/g;
/** No run is longer any more. */
const ENDS = /[^\S\n]{1,40}(?=\n)/g;

/** Line feeds alone end lines, no more than one empty line between two, no white space around. */
export function tidy(text: string): string {
  const lines = text.toWellFormed().replaceAll(/\r\n?|[\f\u2028\u2029]/g, "\n");
  return lines
    .replaceAll(GAPS, " ".repeat(LONGEST_GAP))
    .replaceAll(ENDS, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
