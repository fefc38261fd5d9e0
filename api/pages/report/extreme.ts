/**
 * Texts that no writer writes: on these Markdown takes time with the square of their length (long words, marks of
 * emphasis without end) or runs out of stack (quotes and lists within one another). A server that many wait for shows
 * them as they were written.
 */
const LONGEST_WORD = 2_000;
/** In one paragraph: some 30 ms. */
const MOST_MARKS = 1_500;
const DEEPEST = 50;
const DEEP = new RegExp(String.raw`^[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*){${DEEPEST}}`, "m");

export function isExtreme(text: string): boolean {
  return (
    text.split(/\s+/).some((word) => word.length > LONGEST_WORD) ||
    text.split(/\n[ \t]*\n/).some((part) => marksIn(part) > MOST_MARKS) ||
    DEEP.test(text)
  );
}

function marksIn(paragraph: string): number {
  return paragraph.match(/[*_~`[]/g)?.length ?? 0;
}
