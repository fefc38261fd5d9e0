/** What is told of a debate as blocks, on a page and in an HTML report. */
import { percent } from "../../../../domain/base/words/figures.words.ts";
import type { Block, Cell, Renderers, Span } from "../../../../domain/show/report/blocks.ts";
import { renderBlock } from "../../../../domain/show/report/blocks.ts";
import { cited, type Lang, langOf, nameOf, paragraphs, voice } from "../base/cast.page-base.ts";
import { type Words, wordsIn } from "../base/say.ts";
import type { Debate } from "../base/wire.page-base.ts";
import { html, nothing, svg } from "../lib/lit-html/lit-html.js";

/** How an answer is shown, which may be in Markdown. */
export type Prose = (text: string, lang: Lang) => unknown;
type Table = Extract<Block, { kind: "table" }>;

/** `named`: names the tables that stand below no heading. */
export function blocksView(blocks: Block[], debate: Debate, prose?: Prose, named?: string): unknown[] {
  const words = wordsIn(debate);
  const lang = langOf(debate);
  /** Names the tables below it. */
  let title = named ?? words.say("A table");
  const renderers: Renderers<unknown, Block> = {
    heading: ({ level, spans }) => {
      const text = spansView(spans, debate);
      title = spans.map((span) => ("said" in span ? span.said : "link" in span ? span.link : span.own)).join("");
      if (level === 4) return html`<h4 dir="auto">${text}</h4>`;
      return level === 3 ? html`<h3>${text}</h3>` : html`<h2>${text}</h2>`;
    },
    paragraph: ({ spans, as }) => html`<p class=${as ?? nothing} dir="auto">${spansView(spans, debate)}</p>`,
    quote: ({ text, as }) => {
      if (as === "answer" && prose) return prose(text, lang);
      if (as === "lead") return html`<div class="lead" dir="auto" lang=${lang}>${cited(text, words)}</div>`;
      return paragraphs(text, { words, lang });
    },
    code: ({ text }) => html`<div class="prose"><pre dir="ltr" tabindex="0">${text}</pre></div>`,
    table: (table) =>
      table.as === "bars" || table.as === "tens" ? barsView(table, debate) : tableView(table, { debate, title }),
    list: ({ items }) =>
      html`<ul>${items.map((item) =>
        typeof item === "string"
          ? html`<li dir="auto" lang=${lang}>${cited(item, words)}</li> `
          : html`<li dir="auto">${spansView(item, debate)}</li> `,
      )}</ul>`,
    group: ({ as, blocks: inner, title: folded, isOpen = false }) => {
      if (as === "support") return html`<p class="support">${inner.map((block) => sentences(block, debate))}</p>`;
      if (folded === undefined) return html`<div class=${as}>${blocksView(inner, debate, prose)}</div>`;
      // The summary takes the place of the heading.
      const below = inner[0]?.kind === "heading" ? inner.slice(1) : inner;
      return html`<details class=${as} ?open=${isOpen}><summary>${folded}</summary>${blocksView(below, debate, prose, folded)}</details>`;
    },
  };
  // Blocks may stand on one line.
  return blocks.map((block) => html`${renderBlock(block, renderers)} `);
}

/** On one line. */
function sentences(block: Block, debate: Debate): unknown {
  if (block.kind === "paragraph") return html`${spansView(block.spans, debate)} `;
  if (block.kind !== "list") return nothing;
  return block.items.map((item) => html`<bdi>${typeof item === "string" ? item : spansView(item, debate)}</bdi> `);
}

/** The scores as bars, and by criterion where there are any. */
function barsView({ head, rows, ...table }: Table, debate: Debate) {
  const most = table.as === "tens" ? 10 : 100;
  const bars = rows.map((row) => ({ id: whoIn(row[0]), score: Number(row.at(-1)), most }));
  const { say } = wordsIn(debate);
  return html`${barTable(debate, bars)}${
    head.length > 2
      ? html`<details><summary>${say("By criterion")}</summary>${tableView({ ...table, head, rows }, { debate, title: say("By criterion") })}</details>`
      : nothing
  }`;
}

