/** Pages of a file, as a request names them. */
export interface PageRange {
  first: number;
  last: number;
}

/** `3` or `3-7`. */
export const PAGES = /^\d{1,5}(?:-\d{1,5})?$/;

/** null: no such range can be. */
export function pageRange(pages: string): PageRange | null {
  const [first = 0, last = first] = pages.split("-").map(Number);
  return first >= 1 && last >= first ? { first, last } : null;
}
