/** What other judges have ruled since the debate ended. */
import { nameOf } from "../base/cast.page-base.ts";
import type { Debate } from "../base/wire.page-base.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";

type Ruling = NonNullable<Debate["rejudgements"]>[number];

export function rulingsView(debate: Debate) {
  const { rejudgements = [] } = debate;
  if (rejudgements.length === 0) return nothing;
  return html`<section class="rulings"><h3>Other judges</h3><ul>${rejudgements.map(
    (ruling) => html`<li dir="auto">${benchOf(ruling)}: ${rulingText(debate, ruling)}</li>`,
  )}</ul><p class="quiet">The report has their reasons.</p></section>`;
}

function benchOf({ judge: { model, panel } }: Ruling) {
  return panel.length ? `a panel of ${panel.join(", ")}` : model;
}

function rulingText(debate: Debate, { status, winner, contested }: Ruling) {
  if (status === "running") return "is at work …";
  if (status === "failed") return "gave no ruling";
  if (contested) return "contested";
  if (winner === null) return "no winner";
  return winner === "for" || winner === "against" ? `the side “${winner}” wins` : `${nameOf(debate, winner)} wins`;
}
