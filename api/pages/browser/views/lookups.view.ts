/** What was looked up for a turn, or by the judge. */

import { seconds } from "../../../../domain/base/words/figures.words.ts";
import { joined } from "../../../../domain/show/report/blocks.ts";
import { exhibitLink } from "../../../../domain/show/report/names.report.ts";
import { wordsIn, woven } from "../base/say.ts";
import type { Debate, Lookup } from "../base/wire.page-base.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import type { Entry } from "../live/story.live.ts";
import { spansView } from "./blocks.view.ts";

/** Above a turn's text. */
export function lookupsView(debate: Debate, { lookups = [], isEarlier }: Pick<Entry, "lookups" | "isEarlier">) {
  if (lookups.length === 0) return nothing;
  // Exhibits from before a new beginning are no more.
  const shown = isEarlier ? { ...debate, exhibits: [] } : debate;
  const { say } = wordsIn(debate);
  const found = [...new Set(lookups.flatMap(({ exhibits = [] }) => exhibits))];
  const lost = lookups.filter(({ message }) => message !== undefined).length;
  const isUnderWay = lookups.some(({ status }) => status === undefined);
  return html`<details class="lookups"><summary>${say("Looked up ({count})", { count: lookups.length })}<span class="quiet">${found.length > 0 ? ` · ${found.join(", ")}` : nothing}${lost > 0 ? html` · <span class="amiss">${say("{count} failed", { count: lost })}</span>` : nothing}${isUnderWay ? ` · ${say("under way")} …` : nothing}</span></summary>${lookupList(shown, lookups)}</details>`;
}

/** An entry of its own. */
export function judgesView(debate: Debate, lookups: Lookup[] = []) {
  return html`<section class="aside"><h3>${wordsIn(debate).say("Looked up by the judge")}</h3>${lookupList(debate, lookups)}</section>`;
}

function lookupList(debate: Debate, lookups: Lookup[]) {
  return html`<ul>${lookups.map((lookup) => lookupView(debate, lookup))}</ul>`;
}

function lookupView(debate: Debate, { type, server, tool, input, ...rest }: Lookup) {
  const { say } = wordsIn(debate);
  const name = type === "web_search" ? say("Web search") : type === "retrieval" ? say("Search of the files") : null;
  return html`<li>${name ?? html`<bdi>${server ? `${server}: ${tool}` : tool}</bdi>`}${timeOf(debate, rest)}
    <div class="asked" dir="auto">${input}</div>${outcomeView(debate, rest)}</li>`;
}

/** A shorter time says nothing. */
const LEAST_MS = 100;

function timeOf(debate: Debate, { latencyMs = 0 }: Partial<Lookup>) {
  return latencyMs >= LEAST_MS ? html` <span class="quiet">${seconds(latencyMs, wordsIn(debate))}</span>` : nothing;
}

function outcomeView(debate: Debate, { status, message, exhibits = [] }: Partial<Lookup>) {
  const { say } = wordsIn(debate);
  if (status === undefined) return html`<span class="quiet">${say("under way")} …</span>`;
  if (message !== undefined)
    return html`<span class="amiss">${woven(say("failed: {why}"), { why: html`<bdi>${message}</bdi>` })}</span>`;
  if (exhibits.length === 0) return html`<span class="quiet">${say("found nothing")}</span>`;
  return html`<span>${woven(say("found {exhibits}"), { exhibits: spansView(joined(exhibits.map((id) => exhibitLink(debate, id))), debate) })}</span>`;
}
