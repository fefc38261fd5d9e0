/** What was looked up for a turn, or by the judge. */

import { lookupList } from "../../../../domain/show/report/lookups.report.ts";
import { wordsIn } from "../base/say.ts";
import type { Debate, Lookup } from "../base/wire.page-base.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import type { Entry } from "../live/story.live.ts";
import { blocksView } from "./blocks.view.ts";

/** Above a turn's text. */
export function lookupsView(debate: Debate, { lookups = [], isEarlier }: Pick<Entry, "lookups" | "isEarlier">) {
  if (lookups.length === 0) return nothing;
  // Exhibits from before a new beginning are no more.
  const shown = isEarlier ? { ...debate, exhibits: [] } : debate;
  const { say } = wordsIn(debate);
  const found = [...new Set(lookups.flatMap(({ exhibits = [] }) => exhibits))];
  const lost = lookups.filter(({ message }) => message !== undefined).length;
  const isUnderWay = lookups.some(({ status }) => status === undefined);
  return html`<details class="lookups"><summary>${say("Looked up ({count})", { count: lookups.length })}<span class="quiet">${found.length > 0 ? ` · ${found.join(", ")}` : nothing}${lost > 0 ? html` · <span class="amiss">${say("{count} failed", { count: lost })}</span>` : nothing}${isUnderWay ? ` · ${say("under way")} …` : nothing}</span></summary>${listView(shown, lookups)}</details>`;
}

/** An entry of its own. */
export function judgesView(debate: Debate, lookups: Lookup[] = []) {
  return html`<section class="aside"><h3>${wordsIn(debate).say("Looked up by the judge")}</h3>${listView(debate, lookups)}</section>`;
}

function listView(debate: Debate, lookups: Lookup[]) {
  return blocksView([lookupList(lookups, debate, wordsIn(debate))], debate);
}
