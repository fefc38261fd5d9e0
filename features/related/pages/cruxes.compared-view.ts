/** What decides the answers: questions that both debates ask beside each other, then the others. */

import type { Debate } from "../../../api/pages/browser/base/wire.page-base.ts";
import { html, nothing } from "../../../api/pages/browser/lib/lit-html/lit-html.js";
import { type Both, both } from "../../../domain/base/both.ts";
import { nameOf } from "../../../domain/shapes/names.shape.ts";
import { CONCLUSION_WORDS } from "../../../domain/show/report/conclusion-words.report.ts";
import { type Crux, matchCruxes } from "../domain/cruxes.compared.ts";

/** Nothing where neither has a conclusion. */
export function cruxesView(debates: Both<Debate>, names: Both<string>) {
  const cruxes = both(debates, ({ result }) => result?.conclusion?.cruxes ?? []);
  if (cruxes.every(({ length }) => length === 0)) return nothing;
  const { pairs, rest } = matchCruxes(cruxes);
  const cell = (crux: Crux, at: number) => cruxView(crux, debates[at as 0 | 1]);
  return html`<section class="part"><h2>${CONCLUSION_WORDS.cruxes}</h2>
    ${pairs.length > 0 ? html`<h3>Both ask</h3>` : nothing}
    ${pairs.map((pair) => html`<div class="both pair">${pair.map((crux, at) => html`<div><p class="kicker" dir="auto">${names[at]}</p>${cell(crux, at)}</div>`)}</div>`)}
    ${
      rest.some(({ length }) => length > 0)
        ? html`<h3>${pairs.length > 0 ? "Only one of them asks" : "Each asks something else"}</h3>
    <div class="both pair">${rest.map((own, at) => html`<div><p class="kicker" dir="auto">${names[at]}</p>${own.length > 0 ? own.map((crux) => cell(crux, at)) : html`<p class="quiet">Nothing more</p>`}</div>`)}</div>`
        : nothing
    }
  </section>`;
}

function cruxView({ question, kind, prevailed, points, unanswered }: Crux, debate: Debate) {
  const made = Object.entries(points);
  return html`<div class="crux"><p dir="auto">${question}</p>
    <p class="quiet">${CONCLUSION_WORDS.kinds[kind]} · ${prevailed ? html`<bdi>${nameOf(debate, prevailed)}</bdi> prevailed` : "nobody prevailed"}</p>
    ${
      made.length === 0 && !unanswered
        ? nothing
        : html`<details><summary>The best points</summary><ul>${made.map(([id, { point }]) => html`<li dir="auto"><strong>${nameOf(debate, id)}</strong>: ${point ?? CONCLUSION_WORDS.noPoint}</li>`)}</ul>
      ${unanswered ? html`<p dir="auto">${CONCLUSION_WORDS.unanswered}: ${unanswered}</p>` : nothing}</details>`
    }</div>`;
}
