// @ts-check
/**
 * What models and owners wrote, from Markdown to HTML: theirs is shown as the text it is, and pictures become their
 * description. Pure. Nobody shows what comes out before it was cleaned.
 */
import { Marked } from "./lib/marked.js";

/** The headings of a turn stand below the page's own, which go down to the third level. */
const DEEPER = 3;
/** All that may be left of it once it is clean. */
export const TAGS = "p br em strong del code pre blockquote ul ol li h4 h5 h6 hr table thead tbody tr th td a".split(
  " ",
);
/** Links lead to the web, or to somebody's mail. */
export const LINKS = /^(?:https?|mailto):/i;
export const LINK_REL = "noopener noreferrer nofollow";

/** @param {string} text */
function escaped(text) {
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

/** @param {string} text */
export function markdownHtml(text) {
  return /** @type {string} */ (marked.parse(text));
}
