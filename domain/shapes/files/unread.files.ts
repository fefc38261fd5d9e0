/** Pages whose text was not read, in words. Browsers get this file, so it imports nothing. */

const MOST_NAMED = 8;

/** `the text of pages 3-5 and 9 was not read`; "" where there are none. `pages` ascend. */
export function unreadText(pages: readonly number[] = []): string {
  const ranges = rangesOf(pages).map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
  if (ranges.length === 0) return "";
  const others = ranges.length > MOST_NAMED ? ["others"] : [];
  const named = [...ranges.slice(0, MOST_NAMED), ...others];
  const listed = named.length === 1 ? named[0] : `${named.slice(0, -1).join(", ")} and ${named.at(-1)}`;
  return `the text of ${pages.length === 1 ? "page" : "pages"} ${listed} was not read`;
}

function rangesOf(pages: readonly number[]): [first: number, last: number][] {
  const ranges: [number, number][] = [];
  for (const page of pages) {
    const last = ranges.at(-1);
    if (last && last[1] === page - 1) last[1] = page;
    else ranges.push([page, page]);
  }
  return ranges;
}
