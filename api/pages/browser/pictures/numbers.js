// @ts-check
/** The table beside a picture: what it shows, to be read. */
import { html } from "../lib/lit-html/lit-html.js";

/**
 * @param {string[]} head
 * @param {unknown[][]} rows Each as long as the head; its first cell names it.
 */
export function numbers(head, rows) {
  const strings = rowStrings(head.length);
  return html`<details><summary>The numbers</summary><div class="scrolls" tabindex="0" role="group" aria-label="The numbers"><table>
    <thead><tr>${head.map((name, i) => html`<th scope="col" class=${i === 0 ? "" : "number"}>${name}</th>`)}</tr></thead>
    <tbody>${rows.map((cells) => html(strings, ...cells))}</tbody></table></div></details>`;
}

/** @type {Map<number, TemplateStringsArray>} */
const known = new Map();

/**
 * A row is one template with a hole for each cell: a template of its own for every cell takes several times as long, and a
 * long debate has thousands.
 *
 * @param {number} cells
 */
function rowStrings(cells) {
  const made = known.get(cells) ?? templateOf(['<tr><th scope="row">', ...between(cells), "</td></tr>"]);
  known.set(cells, made);
  return made;
}

/** @param {number} cells */
function between(cells) {
  return Array.from({ length: cells - 1 }, (_, i) => `${i === 0 ? "</th>" : "</td>"}<td class="number">`);
}

/**
 * The strings of a template literal.
 *
 * @param {string[]} strings
 * @returns {TemplateStringsArray}
 */
function templateOf(strings) {
  return Object.assign(strings, { raw: strings });
}
