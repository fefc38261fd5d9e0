/** Scores and cost of both debates, with their difference. */

import type { Comparison, Debate } from "../../../api/pages/browser/base/wire.page-base.ts";
import { html, nothing } from "../../../api/pages/browser/lib/lit-html/lit-html.js";
import { title } from "../../../api/pages/browser/text/words.page-text.ts";
import { compareDebates } from "../../../domain/around/branches/scores.branch.ts";
import type { Both } from "../../../domain/base/both.ts";
import { money } from "../../../domain/base/words/figures.words.ts";

type Pair = Comparison["quality"];

export function scoresView(debates: Both<Debate>, names: Both<string>) {
  const { quality, participants, criteria, debates: compared } = compareDebates(...debates);
  const rows = [
    ...participants.map((pair) => pairRow(html`<bdi>${pair.name}</bdi>, of 100`, pair)),
    pairRow("Quality, of 100", quality),
    costRow(compared),
  ];
  const byCriterion = criteria.map((pair) => pairRow(`${title(pair.criterion)}, mean of 10`, pair));
  return html`<section class="part"><h2>Scores and cost</h2>
    ${tableView(rows, { names, label: "Scores and cost" })}
    ${byCriterion.length > 0 ? html`<details><summary>By criterion</summary>${tableView(byCriterion, { names, label: "By criterion" })}</details>` : nothing}</section>`;
}

function tableView(rows: unknown[], { names, label }: { names: Both<string>; label: string }) {
  return html`<table class="compared with-difference" aria-label=${label}>
    <thead><tr><td></td>${names.map((name) => html`<th scope="col" dir="auto">${name}</th>`)}<th scope="col">Difference</th></tr></thead>
    <tbody>${rows}</tbody></table>`;
}

function costRow([{ costUsd: a }, { costUsd: b }]: Comparison["debates"]) {
  const difference = a === null || b === null ? "–" : `${b < a ? "−" : b > a ? "+" : ""}${money(Math.abs(b - a))}`;
  return html`<tr><th scope="row">Cost</th><td>${money(a)}</td><td>${money(b)}</td><td>${difference}</td></tr>`;
}

function pairRow(name: unknown, { values: [a, b], difference }: Pair) {
  if (a === null && b === null) return nothing;
  return html`<tr><th scope="row">${name}</th><td>${a ?? "–"}</td><td>${b ?? "–"}</td><td>${signed(difference)}</td></tr>`;
}

function signed(value: number | null) {
  if (value === null) return "–";
  return value > 0 ? `+${value}` : String(value).replace("-", "−");
}
