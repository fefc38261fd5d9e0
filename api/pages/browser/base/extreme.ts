/**
 * Recognises texts on which Markdown takes quadratic time or overflows the stack (nested quotes and lists). The page and
 * the report show them without Markdown.
 */
const LONGEST_TEXT = 32_000;
const LONGEST_WORD = 2_000;
/**
 * Sum over the paragraphs: length × (marks + lines). A text of 16 KB with 80 bold words has 3 million. Of 13,000 random
 * texts below the limit, none took more than 150 ms.
 */
const MOST_WORK = 5_000_000;
const DEEPEST = 50;
const DEEP = new RegExp(String.raw`^[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*){${DEEPEST}}`, "m");
const MARKS = /[\n!"#$%&*+/:<=>?@[\\\]^_`{|}~]/g;

export function isExtreme(text: string): boolean {
  return (
    text.length > LONGEST_TEXT ||
    text.split(/\s+/).some((word) => word.length > LONGEST_WORD) ||
    workIn(text) > MOST_WORK ||
    DEEP.test(text)
  );
}

function workIn(text: string) {
  let work = 0;
  for (const part of text.split(/\n[ \t]*\n/)) work += part.length * (part.match(MARKS)?.length ?? 0);
  return work;
}
