/** Renders and sanitises Markdown of models and owners on the server. */

import { html, nothing } from "lit-html";
import { unsafeHTML } from "lit-html/directives/unsafe-html.js";
import sanitize from "sanitize-html";
import { wordsOf } from "../../../domain/base/words/words.ts";
import { linkStart, referencesIn } from "../../../domain/rules/citations/references.rules.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { withPlaces } from "../../../domain/show/report/names.report.ts";
import type { Lang } from "../browser/base/cast.page-base.ts";
import { isExtreme } from "../browser/base/extreme.ts";
import { escaped, LINK_REL, LINKS, markdownHtml, TAGS } from "../browser/text/markdown-text.page-text.ts";

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

/** With links to the debate's exhibits. */
export function proseOf({ exhibits = [], language }: Pick<Debate, "exhibits" | "language">) {
  const ids = new Set(exhibits.map(({ id }) => id));
  const words = wordsOf({ language });
  const known = { has: (id: string) => ids.has(id), missing: words.say("there is no such exhibit") };
  return (written: string, lang: Lang = nothing) => {
    const text = withPlaces(written, { words });
    if (isExtreme(text)) return raw(text, lang);
    const clean = tablesScroll(sanitize(markdownHtml(text), CLEANING));
    const shown = ids.size > 0 ? linkExhibits(clean, known) : clean;
    return html`<div class="prose" dir="auto" lang=${lang}>${unsafeHTML(shown)}</div>`;
  };
}

/** Without Markdown. */
export function raw(text: string, lang: Lang = nothing) {
  return html`<div class="prose raw" dir="auto" lang=${lang}>${text}</div>`;
}

/** Sanitised HTML has no attributes on tables and no bare `<` in texts. */
function tablesScroll(clean: string): string {
  return clean
    .replaceAll("<table>", '<div class="scrolls" tabindex="0" role="group" aria-label="A table"><table>')
    .replaceAll("</table>", "</table></div>");
}

/** What is inside these is no word of the speaker's, or leads elsewhere already. */
const APART = /^<(\/?)(?:a|code|pre)\b/;

interface Known {
  has: (id: string) => boolean;
  /** What is said of others. */
  missing: string;
}

/** Sanitised HTML has no bare `<` or `>` in texts and attributes. */
function linkExhibits(clean: string, known: Known): string {
  let depth = 0;
  return clean
    .split(/(<[^<>]*>)/)
    .map((part) => {
      const [tag, closes] = APART.exec(part) ?? [];
      if (tag) depth += closes ? -1 : 1;
      return depth > 0 || part.startsWith("<") ? part : linked(part, known);
    })
    .join("");
}

function linked(text: string, { has, missing }: Known): string {
  let end = 0;
  const parts = referencesIn(text, { bare: true }).map((reference) => {
    const { number, to } = reference;
    const start = linkStart(text, reference);
    const before = text.slice(end, start);
    end = to;
    const id = `E${number}`;
    const words = text.slice(start, to);
    return `${before}${has(id) ? `<a class="cite" href="#${id}">${words}</a>` : `<span class="missing amiss" title="${escaped(missing)}">${words}</span>`}`;
  });
  return parts.join("") + text.slice(end);
}
