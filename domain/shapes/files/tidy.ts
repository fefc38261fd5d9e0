/** The text of a page as it is kept. */

/** White space beyond 40 characters of it: it says nothing more, and a passage of nothing else cannot be quoted. */
const BEYOND = /(?<=[^\S\n]{40})[^\S\n]{1,1000}/g;
const EMPTY_LINES = /\n{3,}/g;
/** Characters. Each match and each line costs memory, so a long text is tidied block by block. */
const BLOCK = 1_000_000;

/** Line feeds alone end lines, no more than one empty line between two, no white space around. */
export function tidy(text: string, { block = BLOCK } = {}): string {
  const lines = inBlocks(text.toWellFormed(), { block, endOf: afterReturn, work: withLineFeeds });
  return inBlocks(lines, { block, endOf: afterLine, work: tidyLines }).replaceAll(EMPTY_LINES, "\n\n").trim();
}

/** `endOf` moves a block's end to where the text may be cut. */
function inBlocks(
  text: string,
  rules: { block: number; endOf: (text: string, at: number) => number; work: (block: string) => string },
): string {
  const { block, endOf, work } = rules;
  let done = "";
  for (let from = 0; from < text.length; ) {
    const to = from + block < text.length ? endOf(text, from + block) : text.length;
    done += work(text.slice(from, to));
    from = to;
  }
  return done;
}

function afterReturn(text: string, at: number): number {
  return text[at - 1] === "\r" && text[at] === "\n" ? at + 1 : at;
}

function afterLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?|[\f\u2028\u2029]/g, "\n");
}

function tidyLines(text: string): string {
  return (
    text
      .replaceAll(BEYOND, "")
      // Also before: each line costs memory.
      .replaceAll(EMPTY_LINES, "\n\n")
      .split("\n")
      .map((line) => line.trimEnd())
      .join("\n")
      .replaceAll(EMPTY_LINES, "\n\n")
  );
}
