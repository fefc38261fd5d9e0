/** The page's templates as text. Long debates take turns with other requests: nobody waits for the whole of one. */
import { setImmediate } from "node:timers/promises";
import { render } from "@lit-labs/ssr/lib/render.js";

/** Well below what somebody else's request notices. */
const SLICE_MS = 20;
/**
 * Where the browser would find what a template put there, and how a template ends that ends with a value; in a report
 * nobody looks for them. Texts are escaped, so none of theirs is taken for one.
 */
const MARKS = /^<!--\/?lit-[^>]*>|<\?>/g;
/** Control characters that HTML does not allow. */
const FORBIDDEN = /[^\P{Cc}\t\n\r]/gu;

export interface Slices {
  /** Lets others go first when the slice is used up. */
  next(): Promise<void>;
}

export function createSlices(): Slices {
  let until = performance.now() + SLICE_MS;
  return {
    async next() {
      if (performance.now() < until) return;
      await setImmediate();
      until = performance.now() + SLICE_MS;
    },
  };
}

/** Nothing of a view may have to be waited for. */
export async function renderToText(view: unknown, slices: Slices): Promise<string> {
  const parts: string[] = [];
  for (const part of render(view)) {
    if (typeof part !== "string") throw new Error("a view of a report waits for nothing");
    parts.push(part.replaceAll(MARKS, "").replaceAll(FORBIDDEN, "\u{FFFD}"));
    if (parts.length % 64 === 0) await slices.next();
  }
  return parts.join("");
}
