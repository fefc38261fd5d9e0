/** Renders untrusted Markdown of models and owners, and sanitises it. */
import { withPlaces } from "../../../../domain/show/report/names.report.ts";
import type { Lang } from "../base/cast.page-base.ts";
import { isExtreme } from "../base/extreme.ts";
import { ENGLISH } from "../base/say.ts";
import DOMPurify from "../lib/dompurify.js";
import { LINK_REL, LINKS, markdownHtml, TAGS } from "./markdown-text.page-text.ts";

DOMPurify.addHook("afterSanitizeAttributes", (node) => {
  if (node.tagName !== "A") return;
  if (!node.hasAttribute("href")) return;
  node.setAttribute("rel", LINK_REL);
  node.setAttribute("target", "_blank");
});

/** An element with the rendered and sanitised text; an extreme text stays as it was written. */
export function prose(written: string, lang?: Lang): HTMLElement {
  const text = withPlaces(written, { words: ENGLISH });
  const element = document.createElement("div");
  element.className = "prose";
  if (typeof lang === "string") element.lang = lang;
  element.dir = "auto";
  if (isExtreme(text)) {
    element.classList.add("raw");
    element.textContent = text;
    return element;
  }
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

function makeTablesScroll(element: HTMLElement) {
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
