/** Finds references to exhibits. Takes linear time. Browsers load this module as it is, so it imports types only. */
export interface Span {
  /** Offsets: first character, and the one after the last. */
  from: number;
  to: number;
}

export interface Reference extends Span {
  number: number;
}

const NAMED =
  /(?<![\p{L}\p{N}])exhibits?\s+((?:E\s?)?\d{1,3}(?:\s*(?:,(?:\s*and)?|and|or|&)\s*E\s?\d{1,3})*)(?![\p{L}\p{N}]|[.,]\d)/giu;
const SHORT = /(\[)?(?<![\p{L}\p{N}.-])E(\d{1,3})(?![\p{L}\p{N}]|[.,]\d)/gu;
const CLOSED = /\s*\]/y;

/**
 * Finds `[E1]`, `E1`, `Exhibit 1` and `exhibits E1 and E2`, in text order. With `bare` false (a debate without
 * exhibits) a bare `E1` is ignored: it may be a fuel, a road or a visa.
 */
export function referencesIn(text: string, { bare }: { bare: boolean }): Reference[] {
  const named = namedIn(text);
  const ends = new Set(named.map(({ to }) => to));
  const short = [...text.matchAll(SHORT)].map((match) => ({
    number: Number(match[2]),
    from: match.index,
    to: match.index + match[0].length,
    isOpened: match[1] !== undefined,
  }));
  const closed = bare ? new Set<number>() : closedIn(text, short);
  const wanted = short.filter(({ to, isOpened }) => (bare || isOpened || closed.has(to)) && !ends.has(to));
  const all = [...named, ...wanted.map(({ number, from, to }) => ({ number, from, to }))];
  return all.toSorted((a, b) => a.from - b.from);
}

/** Where a link of a reference begins: behind an opening bracket, and at the E of `Exhibit E3`. */
export function linkStart(text: string, { from }: Reference): number {
  if (text[from] === "[") return from + 1;
  return text[from - 1] === "E" ? from - 1 : from;
}

function namedIn(text: string): Reference[] {
  return [...text.matchAll(NAMED)].flatMap((match) => {
    const numbers = match[1] ?? "";
    const start = match.index + match[0].length - numbers.length;
    return [...numbers.matchAll(/\d{1,3}/g)].map((digits) => ({
      number: Number(digits[0]),
      from: start + digits.index,
      to: start + digits.index + digits[0].length,
    }));
  });
}

/** Ends of references inside a closing bracket, also of lists: `E1, E2]`. */
function closedIn(text: string, references: Span[]): Set<number> {
  const closed = new Set<number>();
  references.toReversed().forEach(({ to }, i, all) => {
    const next = all[i - 1];
    CLOSED.lastIndex = to;
    const isListed = next && closed.has(next.to) && text.slice(to, next.from).trim() === ",";
    if (isListed || CLOSED.test(text)) closed.add(to);
  });
  return closed;
}
