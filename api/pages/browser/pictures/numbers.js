// @ts-check
/** The table beside a picture: what it shows, to be read. */
import { html } from "../lib/lit-html/lit-html.js";

/**
 * @param {string[]} head
 * @param {unknown[][]} rows The first of each names the row.
 */
export function numbers(head, rows) {
  return html`<details><summary>The numbers</summary><div class="scrolls" tabindex="0" role="group" aria-label="The numbers"><table>
    <thead><tr>${head.map((name, i) => html`<th scope="col" class=${i === 0 ? "" : "number"}>${name}</th>`)}</tr></thead>
    <tbody>${rows.map(([first, ...rest]) => html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td class="number">${cell}</td>`)}</tr>`)}</tbody></table></div></details>`;
}
