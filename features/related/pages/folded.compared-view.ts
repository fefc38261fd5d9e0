/** A text of a model. A long one shows its beginning, and the whole when the reader opens it. */

import { html, render } from "../../../api/pages/browser/lib/lit-html/lit-html.js";
import { prose } from "../../../api/pages/browser/text/markdown.page-text.ts";
import { plural, preview } from "../../../domain/base/text/text.ts";

/** Characters. Twice the beginning, so that something is folded at all. */
const LONG = 700;
const BEGINNING = 350;

export function foldedText(text: string) {
  if (text.length <= LONG) return prose(text);
  const toggle = ({ currentTarget }: Event) => {
    const { open, lastElementChild: place } = currentTarget as HTMLDetailsElement;
    if (open && place instanceof HTMLElement && !place.hasChildNodes()) render(prose(text), place);
  };
  return html`<div class="folded"><p dir="auto">${preview(text, BEGINNING)}</p>
    <details @toggle=${toggle}><summary>The whole text, ${plural(text.length, "character")}</summary><div></div></details></div>`;
}
