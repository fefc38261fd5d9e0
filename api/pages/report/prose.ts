/** Markdown of models and owners on the server: what the page makes of it, cleaned where there is no browser to do it. */
import { html } from "lit-html";
import { unsafeHTML } from "lit-html/directives/unsafe-html.js";
import sanitize from "sanitize-html";
import { LINK_REL, LINKS, markdownHtml, TAGS } from "../browser/markdown-text.js";
import { isExtreme } from "./extreme.ts";

const CLEANING: sanitize.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: { a: ["href", "rel", "target"], ol: ["start"] },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  disallowedTagsMode: "escape",
  transformTags: { a: (tagName, { href }) => ({ tagName, attribs: linkTo(href) }) },
};

function linkTo(href: string | undefined): sanitize.Attributes {
  return href !== undefined && LINKS.test(href) ? { href, rel: LINK_REL, target: "_blank" } : {};
}

export function prose(text: string) {
  if (isExtreme(text)) return html`<div class="prose raw" dir="auto">${text}</div>`;
  const clean = sanitize(markdownHtml(text), CLEANING);
  return html`<div class="prose" dir="auto">${unsafeHTML(tablesScroll(clean))}</div>`;
}

/** What is clean has no attribute on a table, and no bare `<` in a text. */
function tablesScroll(clean: string): string {
  return clean
    .replaceAll("<table>", '<div class="scrolls" tabindex="0" role="group" aria-label="A table"><table>')
    .replaceAll("</table>", "</table></div>");
}
