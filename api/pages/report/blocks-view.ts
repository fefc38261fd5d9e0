/** Blocks of the Markdown report as HTML, where the page has no view of its own. */
import type { TemplateResult } from "lit-html";
import { html } from "lit-html";
import type { Words } from "../../../domain/base/words/words.ts";
import type { Block, Span } from "../../../domain/show/report/blocks.ts";
import { cited, paragraphs } from "../browser/base/cast.page-base.ts";

type Views = { [K in Block["kind"]]: (block: Extract<Block, { kind: K }>) => TemplateResult };

export function blocksView(blocks: Block[], inWords: Words): TemplateResult[] {
  const views = viewsIn(inWords);
  return blocks.map((block) => (views[block.kind] as (block: Block) => TemplateResult)(block));
}

const viewsIn = (inWords: Words): Views => ({
  heading: ({ level, spans }) => (level < 3 ? html`<h2>${words(spans)}</h2>` : html`<h3>${words(spans)}</h3>`),
  paragraph: ({ spans }) => html`<p>${words(spans)}</p>`,
  quote: ({ text }) => html`<blockquote class="prose raw">${paragraphs(text, { words: inWords })}</blockquote>`,
  code: ({ text }) => html`<div class="prose"><pre dir="ltr">${text}</pre></div>`,
  table: ({ head, rows }) =>
    html`<div class="scrolls" tabindex="0" role="group" aria-label=${inWords.say("A table")}><table>
      <thead><tr>${head.map((title, i) =>
        headView(
          title,
          rows.every((row) => isFigure(row[i], inWords)),
        ),
      )}</tr></thead>
      <tbody>${rows.map((row) => html`<tr>${row.map((value) => cellView(value, inWords))}</tr>`)}</tbody></table></div>`,
  list: ({ items }) =>
    html`<ul>${items.map((item) => html`<li dir="auto">${typeof item === "string" ? cited(item, inWords) : words(item)}</li>`)}</ul>`,
});

function headView(title: string, isNumber: boolean): TemplateResult {
  return isNumber ? html`<th scope="col" class="number">${title}</th>` : html`<th scope="col">${title}</th>`;
}

/** A number, also as text with fixed decimals, or an unknown price. */
function isFigure(value: string | number | undefined, { say }: Words): boolean {
  return typeof value === "number" || value === say("cost unknown") || /^\$?\d+[.,]\d+$/.test(value ?? "");
}

function cellView(value: string | number, inWords: Words): TemplateResult {
  const shown = typeof value === "number" ? inWords.number(value) : value;
  return isFigure(value, inWords) ? html`<td class="number">${shown}</td>` : html`<td dir="auto">${shown}</td>`;
}

function words(spans: Span[]) {
  return spans.map((span) => {
    if ("said" in span) return html`<bdi>${span.said}</bdi>`;
    if ("link" in span) return html`<a href=${`#${span.id}`}>${span.link}</a>`;
    if (span.as === "strong") return html`<strong>${span.own}</strong>`;
    return span.as === "em" ? html`<em>${span.own}</em>` : span.own;
  });
}
