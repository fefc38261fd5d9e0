// @ts-check
/**
 * What models and owners wrote, as Markdown. Nobody trusts it: its HTML is shown as the text it is, pictures become their
 * description, links may lead to the web only, and what comes out is cleaned once more before it is shown.
 */
// Its module form is twice as large as this one, which sets a global.
// oxlint-disable-next-line import/no-unassigned-import
import "./lib/dompurify.js";
import { Marked } from "./lib/marked.js";

const { DOMPurify } = /** @type {{ DOMPurify: typeof import("dompurify").default }} */ (
  /** @type {unknown} */ (globalThis)
);

/** The headings of a turn stand below the page's own, which go down to the third level. */
const DEEPER = 3;
const TAGS = "p br em strong del code pre blockquote ul ol li h4 h5 h6 hr table thead tbody tr th td a".split(" ");

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

DOMPurify.addHook("afterSanitizeAttributes", (node) => {
  if (node.tagName !== "A") return;
  if (!node.hasAttribute("href")) return;
  node.setAttribute("rel", "noopener noreferrer nofollow");
  node.setAttribute("target", "_blank");
});

/**
 * An element that holds the text, rendered and cleaned.
 *
 * @param {string} text
 * @returns {HTMLElement}
 */
export function prose(text) {
  const element = document.createElement("div");
  element.className = "prose";
  element.dir = "auto";
  element.append(
    DOMPurify.sanitize(/** @type {string} */ (marked.parse(text)), {
      ALLOWED_TAGS: TAGS,
      ALLOWED_ATTR: ["href", "start"],
      ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
      ALLOW_DATA_ATTR: false,
      ALLOW_ARIA_ATTR: false,
      RETURN_DOM_FRAGMENT: true,
    }),
  );
  makeTablesScroll(element);
  return element;
}

/** @param {HTMLElement} element */
function makeTablesScroll(element) {
  for (const table of element.querySelectorAll("table")) {
    const frame = document.createElement("div");
    frame.className = "scrolls";
    frame.tabIndex = 0;
    frame.setAttribute("role", "group");
    frame.setAttribute("aria-label", "A table");
    table.replaceWith(frame);
    frame.append(table);
  }
}
