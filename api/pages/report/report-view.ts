/** A report, the answer first and what was said last: the page's views, and sections of the Markdown report for what the page does not show. */
import { html, nothing } from "lit-html";
import { type Words, wordsOf } from "../../../domain/base/words/words.ts";
import { formatOf } from "../../../domain/rules/formats/registry.format.ts";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { answerCredit } from "../../../domain/show/report/answer.report.ts";
import { type Block, heading } from "../../../domain/show/report/blocks.ts";
import { supportLines } from "../../../domain/show/report/conclusion.report.ts";
import { costsTable } from "../../../domain/show/report/costs.report.ts";
import { councilCredit } from "../../../domain/show/report/council.report.ts";
import { decisionSections } from "../../../domain/show/report/decisions.report.ts";
import { rejudgementSections } from "../../../domain/show/report/rejudgements.report.ts";
import { overview } from "../../../domain/show/report/report.ts";
import { solutionCredit } from "../../../domain/show/report/solution.report.ts";
import { ballotSections, verdictQuality } from "../../../domain/show/report/verdict.report.ts";
import type { Lang } from "../browser/base/cast.page-base.ts";
import { withExhibitLinks, wordsIn } from "../browser/base/say.ts";
import type { Debate } from "../browser/base/wire.page-base.ts";
import { drawingsView } from "../browser/drawings.ts";
import type { Entry } from "../browser/live/story.live.ts";
import * as claims from "../browser/views/claims.view.ts";
import * as controlArm from "../browser/views/control-arm.view.ts";
import * as council from "../browser/views/council.view.ts";
import { exhibitsView } from "../browser/views/exhibits.view.ts";
import { faultView } from "../browser/views/fault.ts";
import { castSection, headView } from "../browser/views/head.ts";
import * as lookups from "../browser/views/lookups.view.ts";
import * as output from "../browser/views/output.view.ts";
import * as plurality from "../browser/views/plurality.view.ts";
import { roundLinks } from "../browser/views/rounds.view.ts";
import { statusView } from "../browser/views/status.ts";
import { storyView } from "../browser/views/story.view.ts";
import { criteriaTable, resultView } from "../browser/views/verdict.view.ts";
import { blocksView } from "./blocks-view.ts";
import { blocksBeside, scoresIn } from "./entries.ts";

/** Pixels of the text column on a desktop and on a phone. */
const WIDTHS = { wide: 664, narrow: 340 };

export interface Frozen {
  whole: TranscriptExport;
  entries: Entry[];
  /** The rendered text of a turn. */
  dressed: (entry: Entry) => unknown;
  /** How a text of a result is rendered. */
  prose: (text: string, lang: Lang) => unknown;
}

export function reportView({ whole, entries, dressed, prose }: Frozen) {
  const words = wordsOf(whole.debate);
  const { say, word } = words;
  const debate = withExhibitLinks({ ...whole.debate, result: inWords(whole, words) }, words);
  const section = (blocks: Block[]) =>
    blocks.length === 0 ? nothing : html`<section class="part">${blocksView(blocks, words)}</section>`;
  const more = (entry: Entry) => [
    entry.kind === "assessment" ? criteriaTable(debate, scoresIn(entry)) : nothing,
    blocksView(blocksBeside(entry, whole), words),
  ];
  return html`${headView(debate, { format: word(formatOf(debate).title), frozen: true })}
    ${statusView({ debate: { ...debate, pending: null }, connected: true, commands: nothing })}
    ${debate.pending ? nothing : faultView(debate)}
    ${resultView(debate, { prose, more: blocksView(besideResult(whole), words), rare: { claims, council, plurality, controlArm, output } })}
    ${section(rejudgementSections(whole))}
    ${debate.result ? castSection(debate) : nothing}
    ${exhibitsView(debate, entries)}
    ${section(decisionSections(whole))}
    ${picturesView({ ...whole, debate }, entries)}
    ${section([heading(2, say("Costs")), costsTable(debate)])}
    ${section([heading(2, say("About this debate")), overview(whole)])}
    <section class="story" aria-label=${say("What was said")}>
      ${roundLinks(debate)}
      ${storyView({ debate, entries, dressed, lookups, more })}
      ${entries.every(({ kind }) => kind === "act") ? html`<p class="quiet">${say("Nobody has spoken yet.")}</p>` : nothing}
    </section>`;
}

/** The code's own sentences about the conclusion, in the report's language. */
function inWords({ debate }: TranscriptExport, words: Words): TranscriptExport["debate"]["result"] {
  const { result } = debate;
  if (!result?.conclusion) return result;
  const { conclusion } = result;
  const because = supportLines(result, { debate, words });
  return { ...result, conclusion: { ...conclusion, support: { ...conclusion.support, because } } };
}

/** What the page's view of a result does not show. */
function besideResult({ result, debate }: TranscriptExport): Block[] {
  const words = wordsOf(debate);
  switch (result?.type) {
    case "verdict":
      return [verdictQuality(result, words), ...ballotSections(result, debate)];
    case "solution":
      return [solutionCredit(result, words)];
    case "council":
      return [councilCredit(result, debate)];
    case "answer":
      return [answerCredit(result, debate)];
    default:
      return [];
  }
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
