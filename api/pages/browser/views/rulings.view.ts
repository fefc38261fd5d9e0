/** What other judges have ruled since the debate ended. */
import { briefSections } from "../../../../domain/show/report/rejudgements.report.ts";
import { taleOf } from "../base/cast.page-base.ts";
import type { Debate } from "../base/wire.page-base.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { compareAddress } from "../text/addresses.ts";
import { blocksView } from "./blocks.view.ts";

/** `isShared`: the reader has a link to this debate alone, and no page that compares. */
export function rulingsView(debate: Debate, { isShared }: { isShared: boolean }) {
  const { id, rejudgements = [] } = debate;
  if (rejudgements.length === 0) return nothing;
  const whole = isShared ? [] : rejudgements.filter(({ status }) => status === "completed");
  return html`<section class="rulings">${blocksView(briefSections(rejudgements, taleOf(debate)), debate)}<p class="quiet">The report has their reasons.</p>
    ${whole.map((ruling) => html`<p><a href=${compareAddress(id, ruling.id)}>Compare the verdict with that of <bdi>${ruling.judge.panel.join(", ") || ruling.judge.model}</bdi></a></p>`)}</section>`;
}
