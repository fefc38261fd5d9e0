/** What other judges have ruled since the debate ended. */
import { briefSections } from "../../../../domain/show/report/rejudgements.report.ts";
import { taleOf } from "../base/cast.page-base.ts";
import type { Debate } from "../base/wire.page-base.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { blocksView } from "./blocks.view.ts";

export function rulingsView(debate: Debate) {
  if (!debate.rejudgements?.length) return nothing;
  return html`<section class="rulings">${blocksView(briefSections(debate.rejudgements, taleOf(debate)), debate)}<p class="quiet">The report has their reasons.</p></section>`;
}
