/**
 * Converts Markdown of models and owners to HTML that must still be sanitised. HTML in it becomes text, and pictures
 * become their description. Pure.
 */
import { Marked } from "../lib/marked.js";

/** A turn's headings are below the page's own, which have three levels. */
const DEEPER = 3;
/** The tags that sanitising keeps. */
export const TAGS = "p br em strong del code pre blockquote ul ol li h4 h5 h6 hr table thead tbody tr th td a".split(
  " ",
);
/** Links to the web or to mail addresses. */
export const LINKS = /^(?:https?|mailto):/i;
export const LINK_REL = "noopener noreferrer nofollow";

export function escaped(text: string) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

const marked = new Marked({
  gfm: true,
  async: false,
  walkTokens(token) {
    if (token.type === "heading") token.depth = Math.min(6, token.depth + DEEPER);
  },
  renderer: {
    html: ({ text }) => escaped(text),
    image: ({ text, href }) => `[picture: ${escaped(text || href)}]`,
    checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
  },
});

export function markdownHtml(text: string) {
  return marked.parse(text) as string;
}
