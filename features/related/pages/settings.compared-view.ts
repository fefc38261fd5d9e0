/** How the debates were set up: what differs as a table, and what is equal in a fold. */

import { html, nothing } from "../../../api/pages/browser/lib/lit-html/lit-html.js";
import { formatTitle } from "../../../api/pages/browser/text/formats.ts";
import type { Both } from "../../../domain/base/both.ts";
import { plural, preview } from "../../../domain/base/text/text.ts";
import { type Setting, settingsApart } from "../domain/settings.compared.ts";
import type { Side } from "../domain/side.compared.ts";

/** Characters of a value that a row shows whole. */
const LONG = 160;

export function settingsView(sides: Both<Side>, names: Both<string>) {
  const { different, equal } = settingsApart(sides, { format: formatTitle });
  return html`<section class="part"><h2>How they were set up</h2>
    ${different.length > 0 ? differentView(different, names) : html`<p>Both were set up alike.</p>`}
    ${equal.length > 0 ? html`<details><summary>What is equal, ${plural(equal.length, "setting")}</summary>${equalView(equal)}</details>` : nothing}
  </section>`;
}

function differentView(different: Setting[], names: Both<string>) {
  return html`<table class="compared" aria-label="What differs"><thead><tr><td></td>${names.map((name) => html`<th scope="col" dir="auto">${name}</th>`)}</tr></thead>
    <tbody>${different.map(({ name, values }) => html`<tr><th scope="row" dir="auto">${name}</th>${values.map((value) => html`<td dir="auto">${valueView(value)}</td>`)}</tr>`)}</tbody></table>`;
}

function equalView(equal: Setting[]) {
  return html`<table class="compared" aria-label="What is equal"><tbody>${equal.map(({ name, values: [value] }) => html`<tr><th scope="row" dir="auto">${name}</th><td dir="auto">${valueView(value)}</td></tr>`)}</tbody></table>`;
}

function valueView(value: string) {
  if (value.length <= LONG) return value;
  return html`<details><summary>${preview(value, LONG / 2)}</summary><p class="kept">${value}</p></details>`;
}