/** Scores as a table with a bar beside each number. */
function barTable(debate: Debate, rows: { id: string; score: number; most: number }[]) {
  const { say } = wordsIn(debate);
  return html`<table class="bars"><caption class="unseen">${say("Scores")}</caption>
    <thead class="unseen"><tr><th scope="col">${say("Participant")}</th><th scope="col">${say("Score")}</th><th scope="col" aria-hidden="true">${say("As a bar")}</th></tr></thead>
    <tbody>${rows.map(
      ({ id, score, most }) => html`<tr class=${voice(debate, id)}>
        <th scope="row"><span class="name">${nameOf(debate, id)}</span></th>
        <td class="number">${exact(score, wordsIn(debate))}</td>
        <td class="bar" aria-hidden="true">${bar(score / most)}</td></tr>`,
    )}</tbody></table>`;
}

/** A score with the digits it has, two at most. */
function exact(score: number, { digits }: Words) {
  const two = digits(score, 2);
  return two.endsWith("0") ? digits(score, 1) : two;
}

/** `share`: 0–1. */
function bar(share: number) {
  const width = Math.round(Math.max(0, Math.min(1, share)) * 1000) / 10;
  return html`<svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">${svg`<rect class="track" width="100" height="4"></rect><rect class="fill" width=${width} height="4"></rect>`}</svg>`;
}

function whoIn(cell: Cell | undefined) {
  return typeof cell === "object" ? (cell.who ?? "") : "";
}

/** A row of shares is the table's foot. */
function tableView({ head, rows, as }: Table, { debate, title: name }: { debate: Debate; title: string }) {
  const isFoot = (row: Cell[]) => row.some((cell) => typeof cell === "object" && cell.share !== undefined);
  const isNumber = (at: number) => rows.every((row) => isFigure(row[at], debate));
  const rowsView = (shown: Cell[][]) =>
    shown.map((row) => html`<tr>${row.map((cell, at) => cellView(cell, { at, debate }))}</tr>`);
  const feet = rows.filter(isFoot);
  return html`<div class="scrolls" tabindex="0" role="group" aria-label=${name}><table class=${as ?? nothing}>
      <thead><tr>${head.map((title, at) => html`<th scope="col" class=${isNumber(at) ? "number" : nothing}>${title}</th>`)}</tr></thead>
      <tbody>${rowsView(rows.filter((row) => !isFoot(row)))}</tbody>${feet.length > 0 ? html`<tfoot>${rowsView(feet)}</tfoot>` : nothing}</table></div>`;
}

/** A number, also as text with fixed decimals, a sum, a place that is none, or an unknown price. */
function isFigure(cell: Cell | undefined, debate: Debate): boolean {
  if (typeof cell === "number") return true;
  return (
    typeof cell === "string" &&
    (cell === wordsIn(debate).say("cost unknown") || /^(?:[$+]?\d+(?:[.,]\d+)?|–)$/.test(cell))
  );
}

function cellView(cell: Cell, { at, debate }: { at: number; debate: Debate }) {
  if (typeof cell !== "object") {
    const shown = typeof cell === "number" ? wordsIn(debate).number(cell) : cell;
    return isFigure(cell, debate) ? html`<td class="number">${shown}</td>` : html`<td dir="auto">${shown}</td>`;
  }
  const { said, who, rank, share } = cell;
  if (who !== undefined) return html`<th scope="row">${nameView({ said, who }, debate)}</th>`;
  if (share !== undefined)
    return html`<td dir="auto" lang=${langOf(debate)}>${said}<meter min="0" max="1" value=${share ?? 0} aria-label=${percent(share)}></meter><span class="quiet">${percent(share)}</span></td>`;
  if (at === 0) return html`<th scope="row">${said}</th>`;
  return html`<td class=${rank === undefined ? nothing : `rank-${rank}`} dir="auto" lang=${langOf(debate)}>${said}</td>`;
}

function nameView({ said, who }: { said: string; who: string }, debate: Debate) {
  return html`<span class=${`name ${voice(debate, who)}`}><bdi>${said}</bdi></span>`;
}

export function spansView(spans: Span[], debate: Debate) {
  return spans.map((span) => {
    if ("link" in span) return html`<a href=${`#${span.id}`}><bdi>${span.link}</bdi></a>`;
    if ("said" in span) {
      const { said, who, isName } = span;
      if (who !== undefined) return nameView({ said, who }, debate);
      return html`<bdi lang=${isName ? nothing : langOf(debate)}>${cited(said, wordsIn(debate))}</bdi>`;
    }
    if (span.as === "strong") return html`<strong>${span.own}</strong>`;
    return span.as === "em" ? html`<em>${span.own}</em>` : span.own;
  });
}
