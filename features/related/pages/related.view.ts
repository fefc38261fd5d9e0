/** Past debates on the same question, read when the reader opens their list. */

import { read } from "../../../api/pages/browser/base/api.page-base.ts";
import { html, nothing, render } from "../../../api/pages/browser/lib/lit-html/lit-html.js";
import { age } from "../../../api/pages/browser/text/words.page-text.ts";
import { plural } from "../../../domain/base/text/text.ts";
import type { RelatedDebates } from "../domain/schema.related.ts";

export function relatedView(api: string) {
  const toggle = ({ currentTarget }: Event) => {
    const details = currentTarget as HTMLDetailsElement;
    if (details.open) void list(details, api);
  };
  return html`<details class="related" @toggle=${toggle}><summary>Past debates on the same question</summary><div>Loading …</div></details>`;
}

async function list(details: HTMLDetailsElement, api: string) {
  const place = details.querySelector("div");
  if (!place) return;
  try {
    const related = await read<RelatedDebates>(`${api}/related`);
    place.replaceChildren();
    render(relatedList(related), place);
  } catch (error) {
    place.replaceChildren();
    render(html`<p class="fault">${(error as Error).message}</p>`, place);
  }
}

function relatedList({ items, searched }: RelatedDebates) {
  if (items.length === 0)
    return html`<p class="quiet">None of your ${plural(searched, "completed debate")} asks the same.</p>`;
  return html`<ul class="debates">${items.map(
    ({ id, topic, endedAt, answer, differs, how }) =>
      html`<li><a class="topic" href=${`/debates/${id}`} dir="auto">${topic}</a>
        ${answer ? html`<p dir="auto">${answer}</p>` : nothing}
        <p class=${differs ? "warn" : "quiet"}>${how}</p>
        ${endedAt ? html`<p class="quiet">${age(endedAt)}</p>` : nothing}</li>`,
  )}</ul>`;
}
