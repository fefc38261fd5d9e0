/** What stands around quoted passages in their exhibits: a passage alone may say the opposite of its paragraph. */
import { createFinder, newAllowance } from "../../base/text/normalise-text.ts";
import type { Exhibit } from "../../shapes/schemas/exhibit.schema.ts";
import type { QuotedPassage } from "../../shapes/schemas/quoted-passage.ts";

/** Characters of a stretch of an exhibit that is searched at once; each overlaps the next by half. */
const STRETCH = 400;
/** Characters that are shown after such a stretch. */
const AFTER = 200;
/** Characters that are shown for all passages together. */
export const MOST_AROUND = 3_000;

/** A half of a character that the cut has left. */
const HALF = /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g;

/** For each passage what stands around it; null where nothing is shown. A passage longer than 200 characters may have none. */
export function createSurroundings(exhibits: readonly Exhibit[]): (quote: QuotedPassage) => string | null {
  const allowance = newAllowance();
  const stretches = new Map(exhibits.map(({ id, text }) => [id, stretchesOf(text, allowance)]));
  let left = MOST_AROUND;
  return ({ ref, text }) => {
    const shown = stretches.get(ref)?.find(({ has }) => has(text))?.shown;
    if (shown === undefined || shown.length > left) return null;
    left -= shown.length;
    return shown;
  };
}

function stretchesOf(text: string, allowance: ReturnType<typeof newAllowance>) {
  const count = Math.max(1, Math.ceil(text.length / (STRETCH / 2)) - 1);
  return Array.from({ length: count }, (_, i) => {
    const from = i * (STRETCH / 2);
    const until = from + STRETCH + AFTER;
    const part = text.slice(from, until).replaceAll(HALF, "");
    const shown = `${from > 0 ? "… " : ""}${part}${until < text.length ? " …" : ""}`;
    return { has: createFinder(text.slice(from, from + STRETCH), allowance), shown };
  });
}
