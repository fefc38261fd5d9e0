// @ts-check
/**
 * What models and owners wrote, as Markdown. Nobody trusts it: what `markdown-text.js` makes of it is cleaned before it is
 * shown, and its links may lead to the web only.
 */
// Its module form is twice as large as this one, which sets a global.
// oxlint-disable-next-line import/no-unassigned-import
import "./lib/dompurify.js";
import { LINK_REL, LINKS, markdownHtml, TAGS } from "./markdown-text.js";

DOMPurify.addHook("afterSanitizeAttributes", (node) => {
  if (node.tagName !== "A") return;
  if (!node.hasAttribute("href")) return;
  node.setAttribute("rel", LINK_REL);
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
    DOMPurify.sanitize(markdownHtml(text), {
      ALLOWED_TAGS: TAGS,
      ALLOWED_ATTR: ["href", "start"],
      ALLOWED_URI_REGEXP: LINKS,
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
