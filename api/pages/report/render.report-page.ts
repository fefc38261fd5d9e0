/** Renders the page's templates to text. */
import { render } from "@lit-labs/ssr/lib/render.js";

/** Markers for lit-html in the browser, which a report does not need. Texts are escaped, so they cannot contain one. */
const MARKS = /^<!--\/?lit-[^>]*>|<\?>/g;
/** Control characters that HTML does not allow. */
const FORBIDDEN = /[^\P{Cc}\t\n\r]/gu;

/** Throws if a part of the view is asynchronous. */
export function renderToText(view: unknown): string {
  const parts: string[] = [];
  for (const part of render(view)) {
    if (typeof part !== "string") throw new Error("views of a report must be synchronous");
    const last = parts.at(-1);
    // An attribute that is left out leaves its blank.
    if (part.startsWith(">") && last?.endsWith(" ")) parts[parts.length - 1] = last.slice(0, -1);
    parts.push(part.replaceAll(MARKS, "").replaceAll(FORBIDDEN, "\u{FFFD}"));
  }
  return parts.join("");
}
