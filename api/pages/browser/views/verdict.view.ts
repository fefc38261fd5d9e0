/** The result: the conclusion, then verdict, solution or answer, with its confidence and reasons. */

import { claimSections } from "../../../../domain/show/report/claims.report.ts";
import { conclusionSections } from "../../../../domain/show/report/conclusion.report.ts";
import { CONCLUSION_WORDS } from "../../../../domain/show/report/conclusion-words.report.ts";
import { headline } from "../../../../domain/show/report/ending.report.ts";
import type { Tale } from "../../../../domain/show/report/names.report.ts";
import { besideSections, lostSections, rulingSections } from "../../../../domain/show/report/ruling.report.ts";
import { taleOf } from "../base/cast.page-base.ts";
import type { Debate } from "../base/wire.page-base.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { blocksView, type Prose } from "./blocks.view.ts";

export function resultView(debate: Debate, { prose, earned }: { prose: Prose } & Pick<Tale, "earned">) {
  const { result } = debate;
  if (!result) return nothing;
  const tale = { ...taleOf(debate), earned };
  const [title, ...conclusion] = conclusionSections(result, tale);
  const ruling = result.type === "answer" && title ? tale.words.say("The answer in full") : headline(result, tale);
  return html`<section class="result" id="result" aria-labelledby="result-title">
    <h2 id="result-title" tabindex="-1">${title ? tale.words.say(CONCLUSION_WORDS.title) : ruling}</h2>
    ${title ? html`<div class="conclusion">${blocksView(conclusion, debate, prose)}</div>` : nothing}
    ${blocksView(claimSections(result, tale), debate)}
    ${title ? html`<h2 class="ruling">${ruling}</h2>` : nothing}
    ${blocksView([...rulingSections(result, tale, { isTitled: true }), ...besideSections(result, tale)], debate, prose)}
    ${blocksView(lostSections(result.degraded, tale.words, 3), debate)}
  </section>`;
}
