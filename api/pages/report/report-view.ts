/** A report, the answer first and what was said last: the page's views, and sections of the Markdown report for what the page does not show. */
import { html, nothing } from "lit-html";
import { wordsOf } from "../../../domain/base/words/words.ts";
import { formatOf } from "../../../domain/rules/formats/registry.format.ts";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { type Block, heading } from "../../../domain/show/report/blocks.ts";
import { costsTable } from "../../../domain/show/report/costs.report.ts";
import { decisionSections } from "../../../domain/show/report/decisions.report.ts";
import type { Tale } from "../../../domain/show/report/names.report.ts";
import { rejudgementSections } from "../../../domain/show/report/rejudgements.report.ts";
import { overview } from "../../../domain/show/report/report.ts";
import type { Lang } from "../browser/base/cast.page-base.ts";
import { withExhibitLinks, wordsIn } from "../browser/base/say.ts";
import type { Debate } from "../browser/base/wire.page-base.ts";
import { drawingsView } from "../browser/drawings.ts";
import type { Entry } from "../browser/live/story.live.ts";
import { blocksView } from "../browser/views/blocks.view.ts";
import { exhibitsView } from "../browser/views/exhibits.view.ts";
import { faultView } from "../browser/views/fault.ts";
import { castSection, headView } from "../browser/views/head.ts";
import * as lookups from "../browser/views/lookups.view.ts";
import { roundLinks } from "../browser/views/rounds.view.ts";
import { statusView } from "../browser/views/status.ts";
import { storyView } from "../browser/views/story.view.ts";
import { resultView } from "../browser/views/verdict.view.ts";
import { blocksBeside } from "./entries.ts";

/** Pixels of the text column on a desktop and on a phone. */
const WIDTHS = { wide: 664, narrow: 340 };

export interface Frozen {
  whole: TranscriptExport;
  entries: Entry[];
  /** The rendered text of a turn. */
  dressed: (entry: Entry) => unknown;
  /** How a text of a result is rendered. */
  prose: (text: string, lang: Lang) => unknown;
  earned?: Tale["earned"];
}

export function reportView({ whole, entries, dressed, prose, earned }: Frozen) {
  const words = wordsOf(whole.debate);
  const { say, word } = words;
  const debate = withExhibitLinks(whole.debate, words);
  const section = (blocks: Block[]) =>
    blocks.length === 0 ? nothing : html`<section class="part">${blocksView(blocks, debate)}</section>`;
  const more = (entry: Entry) => blocksView(blocksBeside(entry, { ...whole, words }), debate);
  return html`${headView(debate, { format: word(formatOf(debate).title), frozen: true })}
    ${statusView({ debate: { ...debate, pending: null }, connected: true, commands: nothing })}
    ${debate.pending ? nothing : faultView(debate)}
    ${resultView(debate, { prose, earned })}
    ${section(rejudgementSections(whole, { debate, words, turns: [] }))}
    ${debate.result ? castSection(debate) : nothing}
    ${exhibitsView(debate, entries)}
    ${section(decisionSections(whole, words))}
    ${picturesView({ ...whole, debate }, entries)}
    ${section([heading(2, say("Costs")), costsTable(debate)])}
    ${section([heading(2, say("About this debate")), overview(whole)])}
    <section class="story" aria-label=${say("What was said")}>
      ${roundLinks(debate)}
      ${storyView({ debate, entries, dressed, lookups, more })}
      ${entries.every(({ kind }) => kind === "act") ? html`<p class="quiet">${say("Nobody has spoken yet.")}</p>` : nothing}
    </section>`;
}

/** Its debate has the words of the report. */
type Pictured = Pick<TranscriptExport, "rejudgements"> & { debate: Debate };

/** A report has no script to measure its width: CSS shows the drawings that fit. */
function picturesView({ debate, rejudgements }: Pictured, entries: Entry[]) {
  if (!entries.some(({ turn }) => turn)) return nothing;
  return html`<section class="part pictures"><h2>${wordsIn(debate).say("In pictures")}</h2>
    ${Object.entries(WIDTHS).map(([name, width]) => html`<div class=${name}>${drawingsView({ debate, entries, width, ...(rejudgements && { rejudgements }) })}</div>`)}
  </section>`;
}
