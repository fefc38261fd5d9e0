/** Makes links of the exhibits that a sanitised text names: `[E3]`, `E3`, `Exhibit 3`. */
import { linkStart, referencesIn } from "../../../domain/rules/citations/references.rules.ts";
import { escaped } from "../browser/text/markdown-text.page-text.ts";

/** What is inside these is no word of the speaker's, or leads elsewhere already. */
const APART = /^<(\/?)(?:a|code|pre)\b/;

interface Known {
  has: (id: string) => boolean;
  /** What is said of others. */
  missing: string;
}

/** Sanitised HTML has no bare `<` or `>` in texts and attributes. */
export function linkExhibits(clean: string, known: Known): string {
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
