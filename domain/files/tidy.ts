/** The text of a page as it is kept. */

/** White space beyond 40 characters of it: it says nothing more, and a passage of nothing else cannot be quoted. */
const BEYOND = /(?<=[^\S\n]{40})[^\S\n]{1,1000}/g;
const EMPTY_LINES = /\n{3,}/g;

/** Line feeds alone end lines, no more than one empty line between two, no white space around. */
export function tidy(text: string): string {
  const lines = text.toWellFormed().replaceAll(/\r\n?|[\f\u2028\u2029]/g, "\n");
  return (
    lines
      .replaceAll(BEYOND, "")
      // Also before: each line costs memory.
      .replaceAll(EMPTY_LINES, "\n\n")
      .split("\n")
      .map((line) => line.trimEnd())
      .join("\n")
      .replaceAll(EMPTY_LINES, "\n\n")
      .trim()
  );
}
