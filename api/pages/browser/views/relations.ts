/** Where a debate comes from, and the debates that came from it. These are read when the reader opens their list. */

import { plural } from "../../../../domain/base/text/text.ts";
import { money } from "../../../../domain/base/words/figures.words.ts";
import { headline } from "../../../../domain/show/report/ending.report.ts";
import { read } from "../base/api.page-base.ts";
import { taleOf } from "../base/cast.page-base.ts";
import type { Debate } from "../base/wire.page-base.ts";
import { repeat } from "../lib/lit-html/directives/repeat.js";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { compareAddress } from "../text/addresses.ts";
import { age, statusWord } from "../text/words.page-text.ts";

/** Read at most; the newest. */
const MOST = 20;

export function relationsView(debate: Debate) {
  const { id, forkedFrom, twinOf, forks = [], twins = [] } = debate;
  const kin = [...forks, ...twins].toSorted().toReversed().slice(0, MOST);
  const numbers = [
    ...(forks.length ? [plural(forks.length, "fork")] : []),
    ...(twins.length ? [plural(twins.length, "twin")] : []),
  ];
  const toggle = ({ currentTarget }: Event) => {
    const details = currentTarget as HTMLDetailsElement;
    if (details.open) void list(details, { debate, kin });
  };
  if (!forkedFrom && !twinOf && numbers.length === 0) return nothing;
  return html`<div class="relations">
    ${forkedFrom ? html`<p>A fork of <a href=${`/debates/${forkedFrom.id}`}>another debate</a>, ${forkedFrom.afterRound ? `from the end of its round ${forkedFrom.afterRound}` : "from before its first round"} (<a href=${compareAddress(forkedFrom.id, id)}>compare the two</a>).</p>` : nothing}
    ${twinOf ? html`<p>The twin of <a href=${`/debates/${twinOf}`}>another debate</a>, with its sides swapped (<a href=${compareAddress(twinOf, id)}>compare the two</a>).</p>` : nothing}
    ${numbers.length ? html`<details @toggle=${toggle}><summary>This debate has ${numbers.join(" and ")}</summary><div class="kin">Loading …</div></details>` : nothing}
  </div>`;
}

async function list(details: HTMLDetailsElement, { debate, kin }: { debate: Debate; kin: string[] }) {
  // A debate that was erased or cannot be read now is left out.
  const found = await Promise.all(kin.map((id) => read<Debate>(`/v1/debates/${id}`).catch(() => null)));
  const place = details.querySelector<HTMLElement>(".kin");
  if (!place) return;
  place.replaceChildren();
  const shown = found.filter((each) => each !== null);
  render(
    html`<ul>${repeat(
      shown,
      ({ id }) => id,
      (each) => html`<li>${kinView(debate, each)}</li>`,
    )}</ul>`,
    place,
  );
}

function kinView(debate: Debate, kin: Debate) {
  const { id, forkedFrom, status, result, cost, createdAt } = kin;
  const what = forkedFrom ? `Fork after round ${forkedFrom.afterRound}` : "Twin";
  return html`<a href=${`/debates/${id}`}>${what}, ${age(createdAt)}</a>: <bdi>${result ? headline(result, taleOf(kin)) : statusWord(status).toLowerCase()}</bdi>, ${money(cost.totalUsd)}
    (<a href=${compareAddress(debate.id, id)} aria-label=${`Compare with: ${what}, ${age(createdAt)}`}>compare</a>)`;
}
