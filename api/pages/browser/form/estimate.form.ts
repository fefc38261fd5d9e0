/** What a debate would cost and how long it would take, in words. */

import { plural } from "../../../../domain/base/text/text.ts";
import { money, whole } from "../../../../domain/base/words/figures.words.ts";
import type { Estimates } from "../base/wire.page-base.ts";
import { html } from "../lib/lit-html/lit-html.js";

type Figures = NonNullable<Estimates["likely"]>;

/** As in `about $0.31`. */
export function costOf({ costUsd }: Pick<Figures, "costUsd">): string {
  if (costUsd === null) return "cost unknown";
  return costUsd === 0 ? "costs nothing" : `about ${money(costUsd)}`;
}

/** As in `about 80 s`, `about 4 min` or `about 1.5 h`. */
export function timeOf({ seconds }: Pick<Figures, "seconds">): string {
  if (seconds < 100) return `about ${10 * Math.ceil(seconds / 10)} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `about ${minutes} min`;
  return `about ${(minutes / 60).toLocaleString("en", { maximumFractionDigits: 1 })} h`;
}

/** Why costs are unknown, a sentence for each model without a price. */
export function unknownView(estimates: Iterable<Estimates | null>) {
  const warnings = [...estimates].flatMap((estimate) => estimate?.warnings ?? []);
  const details = new Set(warnings.flatMap(({ code, detail }) => (code === "unknown-price" ? [detail] : [])));
  return [...details].map((detail) => html`<p class="quiet">Cost unknown: ${detail}.</p>`);
}

/** Of what is set now. */
export function estimateView(estimate: Estimates | null) {
  const { lowest, likely, worst } = estimate ?? {};
  if (!lowest || !likely || !worst)
    return html`<p class="quiet">Here you see the cost and the time before you start.</p>`;
  if (likely.costUsd === null)
    return html`<p><strong>What it costs is not known</strong> <span class="quiet">since a model’s price is not: ${timeOf(likely)}, ${plural(likely.calls, "call")},
      at worst ${whole(worst.calls)}</span></p>`;
  return html`<p><strong>${likely.costUsd === 0 ? "Costs nothing" : `About ${money(likely.costUsd)}`}, ${timeOf(likely)}</strong> <span class="quiet">${plural(likely.calls, "call")}${
    worst.costUsd === 0 ? "" : `; from ${money(lowest.costUsd)} to at worst ${money(worst.costUsd)}`
  }</span></p>`;
}
