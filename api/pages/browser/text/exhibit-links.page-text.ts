/** Makes links of the exhibits that a rendered text names: `[E3]`, `E3`, `Exhibit 3`. */

import { linkStart, type Reference, referencesIn } from "../../../../domain/rules/citations/references.rules.ts";
import type { Exhibit } from "../base/wire.page-base.ts";

/** Texts that are no words of the speaker's, or lead elsewhere already. */
const APART = "a, code, pre, .missing";

/** May be called again when there are more exhibits. */
export function linkExhibits(element: HTMLElement, exhibits: readonly Exhibit[]) {
  const byId = new Map(exhibits.map((exhibit) => [exhibit.id, exhibit]));
  for (const place of element.querySelectorAll<HTMLElement>(".missing")) {
    const exhibit = byId.get(place.dataset["exhibit"] ?? "");
    if (exhibit) place.replaceWith(linkTo(exhibit, place.firstChild?.textContent ?? ""));
  }
  for (const text of textsIn(element)) {
    const references = referencesIn(text.data, { bare: true });
    if (references.length > 0) text.replaceWith(...partsOf(text.data, { references, byId }));
  }
}

function textsIn(element: HTMLElement): Text[] {
  const found: Text[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (!text.parentElement?.closest(APART)) found.push(text);
  }
  return found;
}

function partsOf(
  text: string,
  { references, byId }: { references: Reference[]; byId: Map<string, Exhibit> },
): (Node | string)[] {
  let end = 0;
  const parts = references.flatMap((reference) => {
    const { number, to } = reference;
    const start = linkStart(text, reference);
    const before = text.slice(end, start);
    end = to;
    const words = text.slice(start, to);
    const exhibit = byId.get(`E${number}`);
    return [before, exhibit ? linkTo(exhibit, words) : missing(`E${number}`, words)];
  });
  return [...parts, text.slice(end)];
}

function linkTo({ id, title }: Exhibit, words: string) {
  const link = document.createElement("a");
  link.className = "cite";
  link.href = `#${id}`;
  link.title = `${id}: ${title}`;
  link.textContent = words;
  return link;
}

function missing(id: string, words: string) {
  const note = document.createElement("span");
  note.className = "unseen";
  note.textContent = " (there is no such exhibit)";
  const span = document.createElement("span");
  span.className = "missing amiss";
  span.dataset["exhibit"] = id;
  span.title = "There is no such exhibit.";
  span.append(words, note);
  return span;
}
